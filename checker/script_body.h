// SPDX-License-Identifier: MIT
// What the syscalls that scripts use do, as far as the task itself can tell. A syscall that is not in the table is an
// error, never a guess.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace entryproof::checker {

struct BodyCall {
    std::int32_t nr;
    std::array<std::uint64_t, 6> arguments;
    bool signal_pending;                               // the task has TIF_SIGPENDING
    bool restart_block;                                // an interrupted sleep can be continued
    bool compat = false;                               // a 32-bit task
    bool child = false;                                // not the task that began
    std::optional<std::uint64_t> exec = std::nullopt;  // where the program that execve begins starts
    std::uint32_t options = 0;                         // of its tracer
    unsigned seccomp_mode = 0;
    std::size_t installs = 0;  // how many filters there are to install
};

struct BodyResult {
    unsigned deed;  // environment::body_returns, ...
    std::uint64_t value = 0;
    bool sets_restart_block = false;
    unsigned event = 0;  // of body_clones: PTRACE_EVENT_FORK, ...
};

// Throws InputError (checker/error.h) when the number, or these arguments of it, are not in the table, and when the
// task would sleep for ever.
BodyResult syscall_body(const BodyCall& call);

// ARM private calls of 32-bit tasks, arch/arm64/kernel/sys_compat.c:compat_arm_syscall.
struct PrivateCallResult {
    std::int64_t value = 0;
    bool forces_sigill = false;
};
PrivateCallResult private_call(std::int32_t nr);

}  // namespace entryproof::checker
