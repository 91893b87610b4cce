// SPDX-License-Identifier: MIT
// Local rewrites of terms, so that dead branches fold away and flag tests become single bits.
//
// 1. Each rule looks at a node and at most two levels below it and gives an equal term; termination: the result is
//    smaller, or the same operation on strictly smaller operands.
// 2. Each rule has a line in tests/checker/rewrite_test.cpp, where the solver proves it at several widths.
#pragma once

#include "checker/term.h"

#include <optional>

namespace entryproof::checker {

// Operands of commutative operations in a fixed order: constants last, else older first.
TermNode normalised(const Terms& terms, TermNode node);

// A simpler term equal to `node` (normalised), or nothing when it is to be stored as it is.
std::optional<Term> rewrite(Terms& terms, const TermNode& node);

}  // namespace entryproof::checker
