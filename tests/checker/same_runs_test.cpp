// SPDX-License-Identifier: MIT
// What is only written otherwise does the same, told without a solver; what does something else never does.
#include "checker/same_runs.h"

#include "tests/edit_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;
using tests::find;

namespace {

const std::string leave = "syscall_trace_exit", enter = "syscall_trace_enter";
const std::string probe = "if !((thread_info.flags & 0x400:64) == 0:64)";

// Legacy against legacy with one edit.
SameRuns edited(const tests::Edit& edit) {
    const LoadedPath left = load_path("legacy");
    LoadedPath right = left;
    edit(right.program);
    return same_runs(left, right);
}

// if (c) a; becomes if (!c) ; else a;
void turn_round(ir::Program& program) {
    auto& branch = std::get<ir::If>(find(program, enter, probe).statement().node);
    branch.condition = ir::negation(branch.condition);
    std::swap(branch.then_body, branch.else_body);
}

void extract_helper(ir::Program& program) {
    ir::Statement& statement = find(program, enter, probe).statement();
    program.functions["our_probe"] = {"our_probe", {}, {}, 0, {statement}, statement.source};
    statement.node = ir::Call{"our_probe", {}, ""};
}

void keep_in_local(ir::Program& program) {
    const tests::Place place = find(program, enter, probe);
    program.functions.at(enter).locals.push_back({"ours", 64});
    auto& branch = std::get<ir::If>(place.statement().node);
    branch.condition = ir::negation(ir::equal(
        ir::binary(ir::BinaryOperator::bit_and, ir::read("ours", 64), ir::constant(64, 0x400)), ir::constant(64, 0)));
    place.body->insert(place.body->begin() + static_cast<std::ptrdiff_t>(place.index),
                       {ir::Assign{"ours", ir::read("thread_info.flags", 64)}, place.statement().source});
}

// An event that nothing depends on, in front of the exit work.
ir::Statement event(const ir::Program& program) {
    return {ir::Hook{"ours", "audit", "ours", {}, {}, ir::Sharing::history}, program.functions.at(leave).source};
}

void show(ir::Program& program, const ir::Statement& statement) {
    ir::Body& body = program.functions.at(leave).body;
    body.insert(body.begin(), statement);
}

}  // namespace

TEST_CASE("the same steps written otherwise are told to be the same, for any number of syscalls") {
    CHECK(edited([](ir::Program&) {}) == SameRuns::any_number);
    CHECK(edited(turn_round) == SameRuns::any_number);
    CHECK(edited(extract_helper) == SameRuns::any_number);
    CHECK(edited(keep_in_local) == SameRuns::any_number);
}

TEST_CASE("what does something else is not, wherever it is") {
    const ir::ExpressionRef flags = ir::read("thread_info.flags", 64);
    const std::vector<tests::Edit> wrongs = {
        tests::drop(enter, probe),
        tests::swap_with_next(enter, probe),
        tests::drop(leave, "call audit_syscall_exit"),
        tests::condition(enter, probe, ir::negation(ir::extract(flags, 10, 1))),
        tests::condition(enter, probe, ir::extract(flags, 9, 1)),
        tests::insert(leave, tests::Where::first, "regs.pstate", ir::constant(64, 0)),
        // Only what happens between syscalls.
        tests::drop("user_rewind_single_step", "regs.pstate"),
        tests::drop("ptrace_resume", "if ((request == 9:64)"),
        [](ir::Program& program) { program.flag_bits.at(0).bit = 60; },
        [](ir::Program& program) { program.functions.at(leave).body.clear(); },
    };
    for (const tests::Edit& wrong : wrongs) CHECK(edited(wrong) == SameRuns::no);
}

TEST_CASE("an event that is shown at other times is another run, though no state tells") {
    LoadedPath left = load_path("legacy"), right = left;
    const ir::Statement shown = event(left.program);
    show(left.program, shown);
    show(right.program, shown);
    CHECK(same_runs(left, right) == SameRuns::any_number);
    right = load_path("legacy");
    show(right.program, {ir::If{ir::extract(ir::read("thread_info.flags", 64), 9, 1), {shown}, {}}, shown.source});
    CHECK(same_runs(left, right) == SameRuns::no);
}

TEST_CASE("a local that may hold no value is no rename of one that does") {
    // The read of a value that was never there is an event.
    const SameRuns found = edited([](ir::Program& program) {
        keep_in_local(program);
        const tests::Place place = find(program, enter, "ours := ");
        place.body->erase(place.body->begin() + static_cast<std::ptrdiff_t>(place.index));
    });
    CHECK(found == SameRuns::no);
}

TEST_CASE("two paths that differ are not the same") {
    CHECK(same_runs(load_path("legacy"), load_path("generic")) == SameRuns::no);
}
