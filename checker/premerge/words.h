// SPDX-License-Identifier: MIT
// A change in the words of a changelog: who sees what from now on.
#pragma once

#include "checker/result.h"

#include <string>

namespace entryproof::checker::premerge {

// "a tracer no longer sees an exit stop". Says what can happen, not that it always does.
std::string change_words(const Difference& difference);

// Why nothing is known of when it occurs, where nobody asked.
constexpr const char* conditions_not_asked = "not asked for: --conditions";

// When it occurs, as `diff` found it: "always", "exit.emu", "at least when ...; at most when ...". Empty for the layout
// of flags, which is not a matter of when, and where nobody asked.
std::string when_words(const Difference& difference);

}  // namespace entryproof::checker::premerge
