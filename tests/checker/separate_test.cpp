// SPDX-License-Identifier: MIT
// Conditions found for small things whose answer is known.
#include "checker/separate.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

struct Setup {
    Terms terms;
    QueryLog log;
    Term a = terms.variable("a", 1);
    Term b = terms.variable("b", 1);
    Term c = terms.variable("c", 1);
    Term hidden = terms.variable("hidden", 1);
    std::vector<Atom> atoms = {{"a", "!a", a, 0}, {"b", "!b", b, 1}, {"c", "!c", c, 2}};
    std::vector<Term> premises;
    SolverOptions options;

    Question question() { return {terms, premises, options, log}; }

    Separation only(Term wanted) {
        Separator separator(question(), "test", {wanted}, atoms);
        return separator.separate_next("only", anything);
    }

    std::vector<std::string> texts(const Separation& separation) const {
        std::vector<std::string> all;
        for (const Conjunction& one : separation.at_least) {
            std::string text;
            for (const Literal& literal : one) {
                const Atom& atom = atoms[literal.atom];
                text += (text.empty() ? "" : " ") + (literal.positive ? atom.yes : atom.no);
            }
            all.push_back(text);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    static bool anything(const Atom&, bool) { return true; }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a conjunction is found as it is") {
    Setup setup;
    const Separation found = setup.only(setup.terms.both(setup.a, setup.terms.negation(setup.c)));
    CHECK(setup.texts(found) == Texts{"a !c"});
    CHECK(!found.beyond);
    CHECK(found.undecided.empty());
}

TEST_CASE("an exclusive or takes two") {
    Setup setup;
    const Term differ = setup.terms.differs(setup.a, setup.b);
    CHECK(setup.texts(setup.only(differ)) == Texts{"!a b", "a !b"});
}

TEST_CASE("no conjunction is one that the others make needless") {
    Setup setup;
    Terms& t = setup.terms;
    // The consensus b && c of the two would be a third.
    const Term wanted = t.either(t.both(setup.a, setup.b), t.both(t.negation(setup.a), setup.c));
    CHECK(setup.texts(setup.only(wanted)) == Texts{"!a c", "a b"});
}

TEST_CASE("what always happens has an empty condition") {
    Setup setup;
    const Separation found = setup.only(setup.terms.truth(true));
    REQUIRE(found.at_least.size() == 1);
    CHECK(found.at_least.front().empty());
}

TEST_CASE("premises shorten a condition") {
    Setup setup;
    setup.premises = {setup.terms.implies(setup.a, setup.b)};
    CHECK(setup.texts(setup.only(setup.terms.both(setup.a, setup.b))) == Texts{"a"});
}

TEST_CASE("where an earlier thing happens a later condition is free") {
    Setup setup;
    Terms& t = setup.terms;
    Separator separator(setup.question(), "test", {setup.a, t.both(setup.b, t.negation(setup.a))}, setup.atoms);
    CHECK(setup.texts(separator.separate_next("first", Setup::anything)) == Texts{"a"});
    CHECK(setup.texts(separator.separate_next("second", Setup::anything)) == Texts{"b"});
}

TEST_CASE("what the atoms cannot say is bounded from both sides, with a witness for each") {
    Setup setup;
    Terms& t = setup.terms;
    // a, or b and something that has no name.
    const Separation found = setup.only(t.either(setup.a, t.both(setup.b, setup.hidden)));
    CHECK(setup.texts(found) == Texts{"a"});
    REQUIRE(found.beyond);
    REQUIRE(found.not_covered);
    REQUIRE(found.not_excluded);
    Evaluator wanted(t, found.not_covered->assignment);
    CHECK(wanted.is_true(t.all_of({t.negation(setup.a), setup.b, setup.hidden})));
    Evaluator excluded(t, found.not_excluded->assignment);
    CHECK(excluded.is_true(t.all_of({t.negation(setup.a), setup.b, t.negation(setup.hidden)})));
    CHECK(std::find(found.beyond->begin(), found.beyond->end(), Literal{1, true}) != found.beyond->end());
}

TEST_CASE("a literal that may not be said is not") {
    Setup setup;
    Separator separator(setup.question(), "test", {setup.a}, setup.atoms);
    const Separation found = separator.separate_next("a", [](const Atom& atom, bool) { return atom.yes != "a"; });
    CHECK(found.at_least.empty());
    CHECK(found.beyond);
}

TEST_CASE("without a budget nothing is claimed") {
    Setup setup;
    setup.options.rlimit = 1;
    Term wide = setup.terms.variable("x", 64);
    const Term hard =
        setup.terms.equal(setup.terms.binary(ir::BinaryOperator::multiply, wide, setup.terms.variable("y", 64)),
                          setup.terms.constant(64, 0x7fffffffffffffe7));
    const Separation found = setup.only(setup.terms.both(setup.a, hard));
    CHECK(!found.undecided.empty());
}
