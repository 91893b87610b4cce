// SPDX-License-Identifier: MIT
#include "checker/comparison_question.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

std::set<Term> limits(const std::vector<StartPremise>& premises) {
    std::set<Term> terms;
    for (const StartPremise& one : premises)
        if (one.is_limit) terms.insert(one.term);
    return terms;
}

}  // namespace

Comparison compare_under(Terms& terms, const std::vector<ir::Program>& programs, const CellTerms& initial,
                         const std::vector<StartPremise>& premises, const SolverOptions& solver, QueryLog& log) {
    std::vector<Term> lemmas;
    for (const StartPremise& one : premises)
        if (!one.is_invariant) lemmas.push_back(one.term);
    const CutOptions cuts{true, lemmas, solver, limits(premises)};
    return compare(terms, programs[0], programs[1], initial, cuts, log);
}

Question question_about(Terms& terms, const Comparison& comparison, const std::vector<StartPremise>& premises,
                        const SolverOptions& solver, QueryLog& log) {
    std::vector<Term> all;
    for (const StartPremise& one : premises) all.push_back(one.term);
    all.insert(all.end(), comparison.passive.begin(), comparison.passive.end());
    std::set<Term> leaned_on = limits(premises);
    leaned_on.insert(comparison.used_premises.begin(), comparison.used_premises.end());
    leaned_on.insert(comparison.passive.begin(), comparison.passive.end());
    return {terms, std::move(all), solver, log, std::move(leaned_on)};
}

LeanedOn names_of(const std::vector<StartPremise>& premises, const Comparison& comparison,
                  const std::vector<Term>& used) {
    LeanedOn names;
    for (const StartPremise& one : premises) {
        const bool is_used = comparison.used_premises.count(one.term) != 0 ||
                             std::find(used.begin(), used.end(), one.term) != used.end();
        if (!one.is_limit && !is_used) continue;
        (one.is_invariant ? names.assumptions : names.within).push_back(one.name);
    }
    return names;
}

}  // namespace entryproof::checker
