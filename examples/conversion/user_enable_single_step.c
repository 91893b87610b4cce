// SPDX-License-Identifier: GPL-2.0
/*
 * Generic entry has a work bit of its own for the report that takes the place
 * of the step over an svc. It goes with the flag, whoever asks for the step.
 */
void user_enable_single_step(struct task_struct *task)
{
	set_task_syscall_work(task, SYSCALL_EXIT_TRAP);
	if (!test_and_set_tsk_thread_flag(task, TIF_SINGLESTEP))
		set_regs_spsr_ss(task_pt_regs(task));
}
