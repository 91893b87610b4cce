// SPDX-License-Identifier: GPL-2.0
/* The other half of user_enable_single_step.c. */
void user_disable_single_step(struct task_struct *task)
{
	clear_tsk_thread_flag(task, TIF_SINGLESTEP);
	clear_task_syscall_work(task, SYSCALL_EXIT_TRAP);
}
