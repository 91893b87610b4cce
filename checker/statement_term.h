// SPDX-License-Identifier: MIT
// A statement of the spec as a term over one symbolic execution.
#pragma once

#include "checker/execute.h"
#include "spec/property.h"

namespace entryproof::checker {

// True exactly in the runs of which the statement is true. InternalError: an event lacks what the statement reads.
Term statement_term(Terms& terms, const spec::StatementRef& statement, const Execution& execution);

}  // namespace entryproof::checker
