// SPDX-License-Identifier: MIT
// A run that breaks a property, told for people: how it starts, then step by step who sees what and does what.
#pragma once

#include "checker/interpret.h"
#include "checker/scenario.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// At most 78 columns. Calls that nobody observes are not told.
std::vector<std::string> breach_lines(const Scenario& scenario, const Run& run);

}  // namespace entryproof::checker
