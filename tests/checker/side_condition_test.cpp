// SPDX-License-Identifier: MIT
// Side conditions of conditions that one can see through: three facts that can be named and one that cannot.
#include "checker/side_condition.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;

namespace {

using Conjunctions = std::vector<std::vector<std::string>>;

struct Facts {
    Terms terms;
    QueryLog log;
    Term a = terms.variable("a", 1);
    Term b = terms.variable("b", 1);
    Term c = terms.variable("c", 1);
    Term unnamed = terms.variable("unnamed", 1);
    SideVocabulary vocabulary;

    Facts() {
        for (const auto& [name, term] : {std::pair{"a", a}, std::pair{"b", b}, std::pair{"c", c}}) {
            vocabulary.literals.push_back({name, term});
            vocabulary.literals.push_back({"!" + std::string(name), terms.negation(term)});
        }
        vocabulary.quiet = {5};  // !c
    }

    SideConditions found(Term premise, Term breaks, std::vector<Term> premises = {}) {
        return side_conditions({terms, std::move(premises), {}, log}, "toy", vocabulary, premise, breaks);
    }
};

}  // namespace

TEST_CASE("what fails where two facts meet holds exactly where one of them is absent") {
    Facts f;
    const SideConditions side = f.found(f.terms.truth(true), f.terms.both(f.a, f.b));
    CHECK((side.conjunctions == Conjunctions{{"!a"}, {"!b"}} || side.conjunctions == Conjunctions{{"!b"}, {"!a"}}));
    CHECK(side.is_exact);
}

TEST_CASE("what no fact can exclude keeps the condition from being exact") {
    Facts f;
    const SideConditions side = f.found(f.terms.truth(true), f.terms.either(f.a, f.terms.both(f.c, f.unnamed)));
    CHECK(side.conjunctions == Conjunctions{{"!a", "!c"}});
    CHECK(!side.is_exact);
}

TEST_CASE("a condition is about runs that the premise speaks of, under the question's premises") {
    Facts f;
    const Term breaks = f.terms.both(f.a, f.b);
    CHECK(f.found(f.a, breaks).conjunctions == Conjunctions{{"!b"}});
    CHECK(f.found(f.terms.truth(true), breaks, {f.b}).conjunctions == Conjunctions{{"!a"}});
}

TEST_CASE("where nothing that can be named tells, nothing is told") {
    Facts f;
    const SideConditions side = f.found(f.terms.truth(true), f.unnamed);
    CHECK(side.conjunctions.empty());
    CHECK(!side.is_exact);
}

TEST_CASE("what fails in every run that it is about holds nowhere, exactly") {
    Facts f;
    const SideConditions side = f.found(f.a, f.a);
    CHECK(side.conjunctions.empty());
    CHECK(side.is_exact);
}
