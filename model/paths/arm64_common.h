// SPDX-License-Identifier: MIT
// The arm64 functions that legacy and converted kernels share: register helpers, single step, ptrace_resume, and the
// dispatch to the syscall table. One C++ function per file of the kernel.
#pragma once

#include "model/ir/program.h"
#include "model/kernel/writer.h"
#include "model/paths/arm64_layout.h"

namespace entryproof::paths {

// is_compat_task() and is_compat_thread(): arch/arm64/include/asm/compat.h@7.3. `numbers`, here and below: of the TIF_
// flags.
ir::ExpressionRef is_compat_task(const TifNumbers& numbers = arm64_tif_numbers());

// arch/arm64/include/asm/syscall.h: syscall_get_nr and its sisters.
void add_syscall_accessors(ir::Program& program, const TifNumbers& numbers = arm64_tif_numbers());

// arch/arm64/kernel/ptrace.c: update_syscall_orig_x0_after_ptrace, ptrace_save_reg, forget_syscall.
void add_arm64_ptrace_helpers(ir::Program& program, const TifNumbers& numbers = arm64_tif_numbers());

// arch/arm64/kernel/debug-monitors.c: user_*_single_step. `shadow_exit_trap`: the converted code, which sets and clears
// SYSCALL_EXIT_TRAP together with TIF_SINGLESTEP.
void add_single_step(ir::Program& program, bool shadow_exit_trap, const TifNumbers& numbers = arm64_tif_numbers());

// kernel/ptrace.c:ptrace_resume over the path's own setters.
void add_ptrace_resume(ir::Program& program);

// include/linux/ptrace.h: ptrace_report_syscall, ptrace_report_syscall_permit_entry, ptrace_report_syscall_exit.
void add_ptrace_report(ir::Program& program);

// include/linux/audit.h: audit_syscall_entry and audit_syscall_exit, empty without CONFIG_AUDITSYSCALL.
void add_audit_wrappers(ir::Program& program);

// arch/arm64/kernel/syscall.c: do_ni_syscall, invoke_syscall.
void add_invoke_syscall(ir::Program& program, const TifNumbers& numbers = arm64_tif_numbers());

}  // namespace entryproof::paths
