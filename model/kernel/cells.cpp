// SPDX-License-Identifier: MIT
// The tables behind cells.h: flat, one row a field.
#include "model/kernel/cells.h"

namespace entryproof::kernel {

std::string register_cell(unsigned number) { return "regs.regs[" + std::to_string(number) + "]"; }

const std::vector<FieldCell>& shared_field_cells() {
    static const std::vector<FieldCell> table = {
        {"thread_info", "flags", "thread_info.flags", 64, false, "TIF_ flag word"},
        {"thread_info", "syscall_work", "thread_info.syscall_work", 64, false, "SYSCALL_WORK_ flag word"},
        {"task_struct", "ptrace", "task.ptrace", 32, false, "PT_PTRACED and the ptrace options"},
        {"task_struct", "ptrace_message", "task.ptrace_message", 64, false, "message of the present stop, else 0"},
        {"task_struct", "last_siginfo", "task.last_siginfo", 64, false, "not NULL during a ptrace stop"},
        {"task_struct", "exit_code", "task.exit_code", 32, true,
         "status of the stop; the tracer's signal when resumed"},
        {"task_struct", "jobctl", "task.jobctl", 64, false, "job control bits; no observer sees them here"},
        {"kernel_siginfo", "si_code", "task.last_siginfo.si_code", 32, true, "si_code of the present stop"},
    };
    return table;
}

const std::vector<FieldCell>& dispatch_field_cells() {
    static const std::vector<FieldCell> table = {
        {"syscall_user_dispatch", "selector", "dispatch.selector", 64, false, "address of the selector byte, or NULL"},
        {"syscall_user_dispatch", "offset", "dispatch.offset", 64, false,
         "start of the range that is never dispatched"},
        {"syscall_user_dispatch", "len", "dispatch.len", 64, false, "length of that range"},
        {"syscall_user_dispatch", "on_dispatch", "dispatch.on_dispatch", 1, false,
         "latch: this syscall was dispatched"},
    };
    return table;
}

const std::vector<ir::Cell>& option_cells() {
    static const std::vector<ir::Cell> table = {
        {"CONFIG_AUDITSYSCALL", 1, "syscall auditing is built in"},
        {"CONFIG_SECCOMP", 1, "seccomp is built in"},
        {"CONFIG_RSEQ", 1, "restartable sequences are built in"},
        {"CONFIG_DEBUG_RSEQ", 1, "on legacy: the rseq check at every syscall exit"},
        {"CONFIG_COMPAT", 1, "32-bit tasks"},
        {"CONFIG_CHECKPOINT_RESTORE", 1, "PTRACE_O_SUSPEND_SECCOMP is obeyed"},
        {"NR_syscalls", 32, "entries of the syscall table of the task's ABI"},
        {"rseq_debug_enabled", 1, "static key: the rseq check of generic entry"},
    };
    return table;
}

}  // namespace entryproof::kernel
