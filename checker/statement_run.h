// SPDX-License-Identifier: MIT
// A statement of the spec about one concrete run: the second way of computing checker/statement_term.h, and the one
// that replays a refutation.
#pragma once

#include "checker/interpret.h"
#include "spec/property.h"

namespace entryproof::checker {

// InternalError: an event lacks what the statement reads.
bool is_true_of(const spec::StatementRef& statement, const Run& run);

}  // namespace entryproof::checker
