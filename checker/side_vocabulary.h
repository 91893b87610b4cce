// SPDX-License-Identifier: MIT
// What side conditions are made of: facts of the start, options, flags as the exit work finds them, and what actors do.
//
//   task.emu                                as `entryproof list vocabulary` says
//   traced, PTRACE_O_TRACESECCOMP, ...      of the task as the syscall starts
//   number == -1, number < 0, number < NR_syscalls: the number that user space passed
//   !seccomp_stop.sets_number               in no call of this hook does the actor do that
//   filter.action != TRACE                  in no call
//   seccomp_stop.request == PTRACE_SYSCALL  in every call
#pragma once

#include "checker/decide.h"
#include "checker/execute.h"

#include <vector>

namespace entryproof::checker {

struct SideVocabulary {
    std::vector<NamedTerm> literals;  // the better ones to explain with first
    std::vector<std::size_t> quiet;   // places of those that say that an actor does nothing special
};

// What can be either way in this execution. That an actor does something is no literal of its own: it would be true
// only where its hook is called, and so say more than it seems to.
SideVocabulary side_vocabulary(Terms& terms, const ir::Program& program, const Execution& execution);

}  // namespace entryproof::checker
