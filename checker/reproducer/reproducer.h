// SPDX-License-Identifier: MIT
// A counterexample as a C program for a real kernel: what `explain --reproducer` writes.
#pragma once

#include "checker/load.h"
#include "checker/reproducer/predict.h"

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

struct Reproducer {
    std::string text;       // the whole program
    Prediction prediction;  // what it expects
};

// Throws CannotBeMade (situation.h): why no real kernel can be made to do this.
Reproducer reproducer(const Story& story);

}  // namespace entryproof::checker::reproducer
