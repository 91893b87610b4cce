// SPDX-License-Identifier: MIT
// `trace` with a script: what each observer sees on one path, or on two side by side.
#pragma once

#include "checker/command.h"

namespace entryproof::checker {

// A scenario file that a person wrote ends in .toml, a counterexample in .json.
bool names_script(const std::string& file);

Report trace_script(const TraceCommand& command, Format format);

}  // namespace entryproof::checker
