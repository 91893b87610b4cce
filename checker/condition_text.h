// SPDX-License-Identifier: MIT
// Conjunctions of literals as one condition in the language of spec/condition.h.
#pragma once

#include <string>
#include <vector>

namespace entryproof::checker {

// "a && b && (c || !d && e)": what all of them share stands in front. Empty when one of them is, which is always true.
// Requires: each literal is a name, a negated name or one comparison, so that && and || need no parentheses around it.
std::string any_of_text(const std::vector<std::vector<std::string>>& conjunctions);

}  // namespace entryproof::checker
