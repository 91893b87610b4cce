// SPDX-License-Identifier: MIT
// Two programs compared under named premises, the question about them, and which premises a claim is said to need.
#pragma once

#include "checker/decide.h"
#include "checker/premises.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// With cut points. Lemmas never lean on an invariant: every claim would have to name it.
Comparison compare_under(Terms& terms, const std::vector<ir::Program>& programs, const CellTerms& initial,
                         const std::vector<StartPremise>& premises, const SolverOptions& solver, QueryLog& log);

// An answer is taken to lean on the limits, on what the lemmas lean on, and on what follows from the comparison.
Question question_about(Terms& terms, const Comparison& comparison, const std::vector<StartPremise>& premises,
                        const SolverOptions& solver, QueryLog& log);

// Names of what a claim leans on: `assumptions` the invariants, `within` limits (needed or not), premises and the
// caller's own.
struct LeanedOn {
    std::vector<std::string> assumptions;
    std::vector<std::string> within;
};
LeanedOn names_of(const std::vector<StartPremise>& premises, const Comparison& comparison,
                  const std::vector<Term>& used);

}  // namespace entryproof::checker
