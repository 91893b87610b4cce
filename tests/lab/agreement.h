// SPDX-License-Identifier: MIT
// Scripts run on the model and on a kernel, and where the two disagree.
#pragma once

#include "tests/lab/machine.h"
#include "tests/lab/scripts.h"

#include <string>
#include <vector>

namespace entryproof::lab {

struct Disagreement {
    std::string script;  // its name
    std::string story;
};

struct Agreement {
    Report report;
    std::vector<Disagreement> disagreements;
};

// The path that a kernel runs.
std::string path_of(const Kernel& kernel);

// One boot. Throws std::runtime_error when the model refuses a script or the kernel does not run them all.
Agreement compare_with_kernel(const Kernel& kernel, const std::vector<NamedScript>& scripts);

}  // namespace entryproof::lab
