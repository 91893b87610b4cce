// SPDX-License-Identifier: MIT
// Invariants of the built-in paths are inductive; a path without the guard that keeps one is refuted by a run from the
// first task.
#include "checker/induct.h"

#include "model/paths/paths.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

Induction induction(const ir::Program& path) {
    QueryLog log;
    return induct(path, {}, log);
}

const KeptInvariant& kept(const Induction& induction, const std::string& name) {
    const auto found = std::find_if(induction.invariants.begin(), induction.invariants.end(),
                                    [&](const KeptInvariant& one) { return one.name == name; });
    REQUIRE(found != induction.invariants.end());
    return *found;
}

}  // namespace

TEST_CASE("every invariant of the built-in paths is inductive") {
    for (const std::string name : {"legacy", "generic", "generic-permit"}) {
        const Induction result = induction(*paths::built_in_path(name));
        CHECK(result.is_modelled);
        for (const KeptInvariant& one : result.invariants)
            CHECK_MESSAGE(one.verdict == Verdict::proved, name << " " << one.name << " " << one.reason);
    }
}

namespace {

// Makes every call of `callee` inside `function` of the path do nothing; false when there is none.
bool drop_calls(ir::Body& body, const std::string& callee) {
    bool dropped = false;
    for (auto statement = body.begin(); statement != body.end();) {
        if (auto* branch = std::get_if<ir::If>(&statement->node)) {
            dropped |= drop_calls(branch->then_body, callee);
            dropped |= drop_calls(branch->else_body, callee);
        }
        if (auto* block = std::get_if<ir::Block>(&statement->node)) dropped |= drop_calls(block->body, callee);
        const auto* call = std::get_if<ir::Call>(&statement->node);
        const bool drops = call != nullptr && call->function == callee;
        statement = drops ? body.erase(statement) : std::next(statement);
        dropped |= drops;
    }
    return dropped;
}

ir::Program without(const std::string& path, const std::string& function, const std::string& callee) {
    ir::Program program = *paths::built_in_path(path);
    REQUIRE(drop_calls(program.functions.at(function).body, callee));
    return program;
}

}  // namespace

TEST_CASE("a disable that does not clear EXIT_TRAP is refuted by a run from the first task") {
    const Induction result =
        induction(without("generic", "user_disable_single_step", "clear_task_syscall_work.SYSCALL_EXIT_TRAP"));
    const KeptInvariant& trap = kept(result, "I4");
    CHECK(trap.verdict == Verdict::refuted);
    REQUIRE(!trap.run.empty());
    for (const InductionStep& step : trap.run) MESSAGE(step.transition << " " << step.text);
    CHECK(kept(result, "I2").verdict == Verdict::proved);
}

TEST_CASE("a resume that does not clear EMU is refuted") {
    const Induction result = induction(without("legacy", "ptrace_resume", "clear_task_syscall_work.SYSCALL_EMU"));
    const KeptInvariant& both = kept(result, "I2");
    CHECK(both.verdict == Verdict::refuted);
    for (const InductionStep& step : both.run) MESSAGE(step.transition << " " << step.text);
}
