// SPDX-License-Identifier: MIT
// The checked constructors: what they make, and every mistake in width they refuse.
#include "model/ir/builder.h"

#include <doctest/doctest.h>
#include <stdexcept>

#include "model/ir/printer.h"

using namespace entryproof::ir;

TEST_CASE("a constant is cut to its width") {
    CHECK(std::get<Constant>(constant(8, 0x1ff)->node).value == 0xff);
    CHECK(std::get<Constant>(constant(64, ~std::uint64_t{0})->node).value == ~std::uint64_t{0});
}

TEST_CASE("a comparison is one bit wide, arithmetic as wide as its operands") {
    CHECK(binary(BinaryOperator::signed_less, constant(32, 1), constant(32, 2))->width == 1);
    CHECK(binary(BinaryOperator::add, constant(32, 1), constant(32, 2))->width == 32);
}

TEST_CASE("nothing is folded: what was written is what is printed") {
    CHECK(to_string(*both(truth(true), negation(truth(false)))) == "(1:1 & !0:1)");
    CHECK(to_string(*is_nonzero(constant(8, 4))) == "!(4:8 == 0:8)");
    CHECK(to_string(*is_nonzero(truth(true))) == "!(1:1 == 0:1)");
}

TEST_CASE("extending to the same width gives the operand itself") {
    const ExpressionRef operand = read("x", 32);
    CHECK(zero_extend(operand, 32) == operand);
    CHECK(sign_extend(operand, 32) == operand);
    CHECK(sign_extend(operand, 33)->width == 33);
}

TEST_CASE("a body holds its statements in order, all with its source") {
    BodyBuilder body(Source{"a.c", "f", "1", 0, 0});
    body.assign("x", constant(8, 1));
    body.block("out", [](BodyBuilder& inside) {
        inside.if_(
            read("y", 1), [](BodyBuilder& then) { then.leave("out"); },
            [](BodyBuilder& otherwise) { otherwise.halt(); });
    });
    body.call("g", {by_value(constant(8, 2)), by_reference("x")}, "x");
    body.return_();
    const Body statements = body.take();
    REQUIRE(statements.size() == 4);
    const Block& block = std::get<Block>(statements[1].node);
    REQUIRE(block.body.size() == 1);
    const If& branch = std::get<If>(block.body[0].node);
    CHECK(std::get<Leave>(branch.then_body.at(0).node).label == "out");
    CHECK(std::holds_alternative<Halt>(branch.else_body.at(0).node));
    CHECK(branch.then_body[0].source.function == "f");
    CHECK(std::get<Call>(statements[2].node).arguments[1].reference == "x");
    CHECK(std::get<Return>(statements[3].node).value == nullptr);
}

TEST_CASE("operands of different widths are refused with both widths") {
    CHECK_THROWS_WITH_AS(equal(constant(8, 1), constant(32, 1)), "binary: operands of 8 and 32 bits",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(select(truth(true), constant(8, 1), constant(9, 1)), "select: operands of 8 and 9 bits",
                         std::invalid_argument);
}

TEST_CASE("a width of 0 or of more than 64 bits is refused") {
    CHECK_THROWS_AS(constant(0, 1), std::invalid_argument);
    CHECK_THROWS_AS(read("x", 65), std::invalid_argument);
    CHECK_THROWS_AS(zero_extend(constant(8, 1), 65), std::invalid_argument);
}

TEST_CASE("a condition must be one bit") {
    CHECK_THROWS_WITH_AS(negation(constant(8, 1)), "negation: a condition of 8 bits, not 1", std::invalid_argument);
    CHECK_THROWS_AS(both(truth(true), constant(8, 1)), std::invalid_argument);
    CHECK_THROWS_AS(either(constant(8, 1), truth(true)), std::invalid_argument);
    CHECK_THROWS_AS(select(constant(8, 1), truth(true), truth(true)), std::invalid_argument);
}

TEST_CASE("bits beyond the operand cannot be extracted") {
    CHECK(extract(constant(32, 0), 24, 8)->width == 8);
    CHECK_THROWS_WITH_AS(extract(constant(32, 0), 25, 8), "extract: 8 bits from bit 25 of 32", std::invalid_argument);
    CHECK_THROWS_AS(extract(constant(32, 0), 4000000000u, 8), std::invalid_argument);
    CHECK_THROWS_AS(extract(constant(32, 0), 0, 0), std::invalid_argument);
}

TEST_CASE("a value does not extend to fewer bits") {
    CHECK_THROWS_WITH_AS(zero_extend(constant(32, 0), 8), "zero_extend: 32 bits do not fit into 8",
                         std::invalid_argument);
    CHECK_THROWS_AS(sign_extend(constant(32, 0), 31), std::invalid_argument);
}

TEST_CASE("a missing operand or name is refused") {
    CHECK_THROWS_AS(unary(UnaryOperator::negate, nullptr), std::invalid_argument);
    CHECK_THROWS_AS(equal(nullptr, truth(true)), std::invalid_argument);
    CHECK_THROWS_AS(read("", 8), std::invalid_argument);
    CHECK_THROWS_AS(by_value(nullptr), std::invalid_argument);
    CHECK_THROWS_AS(by_reference(""), std::invalid_argument);
    BodyBuilder body(Source{});
    CHECK_THROWS_AS(body.assign("x", nullptr), std::invalid_argument);
}
