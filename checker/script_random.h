// SPDX-License-Identifier: MIT
// Random scripts: everything a tracer, a filter, a supervisor, a sibling and senders of signals can do in a script,
// with choices weighed so that runs go deep. The same seed gives the same script on any machine.
//
// A few scripts cannot be run, because a syscall would sleep for ever or the program never ends; run_script() says so,
// and whoever draws takes the next seed.
#pragma once

#include "checker/script.h"

#include <cstdint>

namespace entryproof::checker {

struct RandomScriptOptions {
    bool syscall_info = true;  // PTRACE_SET_SYSCALL_INFO; not in kernels before 6.16
    bool audit = true;         // the kernel has auditing
    bool compat = false;       // some of the programs are 32-bit; those are traced and have no sibling
};

Script random_script(std::uint64_t seed, const RandomScriptOptions& options = {});

}  // namespace entryproof::checker
