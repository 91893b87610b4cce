// SPDX-License-Identifier: MIT
// A counterexample as a C program for a real kernel: what `explain --reproducer` writes.
#pragma once

#include "checker/load.h"
#include "checker/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::reproducer {

struct Story {
    const Scenario& scenario;
    const Replay& replay;
    Disagreement disagreement;        // what is to be shown
    std::vector<std::string> config;  // options it hangs on, as lines of a .config
    const LoadedPath& left;
    const LoadedPath& right;
};

// The whole program. Throws CannotBeMade (situation.h): why no real kernel can be made to do this.
std::string reproducer_text(const Story& story);

}  // namespace entryproof::checker::reproducer
