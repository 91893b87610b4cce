// SPDX-License-Identifier: MIT
#include "a.h"
#ifdef CONFIG_X
#define PICK(x, ...) x##_flag(__VA_ARGS__)
#else
#define PICK(x, ...) ((x) + 1)
#endif
int f(struct pt_regs *regs, int new)
{
	unsigned long flags = READ_ONCE(current_thread_info()->flags);

	if (unlikely(flags & BIT(3)) || IS_ENABLED(CONFIG_Y))
		regs->regs[flags ? 7 : 12] |= PICK(new);
	set_bit(5, &current_thread_info()->flags);
	return regs->syscallno;
}
@ kernel/a.h
#pragma once
#include "a.h"
struct pt_regs { u64 regs[31]; s32 syscallno; };
struct thread_info { unsigned long flags; };
#define BIT(nr) (1UL << (nr))
static inline int new_flag(void) { return 1; }
