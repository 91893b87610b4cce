// SPDX-License-Identifier: MIT
// Paths with their environment, ready to be interpreted with one scenario.
#pragma once

#include "checker/load.h"
#include "checker/scenario.h"

#include <vector>

namespace entryproof::checker {

// As a proof compares two paths: what follows the exit work is one event.
std::vector<ir::Program> proof_programs(const LoadedPath& left, const LoadedPath& right);

// Each path with an environment that knows the registers any of them addresses, so that they can be compared.
std::vector<ir::Program> whole_programs(const std::vector<LoadedPath>& paths);

// Throws InputError when the scenario names what none of the programs has.
void require_known_names(const Scenario& scenario, const std::vector<ir::Program>& programs, const std::string& file);

}  // namespace entryproof::checker
