// SPDX-License-Identifier: MIT
// A program in which calls that nobody observes are events too, so that statements can speak of them.
#pragma once

#include "model/ir/program.h"

#include <set>
#include <string>

namespace entryproof::checker {

struct ProbedProgram {
    ir::Program program;
    std::set<std::string> events;  // hooks of the probes that it has; a function it lacks has none
};

// Adds spec::probes() to a whole program. They answer nothing and change nothing, so every run is the same run.
// A function with parameters by reference has no probe at its return.
ProbedProgram with_probes(ir::Program program);

}  // namespace entryproof::checker
