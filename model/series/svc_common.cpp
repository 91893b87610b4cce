// SPDX-License-Identifier: MIT
// arch/arm64/kernel/syscall.c:el0_svc_common, from 7.0 to the patch before the conversion.
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "model/series/parts.h"

namespace entryproof::series {

using namespace ir;
using namespace kernel;

namespace {

void call_helper(BodyBuilder& body) { body.call("syscall_exit_to_user_mode_work"); }

// The exit work with flags read for it, or reading them itself.
void call_exit_work(BodyBuilder& body, const Steps& steps) {
    const std::string name = steps.exit_work_is_renamed ? "syscall_exit_work" : "syscall_trace_exit";
    if (!steps.exit_flags_are_passed) {
        body.call(name);
        return;
    }
    body.assign("flags", read_thread_flags());
    body.call(name, {by_value(read("flags", 64))});
}

ExpressionRef fresh_word_has_work(const Steps& steps) {
    const ExpressionRef flags = read("flags", 64);
    return either(steps.branch_asks_for_exit_work ? has_syscall_exit_work(flags) : has_syscall_work(flags),
                  has_flags(flags, {"TIF_SINGLESTEP"}));
}

// What a quiet syscall does behind its body, up to its return.
void quiet_end(BodyBuilder& quiet, const Steps& steps) {
    if (steps.exit_branch == ExitBranch::calls_anyway) {
        call_helper(quiet);
        quiet.return_();
        return;
    }
    quiet.assign("flags", read_thread_flags());
    if (steps.exit_branch == ExitBranch::returns_early) {
        const ExpressionRef flags = read("flags", 64);
        quiet.if_(both(negation(has_syscall_work(flags)), negation(has_flags(flags, {"TIF_SINGLESTEP"}))),
                  [](BodyBuilder& nothing_to_do) { nothing_to_do.return_(); });
        return;
    }
    quiet.if_(fresh_word_has_work(steps), [&](BodyBuilder& work) {
        if (steps.exit_branch == ExitBranch::calls_inside)
            call_helper(work);
        else
            call_exit_work(work, steps);
    });
    quiet.return_();
}

void enter(BodyBuilder& work, const Steps& steps) {
    work.if_(equal(read("scno", 32), int_constant(NO_SYSCALL)), [](BodyBuilder& then) {
        then.call("syscall_set_return_value", {by_value(int_constant(-ENOSYS)), by_value(long_constant(0))});
    });
    if (steps.entry_flags == EntryFlags::read_by_callee)
        work.call("syscall_trace_enter", {}, "scno");
    else
        work.call(
            "syscall_trace_enter",
            {by_value(steps.entry_flags == EntryFlags::callers_snapshot ? read("flags", 64) : read_thread_flags())},
            "scno");
    work.if_(equal(read("scno", 32), int_constant(NO_SYSCALL)), [](BodyBuilder& then) { then.leave("trace_exit"); });
}

}  // namespace

void replace_svc_common(Program& program, const Steps& steps, const std::string& release) {
    program.functions.erase("el0_svc_common");
    FunctionWriter f("el0_svc_common", at("arch/arm64/kernel/syscall.c", "el0_svc_common", release),
                     {{"scno", 32}, {"sc_nr", 32}, {"compat_table", 1}});
    const ExpressionRef flags = f.local("flags", 64);
    const ExpressionRef scno = read("scno", 32);
    f.assign("flags", read_thread_flags());
    f.assign("regs.orig_x0", cell(register_cell(0)));
    f.assign("regs.syscallno", scno);
    f.if_(has_flags(flags, {"TIF_MTE_ASYNC_FAULT"}), [](BodyBuilder& then) {
        then.call("syscall_set_return_value", {by_value(int_constant(-ERESTARTNOINTR)), by_value(long_constant(0))});
        then.return_();
    });
    f.block("trace_exit", [&](BodyBuilder& entry_and_body) {
        entry_and_body.if_(has_syscall_work(flags), [&](BodyBuilder& work) { enter(work, steps); });
        entry_and_body.call("invoke_syscall",
                            {by_value(scno), by_value(read("sc_nr", 32)), by_value(read("compat_table", 1))});
        if (steps.exit_branch != ExitBranch::none)
            entry_and_body.if_(both(negation(has_syscall_work(flags)), negation(cell("CONFIG_DEBUG_RSEQ"))),
                               [&](BodyBuilder& quiet) { quiet_end(quiet, steps); });
    });
    if (steps.exit_helper == ExitHelper::none)
        call_exit_work(f, steps);
    else
        call_helper(f);
    f.add_to(program);
}

}  // namespace entryproof::series
