// SPDX-License-Identifier: MIT
// The arena: sharing, order, names, depth. What the constructors rewrite is proved in rewrite_test.cpp.
#include "checker/term.h"

#include "checker/error.h"
#include "checker/evaluate.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

TEST_CASE("equal terms are one term") {
    Terms terms;
    const Term x = terms.variable("x", 8);
    const Term y = terms.variable("y", 8);
    CHECK(terms.equal(x, y) == terms.equal(y, x));
    CHECK(terms.variable("x", 8) == x);
    CHECK(terms.constant(8, 0x105) == terms.constant(8, 5));
}

TEST_CASE("constants of different width are different terms") {
    Terms terms;
    CHECK(terms.constant(8, 5) != terms.constant(9, 5));
}

TEST_CASE("operands stand before what is made of them") {
    Terms terms;
    const Term x = terms.variable("x", 64);
    const Term sum = terms.binary(ir::BinaryOperator::add, x, terms.variable("y", 64));
    for (const Term term : terms.reachable({terms.equal(sum, x)}))
        for (unsigned i = 0; i < terms.node(term).operand_count; ++i) CHECK(terms.node(term).operands[i] < term);
}

TEST_CASE("the same calls give the same indices") {
    const auto build = [](Terms& terms) {
        return terms.select(terms.variable("c", 1), terms.variable("x", 32), terms.constant(32, 7));
    };
    Terms one;
    Terms other;
    CHECK(build(one) == build(other));
    CHECK(one.size() == other.size());
}

TEST_CASE("a variable of two widths is our bug") {
    Terms terms;
    terms.variable("x", 8);
    CHECK_THROWS_AS(terms.variable("x", 9), InternalError);
}

TEST_CASE("operands of unequal widths are our bug") {
    Terms terms;
    CHECK_THROWS_AS(terms.equal(terms.variable("x", 8), terms.variable("y", 9)), InternalError);
    CHECK_THROWS_AS(terms.select(terms.variable("x", 8), terms.variable("x", 8), terms.variable("x", 8)),
                    InternalError);
    CHECK_THROWS_AS(terms.extract(terms.variable("x", 8), 4, 5), InternalError);
    CHECK_THROWS_AS(terms.extend(terms.variable("x", 8), 7, false), InternalError);
    CHECK_THROWS_AS(terms.constant(65, 0), InternalError);
}

TEST_CASE("only variables have names") {
    Terms terms;
    CHECK(terms.name(terms.variable("task.emu", 1)) == "task.emu");
    CHECK_THROWS_AS(terms.name(terms.truth(true)), InternalError);
}

TEST_CASE("a flag is not touched by setting and clearing another") {
    Terms terms;
    const Term word = terms.variable("thread_info.flags", 64);
    const Term set = terms.either(word, terms.constant(64, 0x100));
    const Term cleared = terms.both(set, terms.constant(64, ~std::uint64_t{0x200}));
    const Term chosen = terms.select(terms.variable("c", 1), cleared, word);
    CHECK(terms.extract(chosen, 0, 1) == terms.extract(word, 0, 1));
    CHECK(terms.extract(chosen, 8, 1) != terms.extract(word, 8, 1));
}

TEST_CASE("a test of a mask becomes tests of its bits") {
    Terms terms;
    const Term word = terms.variable("word", 64);
    const Term test = terms.is_nonzero(terms.both(word, terms.constant(64, 0x18)));
    const Term neither =
        terms.both(terms.negation(terms.extract(word, 3, 1)), terms.negation(terms.extract(word, 4, 1)));
    CHECK(test == terms.negation(neither));
}

TEST_CASE("substitution replaces and simplifies") {
    Terms terms;
    const Term c = terms.variable("c", 1);
    const Term x = terms.variable("x", 8);
    const Term y = terms.variable("y", 8);
    const Term choice = terms.equal(terms.select(c, x, y), x);
    CHECK(terms.is_true(terms.substitute(choice, {{c, terms.truth(true)}})));
    CHECK(terms.substitute(choice, {{c, terms.truth(false)}}) == terms.equal(x, y));
    CHECK(terms.substitute(choice, {{x, y}}) == terms.truth(true));
    CHECK(terms.substitute(choice, {}) == choice);
}

TEST_CASE("a chain of a million operations needs no stack") {
    Terms terms;
    Term sum = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    for (int i = 0; i < 1'000'000; ++i) sum = terms.binary(ir::BinaryOperator::add, sum, y);
    Evaluator evaluator(terms, {{terms.variable("x", 64), 5}, {y, 3}});
    CHECK(evaluator.value(sum) == 3'000'005);
    CHECK(terms.reachable({sum}).size() == 1'000'002);
}

TEST_CASE("a bit of a deep chain of selects is found without running out of stack") {
    Terms terms;
    Term word = terms.variable("w", 64);
    for (int i = 0; i < 20'000; ++i)
        word =
            terms.select(terms.variable("c" + std::to_string(i), 1), terms.variable("v" + std::to_string(i), 64), word);
    const Term bit = terms.extract(word, 3, 1);
    Evaluator evaluator(terms, {{terms.variable("w", 64), 8}});
    CHECK(evaluator.value(bit) == 1);
}
