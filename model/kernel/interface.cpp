// SPDX-License-Identifier: MIT
// The tables behind interface.h: flat, one row a function.
#include "model/kernel/interface.h"

namespace entryproof::kernel {

namespace {

constexpr ir::Width boolean = 1;
constexpr ir::Width word = 32;
constexpr ir::Width double_word = 64;

const std::vector<ir::Parameter> none{};

}  // namespace

const std::vector<Signature>& hooks() {
    static const std::vector<Signature> table = {
        {"ptrace_notify",
         {{"exit_code", word}, {"message", double_word}},
         word,
         true,
         "kernel/signal.c:ptrace_notify@7.3",
         "stops for the tracer; returns the signal it resumed with"},
        {"send_sig",
         {{"sig", word}, {"priv", word}},
         word,
         true,
         "kernel/signal.c:send_sig@7.3",
         "queues a signal to the task itself"},
        {"fatal_signal_pending", none, word, true, "include/linux/sched/signal.h:fatal_signal_pending@7.3",
         "SIGKILL in the pending set"},
        {"user_single_step_report", none, 0, false, "include/linux/ptrace.h:user_single_step_report@7.3",
         "forces the pseudo-step SIGTRAP, si_code 0"},
        {"__seccomp_permit_syscall", none, boolean, false, "kernel/seccomp.c:__seccomp_permit_syscall@7.3",
         "the filter chain and all its actions"},
        {"trace_sys_enter",
         {{"id", double_word}},
         0,
         false,
         "include/trace/events/syscalls.h:sys_enter@7.3",
         "tracepoint; a module's probe may write registers"},
        {"trace_sys_exit",
         {{"ret", double_word}},
         0,
         false,
         "include/trace/events/syscalls.h:sys_exit@7.3",
         "tracepoint"},
        {"audit_context", none, double_word, false, "include/linux/audit.h:audit_context@7.3",
         "non-zero iff the task has an audit context"},
        {"__audit_syscall_entry",
         {{"major", word}, {"a0", double_word}, {"a1", double_word}, {"a2", double_word}, {"a3", double_word}},
         0,
         false,
         "kernel/auditsc.c:__audit_syscall_entry@7.3",
         "marks the audit context"},
        {"__audit_syscall_exit",
         {{"success", word}, {"return_code", double_word}},
         0,
         false,
         "kernel/auditsc.c:__audit_syscall_exit@7.3",
         "writes the record and resets the context"},
        {"__rseq_debug_syscall_return", none, 0, false, "kernel/rseq.c:__rseq_debug_syscall_return@7.3",
         "judges pc against the critical section in user memory"},
        {"syscall_body",
         {{"nr", word}},
         double_word,
         true,
         "arch/arm64/kernel/syscall.c:__invoke_syscall@7.3",
         "the table entry of number nr"},
        {"arm64_syscall_exit_to_user_mode", none, 0, false,
         "arch/arm64/kernel/entry-common.c:arm64_syscall_exit_to_user_mode@7.3",
         "the exit-to-user loop: signals, MTE fault, death; then the return"},
        {"sys_ni_syscall", none, double_word, true, "kernel/sys_ni.c:sys_ni_syscall@7.3", "-ENOSYS"},
        {"compat_arm_syscall",
         {{"scno", word}},
         double_word,
         true,
         "arch/arm64/kernel/sys_compat.c:compat_arm_syscall@7.3",
         "ARM private calls; compat tasks only"},
    };
    return table;
}

const std::vector<Signature>& path_functions() {
    static const std::vector<Signature> table = {
        {"el0_svc", none, 0, false, "arch/arm64/kernel/entry-common.c:el0_svc@7.3", "the path itself"},
        {"ptrace_resume",
         {{"request", double_word}, {"data", double_word}},
         word,
         true,
         "kernel/ptrace.c:ptrace_resume@7.3",
         "sets the flags for the resume mode; the wake-up itself has no effect here"},
        {"user_enable_single_step", none, 0, false, "arch/arm64/kernel/debug-monitors.c:user_enable_single_step@7.3",
         ""},
        {"user_disable_single_step", none, 0, false, "arch/arm64/kernel/debug-monitors.c:user_disable_single_step@7.3",
         ""},
        {"user_regs_reset_single_step", none, 0, false,
         "arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step@7.3", "SPSR.SS at a register write"},
        {"user_rewind_single_step", none, 0, false, "arch/arm64/kernel/debug-monitors.c:user_rewind_single_step@7.3",
         ""},
        {"update_syscall_orig_x0_after_ptrace", none, 0, false,
         "arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace@7.3", ""},
        {"syscall_get_nr", none, word, true, "arch/arm64/include/asm/syscall.h:syscall_get_nr@7.3", ""},
        {"syscall_get_arguments",
         {{"args[0]", double_word, true},
          {"args[1]", double_word, true},
          {"args[2]", double_word, true},
          {"args[3]", double_word, true},
          {"args[4]", double_word, true},
          {"args[5]", double_word, true}},
         0,
         false,
         "arch/arm64/include/asm/syscall.h:syscall_get_arguments@7.3",
         ""},
        {"syscall_rollback", none, 0, false, "arch/arm64/include/asm/syscall.h:syscall_rollback@7.3", ""},
        {"syscall_set_return_value",
         {{"error", word}, {"val", double_word}},
         0,
         false,
         "arch/arm64/include/asm/syscall.h:syscall_set_return_value@7.3",
         ""},
        {"syscall_get_return_value", none, double_word, true,
         "arch/arm64/include/asm/syscall.h:syscall_get_return_value@7.3", ""},
        {"syscall_get_arch", none, word, true, "arch/arm64/include/asm/syscall.h:syscall_get_arch@7.3", ""},
        {"set_task_syscall_work.SECCOMP", none, 0, false, "kernel/seccomp.c:seccomp_assign_mode@7.3",
         "a filter is installed, by the task or by TSYNC"},
        {"set_task_syscall_work.SYSCALL_TRACE", none, 0, false, "kernel/ptrace.c:ptrace_resume@7.3", ""},
        {"set_task_syscall_work.SYSCALL_EMU", none, 0, false, "kernel/ptrace.c:ptrace_resume@7.3", ""},
        {"set_task_syscall_work.SYSCALL_AUDIT", none, 0, false, "kernel/auditsc.c:audit_alloc@7.3", ""},
        {"set_task_syscall_work.SYSCALL_TRACEPOINT", none, 0, false, "kernel/tracepoint.c:syscall_regfunc@7.3", ""},
        {"clear_task_syscall_work.SECCOMP", none, 0, false, "include/linux/thread_info.h@7.3",
         "never called by the kernel; builds the start state"},
        {"clear_task_syscall_work.SYSCALL_TRACE", none, 0, false, "kernel/ptrace.c:__ptrace_unlink@7.3", ""},
        {"clear_task_syscall_work.SYSCALL_EMU", none, 0, false, "kernel/ptrace.c:__ptrace_unlink@7.3", ""},
        {"clear_task_syscall_work.SYSCALL_AUDIT", none, 0, false, "kernel/auditsc.c:audit_alloc@7.3", ""},
        {"clear_task_syscall_work.SYSCALL_TRACEPOINT", none, 0, false, "kernel/tracepoint.c:syscall_unregfunc@7.3", ""},
        {"set_thread_flag.TIF_MTE_ASYNC_FAULT", none, 0, false, "arch/arm64/kernel/entry.S:check_mte_async_tcf@7.3",
         "a tag fault was found on kernel entry"},
        {"clear_thread_flag.TIF_MTE_ASYNC_FAULT", none, 0, false,
         "arch/arm64/kernel/entry-common.c:arch_exit_to_user_mode_work@7.3", ""},
        {"test_thread_flag.TIF_MTE_ASYNC_FAULT", none, boolean, false,
         "arch/arm64/kernel/entry-common.c:arch_exit_to_user_mode_work@7.3", ""},
        {"set_thread_flag.TIF_32BIT", none, 0, false, "arch/arm64/include/asm/elf.h:COMPAT_SET_PERSONALITY@7.3", ""},
        {"clear_thread_flag.TIF_32BIT", none, 0, false, "arch/arm64/include/asm/elf.h:SET_PERSONALITY@7.3", ""},
        {"test_thread_flag.TIF_SINGLESTEP", none, boolean, false, "arch/arm64/kernel/signal.c:setup_return@7.3", ""},
    };
    return table;
}

const std::vector<Signature>& without_effect() {
    static const std::vector<Signature> table = {
        {"add_random_kstack_offset", none, 0, false, "include/linux/randomize_kstack.h@7.3",
         "moves the kernel stack only"},
        {"arm64_syscall_enter_from_user_mode", none, 0, false, "arch/arm64/kernel/entry-common.c@7.3",
         "context tracking, TCO and SME state on entry; no observer of the sequence sees it"},
        {"cortex_a76_erratum_1463225_svc_handler", none, 0, false, "arch/arm64/kernel/entry-common.c@7.3",
         "takes a debug exception that an erratum left pending"},
        {"fpsimd_syscall_enter", none, 0, false, "arch/arm64/kernel/entry-common.c@7.3",
         "FP and SVE state, not covered"},
        {"fpsimd_syscall_exit", none, 0, false, "arch/arm64/kernel/entry-common.c@7.3",
         "FP and SVE state, not covered"},
        {"local_daif_restore", none, 0, false, "arch/arm64/include/asm/daifflags.h@7.3", "interrupt masking"},
    };
    return table;
}

}  // namespace entryproof::kernel
