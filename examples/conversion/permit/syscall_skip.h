/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Variant: -1 is a number like any other that no system call has. Whoever set it
 * gets -ENOSYS in x0, as on other architectures of generic entry.
 */
#ifndef _ASM_ARM64_SYSCALL_SKIP_H
#define _ASM_ARM64_SYSCALL_SKIP_H

#include <linux/types.h>

static __always_inline bool syscall_is_skipped(int scno)
{
	return false;
}

#endif /* _ASM_ARM64_SYSCALL_SKIP_H */
