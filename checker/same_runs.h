// SPDX-License-Identifier: MIT
// Whether two programs do the same, told by executing both over the same variables: a rename, a helper taken out or put
// back, a condition written another way round.
//
// 1. Every transition of both (induct.h) is executed, every answer being the variable of its hook and instance. When
//    all slots stand in the same order with the same terms, and every cell ends as the same term, then from any state
//    and with any answers both show the same and end in the same state: so in every run, whatever the invariants are.
// 2. Terms are the same only when written alike after the rewriting of term.h; no solver is asked. `no` therefore says
//    nothing.
// 3. Flags must have the same numbers and cells the same widths on both sides.
#pragma once

#include "checker/load.h"

namespace entryproof::checker {

enum class SameRuns {
    no,           // it cannot be told this way
    one_syscall,  // the architecture's transitions are not modelled
    any_number,   // of syscalls
};

// Requires: paths of one architecture, without their environments.
SameRuns same_runs(const LoadedPath& left, const LoadedPath& right);

}  // namespace entryproof::checker
