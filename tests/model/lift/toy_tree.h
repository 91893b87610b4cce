// SPDX-License-Identifier: MIT
// A whole kernel tree in a few lines of C of our own: enough for every function a path must provide.
// Tests change one file of it and see what the lifter says.
#pragma once

#include "model/lift/lift.h"

#include <stdexcept>
#include <string>

namespace entryproof::toy_tree {

inline const std::string entry = "arch/arm64/kernel/entry-common.c";
inline const std::string header = "arch/arm64/include/asm/thread_info.h";
inline const std::string steps = "arch/arm64/kernel/debug-monitors.c";
inline const std::string tracing = "arch/arm64/kernel/ptrace.c";
inline const std::string resume = "kernel/ptrace.c";

inline const char* const header_text = R"(#ifndef TOY_THREAD_INFO_H
#define TOY_THREAD_INFO_H
struct user_pt_regs { u64 regs[31]; u64 sp; u64 pc; u64 pstate; };
struct pt_regs { u64 regs[31]; u64 sp; u64 pc; u64 pstate; u64 orig_x0; s32 syscallno; };
struct thread_info { unsigned long flags; };
struct task_struct { unsigned int ptrace; int exit_code; unsigned long ptrace_message; };
#define TIF_MTE_ASYNC_FAULT 6
#define TIF_SYSCALL_TRACE 8
#define TIF_SYSCALL_AUDIT 9
#define TIF_SYSCALL_TRACEPOINT 10
#define TIF_SECCOMP 11
#define TIF_SYSCALL_EMU 12
#define TIF_SINGLESTEP 21
#define TIF_32BIT 22
#define _TIF_SYSCALL_TRACE (1 << TIF_SYSCALL_TRACE)
#define _TIF_SYSCALL_WORK (_TIF_SYSCALL_TRACE | (0x1e << TIF_SYSCALL_TRACE))
static inline void set_flag(struct thread_info *ti, int flag) { set_bit(flag, (unsigned long *)&ti->flags); }
static inline void clear_flag(struct thread_info *ti, int flag) { clear_bit(flag, (unsigned long *)&ti->flags); }
static inline int test_flag(struct thread_info *ti, int flag) { return test_bit(flag, (unsigned long *)&ti->flags); }
#define set_thread_flag(flag) set_flag(current_thread_info(), flag)
#define clear_thread_flag(flag) clear_flag(current_thread_info(), flag)
#define test_thread_flag(flag) test_flag(current_thread_info(), flag)
#define set_task_syscall_work(t, fl) set_flag(task_thread_info(t), TIF_##fl)
#define clear_task_syscall_work(t, fl) clear_flag(task_thread_info(t), TIF_##fl)
static inline int syscall_get_nr(struct task_struct *task, struct pt_regs *regs) { return regs->syscallno; }
static inline void syscall_rollback(struct task_struct *task, struct pt_regs *regs) { regs->regs[0] = regs->orig_x0; }
static inline long syscall_get_return_value(struct task_struct *task, struct pt_regs *regs) { return regs->regs[0]; }
static inline int syscall_get_arch(struct task_struct *task) { return 7; }
static inline void syscall_set_return_value(struct task_struct *task, struct pt_regs *regs, int error, long val)
{
	regs->regs[0] = error ? error : val;
}
static inline void syscall_get_arguments(struct task_struct *task, struct pt_regs *regs, unsigned long *args)
{
	args[0] = regs->orig_x0;
	args[1] = args[2] = args[3] = args[4] = args[5] = regs->regs[1];
}
#endif
)";

inline const char* const entry_text = R"(#include <asm/thread_info.h>
static void noinstr el0_svc(struct pt_regs *regs)
{
	unsigned long flags = READ_ONCE(current_thread_info()->flags);

	regs->orig_x0 = regs->regs[0];
	if (unlikely(flags & _TIF_SYSCALL_WORK))
		trace_sys_enter(regs, regs->syscallno);
	arm64_syscall_exit_to_user_mode(regs);
}
)";

inline const char* const steps_text = R"(#include <asm/thread_info.h>
void user_enable_single_step(struct task_struct *task) { set_flag(task_thread_info(task), TIF_SINGLESTEP); }
void user_disable_single_step(struct task_struct *task) { clear_flag(task_thread_info(task), TIF_SINGLESTEP); }
void user_regs_reset_single_step(struct user_pt_regs *regs, struct task_struct *task) { regs->pstate |= 1 << 21; }
void user_rewind_single_step(struct task_struct *task) { }
)";

inline const char* const tracing_text = R"(#include <asm/thread_info.h>
static void update_syscall_orig_x0_after_ptrace(struct task_struct *target) { }
)";

inline const char* const resume_text = R"(#include <asm/thread_info.h>
static int ptrace_resume(struct task_struct *child, long request, unsigned long data)
{
	child->exit_code = data;
	return 0;
}
)";

inline lift::MemoryTree make() {
    lift::MemoryTree tree;
    tree.write(header, header_text);
    tree.write(entry, entry_text);
    tree.write(steps, steps_text);
    tree.write(tracing, tracing_text);
    tree.write(resume, resume_text);
    return tree;
}

// `text` with the first `from` replaced; `from` must be there.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("the toy tree does not contain: " + from);
    return text.replace(at, from.size(), to);
}

}  // namespace entryproof::toy_tree
