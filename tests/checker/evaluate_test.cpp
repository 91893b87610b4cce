// SPDX-License-Identifier: MIT
// Evaluation of terms against the solver: a ground question has one answer.
#include "checker/evaluate.h"

#include "checker/error.h"
#include "checker/smt.h"
#include "tests/toy/random_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

TermNode node_of(Operation operation, ir::Width width, std::vector<Term> operands, ir::Width low = 0) {
    TermNode node;
    node.operation = operation;
    node.width = static_cast<std::uint8_t>(width);
    node.low = static_cast<std::uint8_t>(low);
    node.operand_count = static_cast<std::uint8_t>(operands.size());
    std::copy(operands.begin(), operands.end(), node.operands.begin());
    return node;
}

// What the solver says this operation is worth on these numbers.
std::uint64_t solved(Operation operation, ir::Width operand_width, ir::Width width, std::uint64_t a, std::uint64_t b) {
    Terms terms;
    const Term x = terms.variable("x", operand_width);
    const Term y = terms.variable("y", operand_width);
    const Term result = terms.variable("result", width);
    const Term made = terms.as_written(node_of(operation, width, {x, y}));
    QueryLog log;
    Solver solver(terms, {}, log);
    solver.add(terms.as_written(node_of(Operation::equal, 1, {made, result})));
    solver.add(terms.equal(x, terms.constant(operand_width, a)));
    solver.add(terms.equal(y, terms.constant(operand_width, b)));
    REQUIRE(solver.check("ground").sat());
    return solver.assignment().at(result);
}

}  // namespace

TEST_CASE("every binary operation means what the solver says, corners included") {
    toy::Dice dice(7);
    for (int operation = static_cast<int>(Operation::add); operation <= static_cast<int>(Operation::signed_less_equal);
         ++operation) {
        const auto op = static_cast<Operation>(operation);
        const bool compares = op == Operation::equal || op >= Operation::unsigned_less;
        for (const ir::Width width : {1u, 3u, 8u, 64u}) {
            const bool is_slow = op == Operation::unsigned_divide || op == Operation::unsigned_remainder;
            for (int round = 0; round < (is_slow ? 4 : 8); ++round) {
                const std::uint64_t a = toy::random_value(dice, width);
                const std::uint64_t b = toy::random_value(dice, width);
                CAPTURE(operation);
                CAPTURE(width);
                CAPTURE(a);
                CAPTURE(b);
                const ir::Width result = compares ? 1 : width;
                const TermNode node = node_of(op, result, {Term{}, Term{}});
                CHECK(apply(node, {a, b, 0}, width) == solved(op, width, result, a, b));
            }
        }
    }
}

TEST_CASE("variables that are not named are 0, and values are cut to their width") {
    Terms terms;
    const Term x = terms.variable("x", 4);
    const Term y = terms.variable("y", 4);
    Evaluator evaluator(terms, {{x, 0x1f}});
    CHECK(evaluator.value(x) == 0xf);
    CHECK(evaluator.value(y) == 0);
    CHECK(evaluator.is_true(terms.differs(x, y)));
    CHECK_FALSE(evaluator.is_true(terms.equal(x, y)));
}

TEST_CASE("a leaf is no operation") { CHECK_THROWS_AS(apply(TermNode{}, {0, 0, 0}, 1), InternalError); }
