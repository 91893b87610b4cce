// SPDX-License-Identifier: MIT
// The questions behind the claims, on the toy gate and on small sets of conditions.
#include "checker/decide.h"

#include "tests/toy/toy.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// The gate against the gate that opens whatever the guard says: the owner sees a guest that the left does not let in,
// exactly when the guard is there and refuses.
struct Refusal {
    Terms terms;
    QueryLog log;
    Comparison comparison;
    Roots roots;
    Term watched;
    Term refuses;

    Refusal()
        : comparison(compare(terms, toy::gate(), toy::gate({false, true, false, false}),
                             shared_cells(terms, toy::gate(), toy::gate()), {}, log)),
          roots(terms, comparison),
          watched(comparison.left.initial.at("task.watched")),
          refuses(terms.negation(comparison.left.slots.at(0).answers.at(0).value)) {}

    Question question() { return {terms, comparison.passive, {}, log}; }
    AllowedRoot declared(Term condition) const { return {{"owner", "nothing", "guest"}, {}, condition}; }
    Term exact() { return terms.both(watched, refuses); }
};

// Premises x == y, something beside, y == z; so that x and z differ is impossible.
struct Chain {
    Terms terms;
    QueryLog log;
    Term x = terms.variable("x", 64);
    Term y = terms.variable("y", 64);
    Term z = terms.variable("z", 64);
    std::vector<Term> premises = {terms.equal(x, y), terms.variable("beside", 1), terms.equal(y, z)};

    Question question(std::set<Term> leaned_on) { return {terms, premises, {}, log, std::move(leaned_on)}; }
    Term broken() { return terms.differs(x, z); }
};

}  // namespace

TEST_CASE("an exact declaration covers every root, occurs, and is not wider than the truth") {
    Refusal refusal;
    const AllowedRoot declared = refusal.declared(refusal.exact());
    CHECK(find_shapes(refusal.question(), "shapes", refusal.roots, {declared}).empty());
    CHECK(find_declared(refusal.question(), "occurs", refusal.roots, declared).outcome.sat());
    CHECK(find_wider(refusal.question(), "wider", refusal.roots, declared, true).outcome.unsat());
}

TEST_CASE("a declaration that says too little leaves a root outside") {
    Refusal refusal;
    const Term early =
        refusal.terms.equal(refusal.comparison.left.initial.at("task.hour"), refusal.terms.constant(32, 3));
    const AllowedRoot declared = refusal.declared(refusal.terms.both(refusal.exact(), early));
    REQUIRE(find_shapes(refusal.question(), "shapes", refusal.roots, {declared}).size() == 1);
}

TEST_CASE("a declaration that says too much is wider, and the missing literal is found") {
    Refusal refusal;
    const AllowedRoot declared = refusal.declared(refusal.watched);
    CHECK(find_wider(refusal.question(), "wider", refusal.roots, declared, true).outcome.sat());
    const std::vector<NamedTerm> literals = {{"noon", refusal.terms.variable("noon", 1)},
                                             {"ask.go == 0", refusal.refuses},
                                             {"task.watched", refusal.watched}};
    const auto narrower = find_narrower(refusal.question(), "narrower", refusal.roots, declared, literals, true);
    REQUIRE(narrower.has_value());
    REQUIRE(narrower->size() == 1);
    CHECK(narrower->front().name == "ask.go == 0");
}

TEST_CASE("what the literals cannot say is not said") {
    Refusal refusal;
    const std::vector<NamedTerm> literals = {{"noon", refusal.terms.variable("noon", 1)}};
    const AllowedRoot declared = refusal.declared(refusal.watched);
    CHECK_FALSE(find_narrower(refusal.question(), "narrower", refusal.roots, declared, literals, true).has_value());
}

TEST_CASE("a declaration of what never happens is stale, and excuses nothing else") {
    Refusal refusal;
    AllowedRoot declared = refusal.declared(refusal.terms.truth(true));
    declared.shape.left = "guest";
    declared.shape.right = "nothing";
    CHECK(find_declared(refusal.question(), "occurs", refusal.roots, declared).outcome.unsat());
    CHECK(find_shapes(refusal.question(), "shapes", refusal.roots, {declared}).size() == 1);
}

TEST_CASE("a refuted question names the premises it leans on, and no others") {
    Chain chain;
    const Refuted refuted = find_with_core(chain.question({}), "core", chain.broken());
    REQUIRE(refuted.finding.outcome.unsat());
    CHECK(refuted.used == std::vector<Term>{chain.premises[0], chain.premises[2]});
}

TEST_CASE("what every answer is taken to lean on is not named, and suffices where it does") {
    Chain chain;
    const Refuted both = find_with_fewest(chain.question({chain.premises[0]}), "core", chain.broken());
    REQUIRE(both.finding.outcome.unsat());
    CHECK(both.used == std::vector<Term>{chain.premises[2]});
    const Refuted enough =
        find_with_fewest(chain.question({chain.premises[0], chain.premises[2]}), "core", chain.broken());
    REQUIRE(enough.finding.outcome.unsat());
    CHECK(enough.used.empty());
}

TEST_CASE("a model without the premises in doubt is an answer only where it satisfies them") {
    Terms terms;
    QueryLog log;
    const Term x = terms.variable("x", 64);
    const Term in_doubt = terms.variable("in doubt", 1);
    const Term asked = terms.either(terms.negation(in_doubt), terms.equal(x, terms.constant(64, 7)));
    const Refuted refuted = find_with_fewest({terms, {in_doubt}, {}, log, {}}, "core", asked);
    REQUIRE(refuted.finding.outcome.sat());
    CHECK(Evaluator(terms, refuted.finding.assignment).is_true(in_doubt));
    CHECK(Evaluator(terms, refuted.finding.assignment).value(x) == 7);
}

TEST_CASE("a question that is not refuted has an assignment of the wide variables instead") {
    Terms terms;
    QueryLog log;
    const Term x = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    const Term asked = terms.both(terms.differs(x, y), terms.differs(x, terms.constant(64, 0)));
    const Refuted refuted = find_with_core({terms, {terms.variable("c", 1)}, {}, log}, "core", asked);
    REQUIRE(refuted.finding.outcome.sat());
    CHECK(refuted.used.empty());
    CHECK(Evaluator(terms, refuted.finding.assignment).is_true(asked));
}

TEST_CASE("assumptions are minimal: none that is named can be left out") {
    Terms terms;
    QueryLog log;
    const Term a = terms.variable("a", 1);
    const Term b = terms.variable("b", 1);
    const std::vector<NamedTerm> assumptions = {{"a", a}, {"a or b", terms.either(a, b)}, {"b", b}};
    const auto needed =
        sufficient_assumptions({terms, {}, {}, log}, "needed", terms.negation(terms.both(a, b)), assumptions);
    REQUIRE(needed.has_value());
    CHECK(*needed == std::vector<std::string>{"a", "b"});
    CHECK_FALSE(
        sufficient_assumptions({terms, {}, {}, log}, "not enough", terms.variable("c", 1), assumptions).has_value());
}

TEST_CASE("a budget that does not suffice is unknown, never proved, and no shape is dropped for it") {
    Refusal refusal;
    Question question = refusal.question();
    question.solver.rlimit = 1;
    const std::vector<FoundShape> found = find_shapes(question, "shapes", refusal.roots, {});
    REQUIRE_FALSE(found.empty());
    for (const FoundShape& one : found) CHECK(one.finding.outcome.unknown());
}
