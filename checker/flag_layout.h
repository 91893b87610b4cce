// SPDX-License-Identifier: MIT
// layout.distinct and layout.mask: no two named flags of a word share a bit, and every mask holds exactly the flags it
// is said to hold. Obligations of their own, because a proof over words that are built from facts would otherwise
// assume the states away in which two flags with one number disagree.
#pragma once

#include "checker/result.h"
#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// layout.distinct.<side> and layout.mask.<side>. Vacuous when the program names no flag.
std::vector<Claim> layout_claims(const ir::Program& program, const std::string& side);

}  // namespace entryproof::checker
