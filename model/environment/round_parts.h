// SPDX-License-Identifier: MIT
// The parts of the environment of rounds.h and the state they share.
#pragma once

#include "model/environment/parts.h"
#include "model/environment/rounds.h"

namespace entryproof::environment {

constexpr unsigned last_round_signal = 31;  // real-time signals are not modelled

// A cell of the state that only rounds need; std::invalid_argument for an unknown name. See round_state.cpp.
ir::ExpressionRef round_fact(const std::string& name);
void declare_round_facts(ir::Program& program);

// Bit `signal` - 1 of a set of signals; `signal` is 32 bits wide and not 0.
ir::ExpressionRef signal_bit(ir::ExpressionRef signal);
ir::ExpressionRef holds_signal(ir::ExpressionRef set, ir::ExpressionRef signal);
ir::ExpressionRef is_ignored_by_default(ir::ExpressionRef signal);  // SIG_KERNEL_IGNORE_MASK

// After a write of all registers: a 32-bit task stays one (valid_compat_regs).
void keep_mode(ir::BodyBuilder& body);

// kernel/signal.c: queueing, forcing, dequeueing. Functions send_signal(sig, code, shared), force_signal(sig, code,
// exit), take_signal(code by reference, shared by reference), recalc_sigpending, recalc_sigpending_tsk, and those that
// a path calls.
void add_round_signals(ir::Program& program);

// The task slept: its rseq area is looked at on the way back to user space.
void note_switch(ir::BodyBuilder& body);

void add_round_rseq(ir::Program& program);                                // rseq_handle_slowpath, rseq_signal_deliver
void add_round_tracer(ir::Program& program, const Registers& registers);  // ptrace_notify, signal_stop
void add_round_acts(ir::Program& program, const Registers& registers);    // tracer_acts
void add_round_resume(ir::Program& program);                              // tracer_resume
void add_round_exit(ir::Program& program, const Registers& registers);    // exit_to_user_step
void add_round_body(ir::Program& program, const Registers& registers);    // syscall_body, do_exit
void add_round_fork(ir::Program& program, const Registers& registers);    // kernel_clone, exec_binprm, child_begin
void add_copy_process(ir::Program& program);                              // once all cells are declared
void add_round_seccomp(ir::Program& program);  // __seccomp_permit_syscall, seccomp_assign_mode
void add_round_user(ir::Program& program);     // user_round

}  // namespace entryproof::environment
