// SPDX-License-Identifier: MIT
#include "tests/lab/mutants.h"

#include "model/ir/builder.h"
#include "tests/edit_program.h"

namespace entryproof::lab {

namespace {

using namespace ir;
using namespace tests;

ExpressionRef has(const std::string& place, std::uint64_t bits) {
    return is_nonzero(binary(BinaryOperator::bit_and, read(place, 64), constant(64, bits)));
}

ExpressionRef requests(std::vector<std::uint64_t> numbers) {
    ExpressionRef any = truth(false);
    for (const std::uint64_t number : numbers) any = either(any, equal(read("request", 64), constant(64, number)));
    return any;
}

ExpressionRef untruncated_result() {
    const ExpressionRef low = extract(read("regs.regs[0]", 64), 0, 32);
    return select(equal(sign_extend(low, 64), read("regs.regs[0]", 64)), low, constant(32, 0));
}

}  // namespace

// Flat: one row a fact.
const std::vector<Mutant>& mutants() {
    static const std::vector<Mutant> table = {
        {"x7 reads 1 in an entry stop", argument("report_syscall_entry", "call ptrace_save_reg", 0, constant(64, 1))},
        {"x7 is itself in an exit stop", swap_with_next("report_syscall_exit", "call ptrace_report_syscall_exit(0")},
        {"a user number of -1 leaves x0 alone", drop("el0_svc_common", "if (scno == 0xffffffff:32)")},
        {"the filter runs before the entry stop", swap_with_next("syscall_trace_enter", "& 0x1100:64")},
        {"an emulated syscall is executed",
         condition("syscall_trace_enter", "& 0x1000:64", is_nonzero(read("ret", 32)))},
        {"sys_enter goes by the flags at the entry",
         condition("syscall_trace_enter", "if !((thread_info.flags & 0x400:64)", has("flags", 0x400))},
        {"orig_x0 follows x0 even when the number is -1",
         drop("update_syscall_orig_x0_after_ptrace", "if (regs.syscallno == 0xffffffff:32)")},
        {"orig_x0 follows x0 even in an exit stop",
         drop("update_syscall_orig_x0_after_ptrace", "task.ptrace_message == 2:64")},
        {"a restart code is judged in 64 bits",
         assign("do_signal_begin", "do_signal.retval := regs", untruncated_result())},
        {"the number survives a signal", drop("do_signal_begin", "regs.syscallno :=")},
        {"-516 restarts the syscall itself", drop("do_signal_end", "do_signal.retval == 0xfffffdfc:32")},
        {"a number changed in a seccomp stop is not judged again",
         answer("__seccomp_filter", "call __seccomp_filter.recheck", truth(true))},
        {"a negative number in a seccomp stop is executed", drop("__seccomp_filter", "if (regs.syscallno <s 0:32)")},
        {"ERRNO is not capped", argument("__seccomp_filter", "call syscall_set_return_value(-", 0,
                                         unary(UnaryOperator::negate, read("data", 32)))},
        {"TRAP does not roll x0 back", drop("__seccomp_filter", "call syscall_rollback")},
        {"CONT still shows the exit stop", drop("ptrace_resume", "call clear_task_syscall_work.SYSCALL_TRACE")},
        {"SYSEMU_SINGLESTEP does not step", condition("ptrace_resume", "request == 9:64", requests({9}))},
        {"the pseudo step looks like a step",
         argument("user_single_step_report", "call force_signal", 1, constant(32, 2))},
        {"a register write leaves the step as it is", drop("tracer_act", "call user_regs_reset_single_step")},
        {"a blocked SIGTRAP stays blocked when it is forced", drop("force_signal", "signals.blocked")},
        {"a handler sees a syscall that is always restarted", drop("handle_signal", "do_signal.restart_addr")},
        {"a detached task goes on stepping", drop("ptrace_detach", "call user_disable_single_step")},
        {"TSYNC does not reach a task in a stop", drop("seccomp_assign_mode", "call set_task_syscall_work.SECCOMP")},
        {"a task that dies in its syscall leaves no audit record", drop("do_exit", "CONFIG_AUDITSYSCALL")},
        {"audit shows restart codes", assign("__audit_syscall_exit", "code := ", read("return_code", 64))},
    };
    return table;
}

}  // namespace entryproof::lab
