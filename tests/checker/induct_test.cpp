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

InductionPrograms programs(const std::string& path) { return *induction_programs(*paths::built_in_path(path)); }

Induction induction(const std::vector<InductionPrograms>& sides) {
    QueryLog log;
    return induct(sides, {}, log);
}

const KeptInvariant& kept(const Induction& induction, const std::string& name) {
    const auto found = std::find_if(induction.invariants.begin(), induction.invariants.end(),
                                    [&](const KeptInvariant& one) { return one.name == name; });
    REQUIRE(found != induction.invariants.end());
    return *found;
}

}  // namespace

TEST_CASE("every invariant of the built-in paths is inductive, and so is the relation of their words") {
    for (const std::string name : {"generic", "generic-permit"}) {
        const Induction result = induction({programs("legacy"), programs(name)});
        CHECK(result.is_proved());
        for (const KeptInvariant& one : result.invariants)
            CHECK_MESSAGE(one.verdict == Verdict::proved, name << " " << one.name << " " << one.reason);
        CHECK(kept(result, "I1.left").verdict == Verdict::proved);
        CHECK(kept(result, "I4.right").verdict == Verdict::proved);
        CHECK(kept(result, "I7.relation").verdict == Verdict::proved);
    }
}

TEST_CASE("a register that one side leaves otherwise between two syscalls parts the sides") {
    InductionPrograms spoilt = programs("generic");
    spoilt.others.functions.at("user_rewind_single_step").body.clear();
    const Induction result = induction({programs("legacy"), spoilt});
    CHECK(!result.is_proved());
    CHECK(kept(result, "I7.relation").verdict == Verdict::unknown);
    CHECK(kept(result, "I7.relation").transition == "signals");
    CHECK(kept(result, "I7.relation").reason.find("part in regs.pstate when") != std::string::npos);
}

TEST_CASE("nothing looked at is nothing proved") { CHECK(!Induction{}.is_proved()); }

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

InductionPrograms without(const std::string& path, const std::string& function, const std::string& callee) {
    InductionPrograms result = programs(path);
    bool dropped = false;
    for (ir::Program* program : {&result.syscall, &result.others})
        if (program->functions.count(function) != 0)
            dropped |= drop_calls(program->functions.at(function).body, callee);
    REQUIRE(dropped);
    return result;
}

struct Guard {
    std::string path;
    std::string function;
    std::string call;  // that keeps the invariant
    std::string broken;
    std::string last;  // transition of the run
    std::size_t steps;
};

}  // namespace

TEST_CASE("without the call that keeps it an invariant is refuted by a run from the first task") {
    for (const Guard& guard : std::vector<Guard>{
             {"generic", "user_disable_single_step", "clear_task_syscall_work.SYSCALL_EXIT_TRAP", "I4", "fork", 2},
             {"legacy", "ptrace_resume", "clear_task_syscall_work.SYSCALL_EMU", "I2", "syscall", 3},
             {"legacy", "__ptrace_unlink", "clear_task_syscall_work.SYSCALL_EMU", "I3", "detach", 3},
             {"generic", "child_begin", "clear_task_syscall_work.SYSCALL_TRACE", "I3", "fork", 3},
             {"generic", "audit_alloc", "clear_task_syscall_work.SYSCALL_AUDIT", "I1", "fork", 3}}) {
        CAPTURE(guard.call);
        CAPTURE(guard.function);
        const Induction result = induction({without(guard.path, guard.function, guard.call)});
        const KeptInvariant& broken = kept(result, guard.broken);
        CHECK(broken.verdict == Verdict::refuted);
        CHECK(broken.run.size() == guard.steps);
        CHECK(broken.transition == guard.last);
        CHECK(!result.is_proved());
    }
}
