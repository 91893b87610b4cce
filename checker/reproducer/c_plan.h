// SPDX-License-Identifier: MIT
// That part of a reproducer that its situation makes: names, the tracee's text, what is set up, the tracer's stops, the
// supervisor's answers, what each side shows.
#pragma once

#include "checker/reproducer/c_text.h"

namespace entryproof::checker::reproducer {

// What the fixed part needs to know before everything else, as macros.
std::string plan_names(const Told& told, const Script& script);

// The filter that the tracee's sibling installs. Requires the feature "tsync".
std::string plan_sibling(const Script& script);

// What the tracee runs, what is done to it, and what is then seen.
std::string plan_text(const Prediction& prediction);

}  // namespace entryproof::checker::reproducer
