// SPDX-License-Identifier: MIT
// What `prove --interference` adds to a result.
//
// The claims, for a pair LEFT RIGHT: whatever others do on the one side, and between whichever two reads, on the other
// side they can do the same acts in the same order, each between the same two events, so that everybody sees the same;
// or only what is declared differs. `interference.left`: for all times on the left; `interference.right`: on the right.
// An act is seen by whoever does it, so it counts as ordered with every event of every observer. The claims are asked
// only where the paths agree without it, but for declared differences: else they are unknown.
#pragma once

#include "checker/load.h"
#include "checker/prove.h"
#include "checker/result.h"
#include "checker/smt.h"

namespace entryproof::checker::interference {

// Adds the two claims, the differences with their stories, and flaws of declarations. Throws InputError: see prove().
void add_claims(Result& result, const LoadedPath& left, const LoadedPath& right, const ProveOptions& options,
                QueryLog& log);

}  // namespace entryproof::checker::interference
