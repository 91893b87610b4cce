// SPDX-License-Identifier: MIT
// IR as text: every kind of expression and statement once, and that equal programs have equal text.
#include "model/ir/printer.h"

#include <doctest/doctest.h>

#include "model/ir/builder.h"
#include "tests/toy/random_program.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::ir;

TEST_CASE("every kind of expression has a spelling of its own") {
    const ExpressionRef x = read("x", 8);
    CHECK(to_string(*constant(8, 9)) == "9:8");
    CHECK(to_string(*constant(64, ~std::uint64_t{0})) == "0xffffffffffffffff:64");
    CHECK(to_string(*unary(UnaryOperator::bit_not, x)) == "~x");
    CHECK(to_string(*unary(UnaryOperator::negate, x)) == "-x");
    CHECK(to_string(*select(truth(true), x, x)) == "(1:1 ? x : x)");
    CHECK(to_string(*extract(x, 2, 4)) == "x[5:2]");
    CHECK(to_string(*zero_extend(x, 64)) == "zero_extend64(x)");
    CHECK(to_string(*sign_extend(x, 64)) == "sign_extend64(x)");
}

TEST_CASE("signed and unsigned operations are never spelled alike") {
    const ExpressionRef x = read("x", 8);
    const std::vector<std::pair<BinaryOperator, std::string>> spellings = {
        {BinaryOperator::add, "+"},
        {BinaryOperator::subtract, "-"},
        {BinaryOperator::multiply, "*"},
        {BinaryOperator::unsigned_divide, "/u"},
        {BinaryOperator::unsigned_remainder, "%u"},
        {BinaryOperator::bit_and, "&"},
        {BinaryOperator::bit_or, "|"},
        {BinaryOperator::bit_xor, "^"},
        {BinaryOperator::shift_left, "<<"},
        {BinaryOperator::logical_shift_right, ">>u"},
        {BinaryOperator::arithmetic_shift_right, ">>s"},
        {BinaryOperator::equal, "=="},
        {BinaryOperator::unsigned_less, "<u"},
        {BinaryOperator::unsigned_less_equal, "<=u"},
        {BinaryOperator::signed_less, "<s"},
        {BinaryOperator::signed_less_equal, "<=s"}};
    for (const auto& [op, spelling] : spellings) CHECK(to_string(*binary(op, x, x)) == "(x " + spelling + " x)");
}

TEST_CASE("a function is printed a statement a line, its source behind it") {
    CHECK(to_string(toy::gate().functions.at("enter")) ==
          "function enter()  # toy/gate.c:enter@1\n"
          "    local who:8\n"
          "    local go:1\n"
          "    who := task.visitor                                         # toy/gate.c:enter@1\n"
          "    if task.watched {                                           # toy/gate.c:enter@1\n"
          "        go := call ask_guard(&who)                              # toy/gate.c:enter@1\n"
          "        if !go {                                                # toy/gate.c:enter@1\n"
          "            return                                              # toy/gate.c:enter@1\n"
          "        }\n"
          "    }\n"
          "    call open_door(who)                                         # toy/gate.c:enter@1\n");
}

TEST_CASE("a hook tells observer, kind, fields, sharing and answers") {
    const std::string text = to_string(toy::gate());
    CHECK(text.find("hook ask shows guard 'question' (visitor = visitor) answers by history (answer := go, visitor := "
                    "visitor)") != std::string::npos);
    CHECK(text.find("hook door shows owner 'guest' (visitor = visitor, hidden hour = task.hour) answers by function "
                    "(task.hour := seat)") != std::string::npos);
}

TEST_CASE("blocks, leaves, halts, else arms, results and lines of lifted code are printed") {
    BodyBuilder body(Source{"a.c", "f", "1", 7, 1});
    body.block("out", [](BodyBuilder& inside) {
        inside.if_(
            truth(true), [](BodyBuilder& then) { then.leave("out"); },
            [](BodyBuilder& otherwise) { otherwise.halt(); });
    });
    body.return_(read("p", 8));
    const Function function{"f", {{"p", 8}, {"q", 1, true}}, {}, 8, body.take(), Source{"a.c", "f", "1", 6, 1}};
    const std::string text = to_string(function);
    CHECK(text.find("function f(p:8, &q:1) -> 8  # a.c:6\n") == 0);
    CHECK(text.find("    block out {") != std::string::npos);
    CHECK(text.find("            leave out") != std::string::npos);
    CHECK(text.find("        } else {\n            halt") != std::string::npos);
    CHECK(text.find("    return p                                                    # a.c:7\n") != std::string::npos);
}

TEST_CASE("a program shows its cells, flag bits and masks") {
    Program program = toy::gate();
    program.flag_bits.push_back({"LATE", "task.hour", 4, {"a.h", "", "", 3, 1}});
    program.flag_masks.push_back({"ANY", "task.hour", 16, {"LATE"}, {"a.h", "", "", 4, 1}});
    const std::string text = to_string(program);
    CHECK(text.find("program gate\nentry enter\n\ncell task.hour:32  # when") == 0);
    CHECK(text.find("bit LATE = task.hour bit 4  # a.h:3\n") != std::string::npos);
    CHECK(text.find("mask ANY = task.hour 0x10 holds (LATE)  # a.h:4\n") != std::string::npos);
}

TEST_CASE("the same program has the same text whenever it is built") {
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        CHECK(to_string(toy::random_program(seed)) == to_string(toy::random_program(seed)));
}

TEST_CASE("programs that differ in one variant do not have the same text") {
    toy::Variant variant;
    variant.ignores_refusal = true;
    CHECK(to_string(toy::gate()) != to_string(toy::gate(variant)));
    CHECK(to_string(toy::random_program(1)) != to_string(toy::random_program(2)));
}
