// SPDX-License-Identifier: MIT
// arch/arm64/kernel/ptrace.c:syscall_trace_exit, later syscall_exit_work, and the function that the series puts before
// it, syscall_exit_to_user_mode_work.
#include "model/kernel/cells.h"
#include "model/kernel/writer.h"
#include "model/series/parts.h"

namespace entryproof::series {

using namespace ir;
using namespace kernel;

namespace {

const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";

// include/linux/rseq.h: empty without CONFIG_DEBUG_RSEQ.
void rseq_syscall(BodyBuilder& body) {
    body.if_(both(cell("CONFIG_RSEQ"), cell("CONFIG_DEBUG_RSEQ")),
             [](BodyBuilder& then) { then.call("__rseq_debug_syscall_return"); });
}

void add_report_single_step(Program& program, const std::string& release) {
    FunctionWriter f("report_single_step", at(ptrace_c, "report_single_step", release), {{"flags", 64}}, 1);
    f.if_(has_flags(read("flags", 64), {"TIF_SYSCALL_EMU"}), [](BodyBuilder& then) { then.return_(truth(false)); });
    f.return_(has_flags(read("flags", 64), {"TIF_SINGLESTEP"}));
    f.add_to(program);
}

void report(FunctionWriter& f, const Steps& steps) {
    const ExpressionRef flags = read("flags", 64);
    const auto tell = [](BodyBuilder& then) { then.call("report_syscall_exit"); };
    if (!steps.no_step_report_under_emu) {
        f.if_(has_flags(flags, {"TIF_SYSCALL_TRACE", "TIF_SINGLESTEP"}), tell);
        return;
    }
    const ExpressionRef step = f.local("step", 1);
    f.call("report_single_step", {by_value(flags)}, "step");
    f.if_(either(step, has_flags(flags, {"TIF_SYSCALL_TRACE"})), tell);
}

void add_exit_work(Program& program, const Steps& steps, const std::string& release) {
    const std::string name = steps.exit_work_is_renamed ? "syscall_exit_work" : "syscall_trace_exit";
    const std::vector<Parameter> parameters =
        steps.exit_flags_are_passed ? std::vector<Parameter>{{"flags", 64}} : std::vector<Parameter>{};
    FunctionWriter f(name, at(ptrace_c, name, release), parameters);
    const ExpressionRef flags = steps.exit_flags_are_passed ? read("flags", 64) : f.local("flags", 64);
    f.local("value", 64);
    if (!steps.exit_flags_are_passed) f.assign("flags", read_thread_flags());
    if (steps.rseq == RseqCheck::first) rseq_syscall(f);
    f.call("audit_syscall_exit");
    f.if_(has_flags(flags, {"TIF_SYSCALL_TRACEPOINT"}), [](BodyBuilder& then) {
        then.call("syscall_get_return_value", {}, "value");
        then.call("trace_sys_exit", {by_value(read("value", 64))});
    });
    report(f, steps);
    if (steps.rseq == RseqCheck::last) rseq_syscall(f);
    f.add_to(program);
}

void add_helper(Program& program, const Steps& steps, const std::string& release) {
    FunctionWriter f("syscall_exit_to_user_mode_work", at(ptrace_c, "syscall_exit_to_user_mode_work", release));
    const ExpressionRef flags = f.local("flags", 64);
    const auto work = [&](BodyBuilder& then) { then.call("syscall_exit_work", {by_value(flags)}); };
    f.assign("flags", read_thread_flags());
    if (steps.rseq == RseqCheck::before_the_gate) rseq_syscall(f);
    if (steps.exit_helper == ExitHelper::calls_always)
        work(f);
    else
        f.if_(
            either(steps.exit_helper == ExitHelper::exit_work ? has_syscall_exit_work(flags) : has_syscall_work(flags),
                   has_flags(flags, {"TIF_SINGLESTEP"})),
            work);
    f.add_to(program);
}

}  // namespace

void replace_exit_work(Program& program, const Steps& steps, const std::string& release) {
    program.functions.erase("syscall_trace_exit");
    add_exit_work(program, steps, release);
    if (steps.no_step_report_under_emu) add_report_single_step(program, release);
    if (steps.exit_helper != ExitHelper::none) add_helper(program, steps, release);
}

}  // namespace entryproof::series
