// SPDX-License-Identifier: MIT
// Numbers of the user ABI, by the kernel's own names. include/uapi/linux/ptrace.h, seccomp.h, asm-generic/signal.h,
// asm-generic/siginfo.h, audit.h; include/linux/ptrace.h, errno.h @7.3.
#pragma once

// EINTR, SIGTRAP, SI_KERNEL and their like come from the C library, which has the same numbers on every Linux we run
// on.
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace entryproof::kernel {

// errno.h, as positive numbers; these never reach user space
constexpr int ERESTARTSYS = 512;
constexpr int ERESTARTNOINTR = 513;
constexpr int ERESTARTNOHAND = 514;
constexpr int ENOIOCTLCMD = 515;
constexpr int ERESTART_RESTARTBLOCK = 516;
constexpr int MAX_ERRNO = 4095;

constexpr int NO_SYSCALL = -1;
constexpr int NR_restart_syscall = 128;
constexpr int NR_compat32_restart_syscall = 0;

// ptrace requests that resume the tracee
constexpr unsigned PTRACE_CONT = 7;
constexpr unsigned PTRACE_SINGLESTEP = 9;
constexpr unsigned PTRACE_DETACH = 17;
constexpr unsigned PTRACE_SYSCALL = 24;
constexpr unsigned PTRACE_SYSEMU = 31;
constexpr unsigned PTRACE_SYSEMU_SINGLESTEP = 32;

// Not a request: the tracer dies instead of resuming (kernel/ptrace.c:exit_ptrace).
constexpr unsigned tracer_died = 255;

constexpr unsigned PTRACE_EVENTMSG_SYSCALL_ENTRY = 1;
constexpr unsigned PTRACE_EVENTMSG_SYSCALL_EXIT = 2;
constexpr unsigned PTRACE_EVENT_FORK = 1;
constexpr unsigned PTRACE_EVENT_VFORK = 2;
constexpr unsigned PTRACE_EVENT_CLONE = 3;
constexpr unsigned PTRACE_EVENT_EXEC = 4;
constexpr unsigned PTRACE_EVENT_VFORK_DONE = 5;
constexpr unsigned PTRACE_EVENT_EXIT = 6;
constexpr unsigned PTRACE_EVENT_SECCOMP = 7;

// task_struct.ptrace
constexpr unsigned PT_PTRACED_BIT = 0;
constexpr unsigned PT_TRACESYSGOOD_BIT = 3;
constexpr unsigned PT_OPT_FLAG_SHIFT = 3;
constexpr unsigned PT_TRACE_EXIT_BIT = 9;
constexpr unsigned PT_TRACE_SECCOMP_BIT = 10;
constexpr unsigned PT_EXITKILL_BIT = 23;
constexpr unsigned PT_SUSPEND_SECCOMP_BIT = 24;

constexpr unsigned MAX_SIGNAL = 64;

// asm-generic/siginfo.h:SYS_SECCOMP, SYS_USER_DISPATCH
constexpr int si_code_SYS_SECCOMP = 1;
constexpr int si_code_SYS_USER_DISPATCH = 2;

constexpr std::uint32_t SECCOMP_RET_KILL_PROCESS = 0x80000000;
constexpr std::uint32_t SECCOMP_RET_KILL_THREAD = 0x00000000;
constexpr std::uint32_t SECCOMP_RET_TRAP = 0x00030000;
constexpr std::uint32_t SECCOMP_RET_ERRNO = 0x00050000;
constexpr std::uint32_t SECCOMP_RET_USER_NOTIF = 0x7fc00000;
constexpr std::uint32_t SECCOMP_RET_TRACE = 0x7ff00000;
constexpr std::uint32_t SECCOMP_RET_LOG = 0x7ffc0000;
constexpr std::uint32_t SECCOMP_RET_ALLOW = 0x7fff0000;
constexpr std::uint32_t SECCOMP_RET_ACTION_FULL = 0xffff0000;
constexpr std::uint32_t SECCOMP_RET_DATA = 0x0000ffff;

constexpr unsigned SECCOMP_MODE_STRICT = 1;
constexpr unsigned SECCOMP_MODE_FILTER = 2;

constexpr std::uint32_t AUDIT_ARCH_AARCH64 = 0xc00000b7;
constexpr std::uint32_t AUDIT_ARCH_ARM = 0x40000028;

constexpr unsigned PSR_SS_BIT = 21;            // DBG_SPSR_SS
constexpr std::uint64_t PSR_MODE_MASK = 0x0f;  // the exception level; EL0t is 0
constexpr std::uint64_t PSR_MODE32 = 0x10;     // PSR_MODE32_BIT, with PSR_MODE_EL0t

// What user space can have in pstate: all but the mode, the interrupt masks and the reserved bits;
// arch/arm64/kernel/ptrace.c:valid_native_regs@7.3.
constexpr std::uint64_t user_pstate_mask = 0xf3201c00;
// The same of a 32-bit task: valid_compat_regs@7.3. Big endian (E) needs a processor with mixed endianness.
constexpr std::uint64_t compat_pstate_mask = 0xffaffe20;

}  // namespace entryproof::kernel
