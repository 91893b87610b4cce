// SPDX-License-Identifier: MIT
// The start of a scenario in words: what was done before the syscall so that it starts like this.
#pragma once

#include "checker/interpret.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// One entry per thing that is not 0: "tracer resumed with PTRACE_SYSEMU", "x8 = 172", "CONFIG_RSEQ on". What no known
// action produces is marked "(assumed reachable)". A cell that is named and 0 is not told.
std::vector<std::string> start_text(const Values& initial);

}  // namespace entryproof::checker
