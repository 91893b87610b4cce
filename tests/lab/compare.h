// SPDX-License-Identifier: MIT
// Predicted events against seen ones.
//
// Each observer's events are compared in their order. Between observers no order is asked: audit's records come when
// they come. The observer "lab" is the agent itself: what it could not do is a difference like any other.
#pragma once

#include "tests/lab/report.h"

#include <optional>
#include <string>

namespace entryproof::lab {

// The first difference told in two columns, or nothing when both are the same. `title` names script and kernel.
std::optional<std::string> difference(const std::string& title, const Lines& predicted, const Lines& seen);

}  // namespace entryproof::lab
