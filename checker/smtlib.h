// SPDX-License-Identifier: MIT
// Terms as SMT-LIB 2 (QF_BV), for a second solver: what it reads is what was asked, nothing narrowed or cut.
#pragma once

#include "checker/term.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// A whole script: declarations in order of creation, one definition for each operation so that its size is linear, the
// assertions, check-sat. One-bit terms are Booleans. The text depends only on the terms.
std::string smtlib(const Terms& terms, const std::vector<Term>& asserted, const std::string& name);

}  // namespace entryproof::checker
