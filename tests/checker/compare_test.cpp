// SPDX-License-Identifier: MIT
// Comparing the toy gate with itself and with its variants, by the plain encoding and with cut points.
#include "checker/compare.h"

#include "checker/decide.h"
#include "checker/minimise.h"
#include "checker/root.h"
#include "checker/scenario.h"
#include "tests/toy/toy.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

struct Compared {
    Terms terms;
    QueryLog log;
    Comparison comparison;
    Compared(const ir::Program& left, const ir::Program& right, bool with_cuts) {
        CutOptions cuts;
        cuts.enabled = with_cuts;
        comparison = compare(terms, left, right, shared_cells(terms, left, right), cuts, log);
    }
    Question question() { return {terms, comparison.passive, {}, log}; }
    Finding disagreement(const std::string& observer) {
        return find(question(), observer, terms.negation(comparison.agreement(terms, observer)));
    }
};

std::vector<std::string> refuted(const ir::Program& left, const ir::Program& right, bool with_cuts) {
    Compared compared(left, right, with_cuts);
    std::vector<std::string> names;
    for (const std::string observer : {"guard", "owner", "undefined", "order"})
        if (compared.disagreement(observer).outcome.sat()) names.push_back(observer);
    return names;
}

std::vector<std::string> shapes(const ir::Program& left, const ir::Program& right) {
    Compared compared(left, right, false);
    const Roots roots(compared.terms, compared.comparison);
    std::vector<std::string> found;
    for (const FoundShape& one : find_shapes(compared.question(), "roots", roots, {})) {
        std::string text = to_string(one.shape);
        for (const std::string& field : one.fields) text += " " + field;
        found.push_back(text);
    }
    return found;
}

const toy::Variant plain;
const toy::Variant shows_hour{true, false, false, false};
const toy::Variant ignores_refusal{false, true, false, false};
const toy::Variant forgets_to_copy{false, false, true, false};
const toy::Variant door_first{false, false, false, true};

}  // namespace

TEST_CASE("a program agrees with itself, as written, without asking the solver") {
    for (const bool with_cuts : {false, true}) {
        Compared compared(toy::gate(), toy::gate(), with_cuts);
        for (const std::string observer : {"guard", "owner", "undefined", "order"})
            CHECK(compared.terms.is_true(compared.comparison.agreement(compared.terms, observer)));
        CHECK(compared.log.queries.empty());
    }
}

TEST_CASE("each variant is refuted for the observers that can tell it, with and without cut points, from both sides") {
    using Names = std::vector<std::string>;
    for (const bool with_cuts : {false, true}) {
        CAPTURE(with_cuts);
        for (const bool swapped : {false, true}) {
            const auto against_plain = [&](const toy::Variant& variant) {
                return swapped ? refuted(toy::gate(variant), toy::gate(), with_cuts)
                               : refuted(toy::gate(), toy::gate(variant), with_cuts);
            };
            CHECK(against_plain(plain) == Names{});
            CHECK(against_plain(shows_hour) == Names{"guard", "order"});
            CHECK(against_plain(ignores_refusal) == Names{"owner", "order"});
            CHECK(against_plain(forgets_to_copy) == Names{"owner", "undefined", "order"});
            CHECK(against_plain(door_first) == Names{"owner", "order"});
        }
    }
}

TEST_CASE("roots name the cause and the fields that can differ") {
    using Names = std::vector<std::string>;
    CHECK(shapes(toy::gate(), toy::gate()) == Names{});
    CHECK(shapes(toy::gate(), toy::gate(shows_hour)) == Names{"guard: question / question hour"});
    CHECK(shapes(toy::gate(), toy::gate(ignores_refusal)) == Names{"owner: nothing / guest"});
    CHECK(shapes(toy::gate(ignores_refusal), toy::gate()) == Names{"owner: guest / nothing"});
}

TEST_CASE("an observer that no slot has agrees") {
    Compared compared(toy::gate(), toy::gate(shows_hour), false);
    CHECK(compared.terms.is_true(compared.comparison.agreement(compared.terms, "nobody")));
}

TEST_CASE("a cell of two widths cannot be shared") {
    ir::Program other = toy::gate();
    other.cells.at("task.hour").width = 16;
    Terms terms;
    CHECK_THROWS_AS(shared_cells(terms, toy::gate(), other), std::invalid_argument);
}

TEST_CASE("the smallest story of an ignored refusal: the guard is there, refuses, and nothing else is set") {
    Compared compared(toy::gate(), toy::gate(ignores_refusal), false);
    const Finding finding = compared.disagreement("owner");
    REQUIRE(finding.outcome.sat());
    const Term condition = compared.terms.negation(compared.comparison.agreement(compared.terms, "owner"));
    const Scenario scenario = minimal_scenario(compared.question(), "story", compared.comparison, condition, finding);
    CHECK(scenario.initial == Values{{"task.watched", 1}});
    CHECK(scenario.answers.empty());
    CHECK(scenario.right_answers.empty());
    const Replay replayed = replay(toy::gate(), toy::gate(ignores_refusal), scenario);
    CHECK(replayed.unfair.empty());
    CHECK(replayed.left.events.size() == 1);
    CHECK(replayed.right.events.size() == 2);
}

TEST_CASE("answers that are never shared make a difference up, and the replay finds it unfair") {
    Terms terms;
    QueryLog log;
    const ir::Program gate = toy::gate();
    LeftAnswers left_answers(terms);
    Comparison comparison;
    comparison.left = execute(terms, gate, initial_cells(terms, gate), left_answers);
    FreshAnswers wrong(terms, "right");
    comparison.right = execute(terms, gate, initial_cells(terms, gate), wrong);
    const Term differs =
        terms.differs(comparison.left.slots[1].fields[0].value, comparison.right.slots[1].fields[0].value);
    const Term both_open = terms.both(comparison.left.slots[1].guard, comparison.right.slots[1].guard);
    const Finding finding = find({terms, {}, {}, log}, "wrong", terms.both(both_open, differs));
    REQUIRE(finding.outcome.sat());
    const Replay replayed = replay(gate, gate, scenario_of(terms, comparison, finding.assignment));
    CHECK_FALSE(replayed.unfair.empty());
}
