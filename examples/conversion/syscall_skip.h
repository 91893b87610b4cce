/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tracer or probe asks for a system call to be skipped by setting its number
 * to -1: the body is left out and x0 stays as it was put.
 */
#ifndef _ASM_ARM64_SYSCALL_SKIP_H
#define _ASM_ARM64_SYSCALL_SKIP_H

#include <linux/types.h>

static __always_inline bool syscall_is_skipped(int scno)
{
	return scno == -1;
}

#endif /* _ASM_ARM64_SYSCALL_SKIP_H */
