// SPDX-License-Identifier: MIT
// A model that was found answers later questions, and only those it satisfies.
#include "checker/decide.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

TEST_CASE("a question that an earlier model satisfies costs no query") {
    Terms terms;
    QueryLog log;
    const Question question{terms, {}, {}, log};
    const Term x = terms.variable("x", 8);
    const Term is_seven = terms.equal(x, terms.constant(8, 7));
    REQUIRE(find(question, "seven", is_seven).outcome.sat());
    const std::size_t asked = log.queries.size();
    const Finding odd = find(question, "odd", terms.extract(x, 0, 1));
    CHECK(odd.outcome.sat());
    CHECK(odd.assignment.at(x) == 7);
    CHECK(log.queries.size() == asked);
    CHECK(find(question, "even", terms.negation(terms.extract(x, 0, 1))).outcome.sat());
    CHECK(log.queries.size() == asked + 1);
}

TEST_CASE("a model counts only where the premises hold in it, too") {
    Terms terms;
    QueryLog log;
    const Term x = terms.variable("x", 8);
    REQUIRE(find({terms, {}, {}, log}, "seven", terms.equal(x, terms.constant(8, 7))).outcome.sat());
    const Term even = terms.negation(terms.extract(x, 0, 1));
    const Finding finding = find({terms, {even}, {}, log}, "some", terms.differs(x, terms.constant(8, 0)));
    REQUIRE(finding.outcome.sat());
    CHECK(finding.assignment.at(x) % 2 == 0);
}

TEST_CASE("no model says nothing") {
    Terms terms;
    Witnesses witnesses;
    const Term x = terms.variable("x", 8);
    witnesses.add(terms, {{x, 3}});
    CHECK(witnesses.satisfying({terms.equal(x, terms.constant(8, 4))}) == nullptr);
    CHECK(witnesses.satisfying({}) != nullptr);
    CHECK(witnesses.all_satisfying({terms.extract(x, 1, 1)}).size() == 1);
}
