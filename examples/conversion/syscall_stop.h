/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What arm64 adds to the two stops of generic entry: a tracer finds in x7 (in
 * r12 of a compat task) whether this is the entry or the exit of a system call.
 * The task gets its own value back, whatever the tracer wrote there. A step
 * report is no such stop and shows the register as it is.
 */
#ifndef _ASM_ARM64_SYSCALL_STOP_H
#define _ASM_ARM64_SYSCALL_STOP_H

#include <linux/compat.h>
#include <linux/ptrace.h>

#define SYSCALL_STOP_ENTRY	0
#define SYSCALL_STOP_EXIT	1

static __always_inline bool arch_ptrace_report_syscall_permit_entry(struct pt_regs *regs)
{
	int marker = is_compat_task() ? 12 : 7;
	unsigned long own = regs->regs[marker];
	bool permit;

	regs->regs[marker] = SYSCALL_STOP_ENTRY;
	permit = ptrace_report_syscall_permit_entry(regs);
	if (!permit)
		forget_syscall(regs);
	regs->regs[marker] = own;

	return permit;
}

#define arch_ptrace_report_syscall_permit_entry arch_ptrace_report_syscall_permit_entry

static __always_inline void arch_ptrace_report_syscall_exit(struct pt_regs *regs, int step)
{
	int marker = is_compat_task() ? 12 : 7;
	unsigned long own = regs->regs[marker];

	if (step) {
		ptrace_report_syscall_exit(regs, 1);
		return;
	}

	regs->regs[marker] = SYSCALL_STOP_EXIT;
	ptrace_report_syscall_exit(regs, 0);
	regs->regs[marker] = own;
}

#define arch_ptrace_report_syscall_exit arch_ptrace_report_syscall_exit

#endif /* _ASM_ARM64_SYSCALL_STOP_H */
