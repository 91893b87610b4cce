// SPDX-License-Identifier: MIT
// Which earlier differences hide a later one, and conditions that are wrong.
#include "checker/exactness.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

struct Facts {
    Terms terms;
    QueryLog log;
    Term x = terms.variable("x", 1);
    Term y = terms.variable("y", 1);
    Term z = terms.variable("z", 1);

    Term no(Term one) { return terms.negation(one); }
    Question question(std::vector<Term> premises = {}) { return {terms, std::move(premises), {}, log}; }
};

}  // namespace

TEST_CASE("a condition that holds without its difference only where an earlier one occurs names that one") {
    Facts f;
    const Term late = f.terms.both(f.z, f.no(f.y));
    Exactness exactness(f.question(), {{f.x, f.x}, {f.y, f.y}, {late, f.z}});
    CHECK(exactness.check(0, "first").unless.empty());
    CHECK(exactness.check(1, "second").unless.empty());
    const Exactness::Answer answer = exactness.check(2, "third");
    CHECK(answer.refuted.finding.outcome.unsat());
    CHECK(answer.unless == std::vector<std::size_t>{1});
}

TEST_CASE("of two that always occur together one is named") {
    Facts f;
    const Term late = f.terms.both(f.z, f.no(f.y));
    Exactness exactness(f.question({f.terms.equal(f.x, f.y)}), {{f.x, f.x}, {f.y, f.y}, {late, f.z}});
    const Exactness::Answer answer = exactness.check(2, "third");
    CHECK(answer.refuted.finding.outcome.unsat());
    CHECK(answer.unless == std::vector<std::size_t>{0});
}

TEST_CASE("a condition that holds without its difference where nothing hides it is wrong") {
    Facts f;
    Exactness exactness(f.question(), {{f.x, f.x}, {f.terms.both(f.y, f.z), f.y}});
    CHECK(exactness.check(1, "second").refuted.finding.outcome.sat());
}

TEST_CASE("a condition is not wrong where the premises keep it from holding") {
    Facts f;
    Exactness exactness(f.question({f.z}), {{f.x, f.x}, {f.terms.both(f.y, f.z), f.y}});
    CHECK(exactness.check(1, "second").refuted.finding.outcome.unsat());
}

TEST_CASE("out of budget nothing is said to be right") {
    Facts f;
    const Term a = f.terms.variable("a", 64);
    const Term product = f.terms.binary(ir::BinaryOperator::multiply, a, f.terms.variable("b", 64));
    const Term rare = f.terms.equal(product, f.terms.constant(64, 0x123456789abcdef1));
    Question question = f.question();
    question.solver.rlimit = 1;
    Exactness exactness(question, {{f.x, f.x}, {f.y, f.terms.either(f.y, rare)}});
    CHECK(exactness.check(1, "second").refuted.finding.outcome.unknown());
}
