// SPDX-License-Identifier: MIT
// Events of a script's run as lines; script_run.h says how they look.
#pragma once

#include "checker/interpret.h"

#include <optional>
#include <string>

namespace entryproof::checker {

// Nothing for an event that no line stands for.
std::optional<std::string> script_line(const Event& event);

}  // namespace entryproof::checker
