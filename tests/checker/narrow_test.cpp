// SPDX-License-Identifier: MIT
// Narrowing keeps satisfiable what is, and unsatisfiable what is not, and gives back values for the wide question.
#include "checker/narrow.h"

#include "checker/smt.h"
#include "tests/toy/random_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

Answer ask(const Terms& terms, const std::vector<Term>& conditions, Assignment* values = nullptr) {
    QueryLog log;
    Solver solver(terms, {}, log);
    solver.add(conditions);
    const Answer answer = solver.check("narrow").answer;
    if (answer == Answer::sat && values != nullptr) *values = solver.assignment();
    return answer;
}

// Conditions over a few opaque values: moved by selects, compared, now and then looked into.
class OpaqueConditions {
public:
    OpaqueConditions(Terms& terms, std::uint64_t seed) : terms_(terms), dice_(seed) {}

    std::vector<Term> make() {
        std::vector<Term> conditions;
        for (unsigned i = 0; i < 12; ++i) {
            const Term claim = terms_.equal(value(3), value(3));
            conditions.push_back(dice_.one_in(3) ? claim : terms_.negation(claim));
        }
        if (dice_.one_in(2))
            conditions.push_back(terms_.binary(ir::BinaryOperator::unsigned_less, variable(), variable()));
        return conditions;
    }

private:
    Term variable() { return terms_.variable("v" + std::to_string(dice_.below(5)), 32); }

    Term value(unsigned depth) {
        if (depth == 0 || dice_.one_in(4))
            return dice_.one_in(3) ? terms_.constant(32, 1000 * dice_.below(4)) : variable();
        const Term condition = terms_.variable("c" + std::to_string(dice_.below(4)), 1);
        const Term then_value = value(depth - 1);
        return terms_.select(condition, then_value, value(depth - 1));
    }

    Terms& terms_;
    toy::Dice dice_;
};

std::uint64_t bits(const Terms& terms, const std::vector<Term>& conditions) {
    std::uint64_t sum = 0;
    for (const Term term : terms.reachable(conditions)) sum += terms.width(term);
    return sum;
}

}  // namespace

TEST_CASE("random conditions are satisfiable narrowed exactly when they are wide, and assignments carry over") {
    unsigned satisfiable = 0;
    unsigned unsatisfiable = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        CAPTURE(seed);
        Terms terms;
        const std::vector<Term> conditions = OpaqueConditions(terms, seed).make();
        const Narrowing narrowing(terms, conditions);
        Assignment narrow;
        const Answer answer = ask(terms, narrowing.conditions(), &narrow);
        REQUIRE(answer == ask(terms, conditions));
        satisfiable += answer == Answer::sat ? 1 : 0;
        unsatisfiable += answer == Answer::unsat ? 1 : 0;
        if (answer != Answer::sat) continue;
        Evaluator evaluator(terms, narrowing.widened(narrow));
        for (const Term condition : conditions) REQUIRE(evaluator.is_true(condition));
    }
    CHECK(satisfiable > 50);
    CHECK(unsatisfiable > 50);
}

TEST_CASE("a value that is only moved and compared becomes a few bits wide") {
    Terms terms;
    const Term x = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    const Term z = terms.variable("z", 64);
    const std::vector<Term> conditions = {terms.equal(terms.select(terms.variable("c", 1), x, y), z)};
    const Narrowing narrowing(terms, conditions);
    CHECK(bits(terms, conditions) > 250);
    CHECK(bits(terms, narrowing.conditions()) < 20);
}

TEST_CASE("a value that is looked into stays as it is") {
    Terms terms;
    const Term x = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    const std::vector<Term> conditions = {terms.equal(x, y), terms.extract(x, 3, 1)};
    CHECK(Narrowing(terms, conditions).conditions() == conditions);
}

TEST_CASE("a constant that is both moved here and computed with there does not hold back the class it is moved in") {
    Terms terms;
    const Term seven = terms.constant(64, 7);
    const Term x = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    const std::vector<Term> conditions = {
        terms.equal(terms.select(terms.variable("c", 1), x, seven), terms.variable("z", 64)),
        terms.binary(ir::BinaryOperator::unsigned_less, y, seven)};
    const std::vector<Term> narrowed = Narrowing(terms, conditions).conditions();
    CHECK(narrowed[0] != conditions[0]);
    CHECK(narrowed[1] == conditions[1]);
}

TEST_CASE("pigeons: as many values are told apart as there are variables and constants, and no more are needed") {
    Terms terms;
    std::vector<Term> values = {terms.constant(64, 5), terms.constant(64, 6)};
    for (int i = 0; i < 9; ++i) values.push_back(terms.variable("v" + std::to_string(i), 64));
    std::vector<Term> conditions;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) conditions.push_back(terms.differs(values[i], values[j]));
    const Narrowing narrowing(terms, conditions);
    Assignment narrow;
    CHECK(ask(terms, narrowing.conditions(), &narrow) == Answer::sat);
    Evaluator evaluator(terms, narrowing.widened(narrow));
    for (const Term condition : conditions) CHECK(evaluator.is_true(condition));
}
