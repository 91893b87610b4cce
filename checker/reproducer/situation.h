// SPDX-License-Identifier: MIT
// From a counterexample to a situation that can be made on a real kernel: a script (checker/script.h) whose actors do
// what those of the scenario do.
//
// 1. The start of a syscall is produced, never assumed: EMU is a resume with PTRACE_SYSEMU, an installed filter a
//    filter that is installed. What no act produces is a refusal with its reason.
// 2. A counterexample leaves open what does not matter to it (the verdict on a critical section, a number), so there
//    are several ways to make it. The first one counts in which both paths are predicted to show what they show in the
//    counterexample (predict.h). Nothing that is left out here can therefore go unnoticed.
//
// Only native arm64 tasks; what the scripts' model lacks is refused.
#pragma once

#include "checker/scenario.h"
#include "checker/script.h"

#include <string>
#include <vector>

namespace entryproof::checker::reproducer {

struct Situation {
    Script script;
    Values options;                    // of the kernel: CONFIG_DEBUG_RSEQ
    std::vector<std::string> remarks;  // where it is made in another way than it was told, for the reader
};

// Why a scenario cannot be made to happen: one sentence that goes on behind "cannot be run on a real kernel: ".
class CannotBeMade : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// In the order in which they are to be tried; never empty. Throws CannotBeMade.
std::vector<Situation> situations(const Scenario& scenario, const Replay& replay);

}  // namespace entryproof::checker::reproducer
