// SPDX-License-Identifier: MIT
// Any number of rounds of a real user program: a path with an environment whose state carries on from one user
// instruction to the next. For concrete runs only; proofs use environment.h.
//
// There is no loop in the step language, so whoever runs this drives it: round_begin once, then exit_to_user_step
// until "loop.stage" is stage_user, then user_round, and so on until a run halts. Every cell is carried over. A child
// begins with the cells that the hook "new_task" showed, and with child_begin instead of round_begin.
#pragma once

#include "model/ir/program.h"

#include <string>

namespace entryproof::environment {

constexpr unsigned stage_user = 0;        // the task is in user space
constexpr unsigned stage_loop = 1;        // at the head of exit_to_user_mode_loop
constexpr unsigned stage_get_signal = 2;  // inside get_signal, between two signals
constexpr unsigned stage_notify = 3;      // in the loop, behind the signals

// Answers `kind` of the hook "user_instruction".
constexpr unsigned instruction_svc = 0;
constexpr unsigned instruction_mov = 1;
constexpr unsigned instruction_nop = 2;
constexpr unsigned instruction_brk = 3;
constexpr unsigned instruction_enter = 4;  // a store of the critical section's address into the rseq area

// The hook "tracer_act" is asked as often as this in each stop.
constexpr unsigned act_slots = 8;

// Answer `request` of the hook "tracer_resume", beside the requests of ptrace that resume.
constexpr unsigned request_kill = 8;

// Answers `deed` of the hook "body".
constexpr unsigned body_returns = 0;
constexpr unsigned body_exits = 1;      // exit_group, with `value`
constexpr unsigned body_sigreturn = 2;  // the registers and the mask of a signal frame
constexpr unsigned body_clones = 3;     // a child, whose pid is `value`; `event` says how: PTRACE_EVENT_FORK, ...
constexpr unsigned body_seccomp = 5;    // the mode `value`, SECCOMP_MODE_STRICT or _FILTER: one filter more
constexpr unsigned body_execs = 4;      // a program that begins at `value`, with the stack pointer `sp`

// The path with all this. The registers are all addressed on their own. std::invalid_argument as with_environment().
ir::Program with_rounds(const ir::Program& path);

}  // namespace entryproof::environment
