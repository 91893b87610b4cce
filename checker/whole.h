// SPDX-License-Identifier: MIT
// Paths with their environment, ready to be interpreted with one scenario.
#pragma once

#include "checker/load.h"
#include "checker/scenario.h"
#include "model/environment/act_points.h"
#include "model/environment/environment.h"

#include <vector>

namespace entryproof::checker {

// As a proof compares two paths: what follows the exit work is one event. 32-bit tasks take part only where all paths
// have an entry for them.
std::vector<ir::Program> proof_programs(const LoadedPath& left, const LoadedPath& right,
                                        environment::Tasks tasks = environment::Tasks::native);

// Programs with their environment, and others who act between any two reads.
std::vector<environment::ActPoints> interfered(const std::vector<ir::Program>& programs);

// Each path with an environment that knows the registers any of them addresses, so that they can be compared.
std::vector<ir::Program> whole_programs(const std::vector<LoadedPath>& paths,
                                        environment::Tasks tasks = environment::Tasks::native);

// The same for what this scenario asks for: 32-bit tasks take part when it has one, and others act between two reads
// exactly when it says what they do there.
std::vector<ir::Program> whole_programs(const std::vector<LoadedPath>& paths, const Scenario& scenario);

// Whose syscalls a proof without these assumptions is about.
environment::Tasks tasks_of(const std::vector<std::string>& dropped_assumptions);

// Throws InputError when the scenario names what none of the programs has.
void require_known_names(const Scenario& scenario, const std::vector<ir::Program>& programs, const std::string& file);

}  // namespace entryproof::checker
