// SPDX-License-Identifier: MIT
#include "model/ir/equal.h"

#include "model/ir/builder.h"

#include <doctest/doctest.h>

using namespace entryproof::ir;

namespace {

Program program_of(Body body) {
    Program program;
    program.entry = "f";
    program.cells["regs.x0"] = {"regs.x0", 64, ""};
    program.functions["f"] = {"f", {}, {{"a", 64}, {"b", 64}}, 0, std::move(body), {}};
    program.flag_bits = {{"TIF_A", "thread_info.flags", 3, {}}};
    program.flag_masks = {{"_TIF_M", "thread_info.flags", 8, {"TIF_A"}, {}}};
    return program;
}

Program assigning(ExpressionRef value) { return program_of({{Assign{"a", std::move(value)}, {}}}); }

ExpressionRef node(Width width, Unary unary) { return std::make_shared<Expression>(Expression{width, unary}); }
ExpressionRef node(Width width, Extract extract) { return std::make_shared<Expression>(Expression{width, extract}); }

}  // namespace

TEST_CASE("a program is the same wherever it stands and whatever it is called") {
    Program left = assigning(read("b", 64));
    Program right = left;
    right.name = "after";
    right.cells["regs.x0"].meaning = "the first argument";
    right.functions["f"].source = {"f.c", "f", "7.3", 3, 1};
    right.functions["f"].body[0].source = {"f.c", "f", "7.3", 4, 1};
    CHECK(same_steps(left, right));
}

TEST_CASE("every part of a step counts") {
    const Program one = assigning(read("b", 64));
    CHECK_FALSE(same_steps(one, assigning(read("a", 64))));
    CHECK_FALSE(same_steps(one, assigning(constant(64, 1))));
    CHECK_FALSE(same_steps(assigning(constant(64, 1)), assigning(constant(64, 2))));
    CHECK_FALSE(same_steps(one, program_of({{Assign{"b", read("b", 64)}, {}}})));
    CHECK_FALSE(same_steps(one, program_of({})));
    CHECK_FALSE(same_steps(program_of({{Halt{}, {}}}), program_of({{Return{nullptr}, {}}})));
    CHECK_FALSE(same_steps(program_of({{Return{nullptr}, {}}}), program_of({{Return{read("a", 64)}, {}}})));
}

TEST_CASE("two expressions that print alike are told apart") {
    const ExpressionRef x = read("x", 8);
    const ExpressionRef negated_part = node(4, Unary{UnaryOperator::negate, node(4, Extract{x, 4})});
    const ExpressionRef part_of_negated = node(4, Extract{node(8, Unary{UnaryOperator::negate, x}), 4});
    CHECK_FALSE(same_expression(*negated_part, *part_of_negated));
    CHECK(same_expression(*negated_part, *node(4, Unary{UnaryOperator::negate, node(4, Extract{x, 4})})));
}

TEST_CASE("a hook's observer, fields and answers count") {
    const auto with = [](Hook hook) { return program_of({{std::move(hook), {}}}); };
    const Hook stop{"entry_stop", "tracer", "entry stop", {{"nr", read("a", 64)}}, {{"x0", "b"}}, Sharing::history};
    CHECK(same_steps(with(stop), with(stop)));
    Hook other = stop;
    other.observer = "seccomp";
    CHECK_FALSE(same_steps(with(stop), with(other)));
    other = stop;
    other.fields[0].shown = false;
    CHECK_FALSE(same_steps(with(stop), with(other)));
    other = stop;
    other.answers[0].place = "a";
    CHECK_FALSE(same_steps(with(stop), with(other)));
    other = stop;
    other.sharing = Sharing::function;
    CHECK_FALSE(same_steps(with(stop), with(other)));
}

TEST_CASE("the numbers of flags and the members of masks count") {
    const Program one = program_of({});
    Program other = one;
    other.flag_bits[0].bit = 4;
    CHECK_FALSE(same_layout(one, other));
    CHECK_FALSE(same_steps(one, other));
    other = one;
    other.flag_masks[0].members.clear();
    CHECK_FALSE(same_steps(one, other));
    other = one;
    other.functions["g"] = other.functions["f"];
    CHECK_FALSE(same_steps(one, other));
    other = one;
    other.cells["regs.x0"].width = 32;
    CHECK_FALSE(same_steps(one, other));
    other = one;
    other.functions["f"].locals[0].width = 32;
    CHECK_FALSE(same_steps(one, other));
}
