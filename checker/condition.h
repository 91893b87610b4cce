// SPDX-License-Identifier: MIT
// Conditions of the spec put to the two engines: as a term over a comparison, or as a truth value of two runs.
//
// A name means the start of the syscall; a decision point means its value at the end of the left run, `right.NAME` that
// of the right one.
#pragma once

#include "checker/compare.h"
#include "checker/interpret.h"

#include <string>

namespace entryproof::checker {

// `condition` over the cells a syscall starts with.
Term start_term(Terms& terms, const ir::ExpressionRef& condition, const CellTerms& initial);

// `condition` over the start and the decision points of a comparison.
Term outcome_term(Terms& terms, const ir::ExpressionRef& condition, const CellTerms& initial,
                  const Comparison& comparison);

// The same for two concrete runs, by the interpreter.
bool outcome_value(const ir::ExpressionRef& condition, const Run& left, const Run& right);

}  // namespace entryproof::checker
