// SPDX-License-Identifier: GPL-2.0
/*
 * The arm64 system call on generic entry. What is arm64's own: a pending tag
 * check fault comes before everything else, a user's -1 is answered with
 * -ENOSYS before anyone looks, and number -1 after entry work means skip.
 */
#include <linux/entry-common.h>

#include <asm/syscall_skip.h>

/* False: leave the body out, x0 is the answer already. */
static bool arm64_syscall_entry(struct pt_regs *regs, int *scno)
{
	long nr = *scno;

	if (!(READ_ONCE(current_thread_info()->syscall_work) & SYSCALL_WORK_ENTER))
		return true;

	/*
	 * From here on -1 reads as "skip and keep x0", so it must not hold the
	 * first argument of a user who asked for -1.
	 */
	if (*scno == NO_SYSCALL)
		syscall_set_return_value(current, regs, -ENOSYS, 0);

	if (!syscall_enter_from_user_mode_work(regs, &nr))
		return false;

	*scno = nr;
	return !syscall_is_skipped(nr);
}

static void el0_svc_common(struct pt_regs *regs, int scno, int sc_nr,
			   const syscall_fn_t syscall_table[])
{
	regs->orig_x0 = regs->regs[0];
	regs->syscallno = scno;

	/* The exit loop sends the signal, then the call is made again. */
	if (unlikely(test_thread_flag(TIF_MTE_ASYNC_FAULT))) {
		syscall_set_return_value(current, regs, -ERESTARTNOINTR, 0);
		return;
	}

	if (arm64_syscall_entry(regs, &scno))
		invoke_syscall(regs, scno, sc_nr, syscall_table);

	syscall_exit_to_user_mode_work(regs);
}
