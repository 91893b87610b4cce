// SPDX-License-Identifier: MIT
// What is assumed in a run, as terms over the start: the named assumptions that were not dropped and the caller's own
// conditions; and the question about a comparison that has them as its premises.
#pragma once

#include "checker/decide.h"
#include "spec/assumption.h"

#include <initializer_list>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

struct Premise {
    std::string name;
    Term term;
    spec::AssumptionKind kind;
};

struct Premises {
    std::vector<Premise> named;
    std::vector<NamedTerm> extra;  // --assume

    std::vector<Term> of(std::initializer_list<spec::AssumptionKind> kinds) const;
    std::set<Term> limits() const;  // what every claim is said to be within
    std::vector<Term> all() const;
};

// Throws InputError (is_usage): an unknown assumption, a condition that cannot be read.
Premises premises_of(Terms& terms, const CellTerms& initial, const std::vector<std::string>& assume,
                     const std::vector<std::string>& dropped);

// Both programs compared, with cut points unless those are off (then plainly). Lemmas never lean on an invariant: every
// claim would have to name it.
Comparison compare_under(Terms& terms, const std::vector<ir::Program>& programs, const CellTerms& initial,
                         const Premises& premises, const SolverOptions& solver, QueryLog& log, bool cut_points = true);

// An answer is taken to lean on the limits, on what the lemmas lean on, and on what follows from the comparison.
Question question_about(Terms& terms, const Comparison& comparison, const Premises& premises,
                        const SolverOptions& solver, QueryLog& log);

// Names of what a claim leans on: `assumptions` the invariants, `within` limits (needed or not), premises and the
// caller's own.
struct LeanedOn {
    std::vector<std::string> assumptions;
    std::vector<std::string> within;
};
LeanedOn names_of(const Premises& premises, const Comparison& comparison, const std::vector<Term>& used);

}  // namespace entryproof::checker
