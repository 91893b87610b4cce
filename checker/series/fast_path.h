// SPDX-License-Identifier: MIT
// What the way costs that a syscall takes when there is nothing to do, counted in the interpreter. It says what the
// source spells out, not what a compiler makes of it: no time follows from it.
//
// Counted from the entry function on, in the functions of the path and not in what they call out to:
// 1. reads: every evaluation that reads a flag word (thread_info.flags, thread_info.syscall_work).
// 2. branches: every `if` decided, once however many operands it has; not those that a build option or a static key
//    decides alone.
// 3. calls: every function called, of the path or beyond it, whether a compiler would inline it or not.
#pragma once

#include "checker/load.h"

namespace entryproof::checker {

struct PathCost {
    unsigned reads = 0;
    unsigned branches = 0;
    unsigned calls = 0;
    friend bool operator==(const PathCost&, const PathCost&) = default;
};

enum class QuietTask {
    no_work,  // no flag set, nobody watches
    audited   // as audit=1 on the kernel's command line makes every task: AUDIT flag and context, no rules
};

// A native task's syscall whose number is in range; built with all but DEBUG_RSEQ, the static key off.
// InternalError: the run shows more than the body and the return.
PathCost fast_path_cost(const LoadedPath& path, QuietTask task);

}  // namespace entryproof::checker
