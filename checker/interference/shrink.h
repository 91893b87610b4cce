// SPDX-License-Identifier: MIT
// A run that no timing matches, made small: whatever can be left out or be 0 without losing that is.
#pragma once

#include "checker/interference/direction.h"

namespace entryproof::checker::interference {

// Requires: no timing fits `found`, and its start satisfies the premises.
Unmatched shrunk(const Pair& pair, Terms& terms, const CellTerms& initial, const std::vector<Term>& premises,
                 const Scenario& found);

// Both runs as one scenario: what the left's actors answer, and the right's where it differs.
Scenario scenario_of_runs(const Run& left, const Run& right, const Scenario& start);

}  // namespace entryproof::checker::interference
