// SPDX-License-Identifier: MIT
// How kernels judge the critical section of a script's rseq area.
#pragma once

#include "checker/script.h"

namespace entryproof::checker {

enum class RseqKernel {
    old,    // 6.1, 6.12
    plain,  // 7.3
    debug,  // 7.3 with its debug key on
};

struct RseqVerdict {
    bool failed = false;  // the task gets a SIGSEGV; else the pointer is cleared
    bool aborts = false;  // and pc becomes that of `abort`
};

// `pc` is an offset from the first instruction, like those of the section. `user_irq`: the kernel was not entered by a
// syscall; only the debugging variant asks.
RseqVerdict judge_rseq(const Script& script, std::uint64_t pc, RseqKernel kernel, bool user_irq);

}  // namespace entryproof::checker
