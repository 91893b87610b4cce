// SPDX-License-Identifier: MIT
// Scripts run on the model and on a kernel, and where the two disagree.
#pragma once

#include "checker/script_random.h"
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

// Scripts that the kernel can run: checker::lacks.
std::vector<NamedScript> scripts_for(const Kernel& kernel, const std::vector<NamedScript>& scripts);

// One boot. Throws std::runtime_error when the model refuses a script or the kernel does not run them all.
Agreement compare_with_kernel(const Kernel& kernel, const std::vector<NamedScript>& scripts);

// `count` random scripts in one boot; the name of each is its seed. Seeds whose script the model refuses (a sleep for
// ever, a program without end) are passed over and counted in `refused`.
struct Campaign {
    checker::RandomScriptOptions options;
    Agreement agreement;
    std::size_t refused = 0;
    double predicted_s = 0;  // how long the predictions took
};
checker::RandomScriptOptions random_options(const Kernel& kernel);
Campaign run_campaign(const Kernel& kernel, std::uint64_t first_seed, std::size_t count);

}  // namespace entryproof::lab
