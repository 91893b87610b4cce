// SPDX-License-Identifier: MIT
// The declared differences of a run: which ones apply, and whether each is exactly right.
#pragma once

#include "checker/decide.h"
#include "checker/prove.h"
#include "spec/difference.h"

#include <vector>

namespace entryproof::checker {

// The declarations of this pair: of --expect FILE, none with --no-expect, those of the overlay when a tree is compared
// with itself under an overlay, else the built-in ones.
// InputError with file and line: unreadable, about another pair, or about an unknown observer.
// `with_interference`: those that need others between two reads, and only those; else the others.
std::vector<spec::DeclaredDifference> declarations(const LoadedPath& left, const LoadedPath& right,
                                                   const ProveOptions& options, bool with_interference = false);

// The same as formulas, in the same order. InputError: a condition that cannot be read.
std::vector<AllowedRoot> allowed_roots(Terms& terms, const std::vector<spec::DeclaredDifference>& declared,
                                       const CellTerms& initial, const Comparison& comparison);

struct LedgerFindings {
    std::vector<LedgerFlaw> flaws;
    std::vector<bool> met;               // by declaration: it occurs
    std::vector<std::string> undecided;  // names of declarations that the solver did not decide
};

// For each declaration, a run that shows it as declared. Asked before all else: these runs between them reach most of
// what coverage asks for.
std::vector<Finding> find_occurrences(const Question& question, const Roots& roots,
                                      const std::vector<spec::DeclaredDifference>& declared,
                                      const std::vector<AllowedRoot>& allowed);

// Stale: no run shows it as declared. Wider: its condition holds in a run in which nothing differs at all.
LedgerFindings check_ledger(const Question& question, const Roots& roots,
                            const std::vector<spec::DeclaredDifference>& declared,
                            const std::vector<AllowedRoot>& allowed, const std::vector<Finding>& occurrences,
                            const CellTerms& initial, const Comparison& comparison);

}  // namespace entryproof::checker
