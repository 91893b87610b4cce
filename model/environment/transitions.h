// SPDX-License-Identifier: MIT
// What can happen to a task between two syscalls and around one, each as one step of its state: who traces it, how it
// is resumed, fork, exec, filters, tracepoints, auditing, stepping. For the induction over any number of them.
//
// The steps call the functions of rounds.h, which the lab holds against real kernels; what rounds do not have (attach,
// audit_alloc, switching auditing on) is here.
#pragma once

#include "model/environment/environment.h"

#include <string>
#include <vector>

namespace entryproof::environment {

struct Transition {
    std::string name;      // resume
    std::string text;      // what happens, in a few words
    std::string function;  // that makes the step; `transition.NAME` takes it from the facts to the facts
};

// All but the syscall itself.
const std::vector<Transition>& transitions();

// The syscall: the one of with_transition_of_syscall().
const Transition& syscall_transition();

// Functions that every transition starts and ends with. The first builds the words of this side from the facts through
// its own setters; the second reads the facts back: a flag is the bit that its setter sets in an empty word.
constexpr const char* establish_state = "state.establish";
constexpr const char* read_state = "state.read";

// The path in rounds with every function of transitions(); the entry is that of the first. std::invalid_argument as
// with_rounds(); the same architectures.
ir::Program with_transitions(const ir::Program& path);

// The path in the environment of one syscall, with the function of syscall_transition() as entry.
ir::Program with_transition_of_syscall(const ir::Program& path);

// Facts of a task's state that only invariants speak of: whether auditing was ever on, EXIT_TRAP.
const std::vector<Fact>& state_facts();

// The setter behind task.exit_trap; a path without it has no such flag.
constexpr const char* exit_trap_setter = "set_task_syscall_work.SYSCALL_EXIT_TRAP";

}  // namespace entryproof::environment
