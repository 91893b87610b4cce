// SPDX-License-Identifier: MIT
// Sources as text, and what linking copies and refuses.
#include "model/ir/program.h"

#include <doctest/doctest.h>
#include <stdexcept>

#include "tests/toy/toy.h"

using namespace entryproof;

namespace {

ir::Program with_flag(unsigned bit) {
    ir::Program program;
    program.cells["task.hour"] = {"task.hour", 32, ""};
    program.flag_bits.push_back({"LATE", "task.hour", bit, {}});
    program.flag_masks.push_back({"ANY", "task.hour", 1u << bit, {"LATE"}, {}});
    return program;
}

}  // namespace

TEST_CASE("a lifted source is told by line, a built one by function and version") {
    CHECK(to_string(ir::Source{"a.c", "f", "7.3", 12, 3}) == "a.c:12");
    CHECK(to_string(ir::Source{"a.c", "f", "7.3", 0, 0}) == "a.c:f@7.3");
}

TEST_CASE("linking adds the functions, cells, bits and masks of the other half") {
    ir::Program program = toy::gate();
    ir::Program other = with_flag(3);
    other.functions["f"] = {"f", {}, {}, 0, {}, {}};
    other.cells["task.extra"] = {"task.extra", 8, ""};
    ir::link(program, other);
    CHECK(program.functions.count("f") == 1);
    CHECK(program.functions.count("enter") == 1);
    CHECK(program.cells.count("task.extra") == 1);
    CHECK(program.cells.at("task.hour").meaning == "when; afterwards the seat given");
    CHECK(program.flag_bits.size() == 1);
    CHECK(program.flag_masks.size() == 1);
    CHECK(program.entry == "enter");
}

TEST_CASE("a flag bit that both halves define alike is kept once") {
    ir::Program program = with_flag(3);
    ir::link(program, with_flag(3));
    CHECK(program.flag_bits.size() == 1);
    CHECK(program.flag_masks.size() == 1);
}

TEST_CASE("a flag bit with two numbers cannot be linked") {
    ir::Program program = with_flag(3);
    CHECK_THROWS_WITH_AS(ir::link(program, with_flag(4)), "cannot link: flag bit 'LATE' is defined differently in both",
                         std::invalid_argument);
}

TEST_CASE("a mask with two values cannot be linked") {
    ir::Program program = with_flag(3);
    ir::Program other = with_flag(3);
    other.flag_masks[0].value = 9;
    CHECK_THROWS_WITH_AS(ir::link(program, other), "cannot link: flag mask 'ANY' is defined differently in both",
                         std::invalid_argument);
}

TEST_CASE("a cell of two widths cannot be linked, and nothing is copied") {
    ir::Program program = toy::gate();
    ir::Program other;
    other.cells["task.hour"] = {"task.hour", 64, ""};
    other.cells["task.aaa"] = {"task.aaa", 64, ""};
    CHECK_THROWS_WITH_AS(ir::link(program, other), "cannot link: cell 'task.hour' is 32 and 64 bits wide",
                         std::invalid_argument);
    CHECK(program.cells.count("task.aaa") == 0);
}

TEST_CASE("a function in both halves cannot be linked") {
    ir::Program program = toy::gate();
    CHECK_THROWS_WITH_AS(ir::link(program, toy::gate()), "cannot link: function 'ask_guard' is in both",
                         std::invalid_argument);
}
