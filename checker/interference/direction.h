// SPDX-License-Identifier: MIT
// One direction of the question: whatever others do on the free side and whenever they do it, can the follower's others
// do the same so that everybody sees the same, or only declared differences?
//
// "For all ... there is": no single query. Strategies say when the follower's others act; if for every run of the free
// side one of them fits, that is proved, by a query without quantifier. Else the run that none fits is taken, and every
// timing is tried on it by the interpreter: none fits, then it is refuted; one fits, then it is a strategy more.
#pragma once

#include "checker/decide.h"
#include "checker/interference/timings.h"
#include "checker/prove.h"
#include "checker/result.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::checker::interference {

struct Setting {
    Terms& terms;
    const CellTerms& initial;    // of both sides
    std::vector<Term> premises;  // about the start
    SolverOptions solver;
    QueryLog& log;
    const std::vector<environment::Act>& acts;
    // Start values, by cell, of worlds to look at first, one after the other.
    std::vector<std::map<std::string, std::uint64_t>> small_worlds = {};
    unsigned strategies_at_most = 12;
    unsigned differences_at_most = 8;
};

// A run of the free side that no timing of the follower matches, with the closest one.
struct Unmatched {
    Scenario scenario;  // of the pair, replayable: pair names are left empty
    Disagreement root;  // the first that is not declared
    std::string observer;
    std::string left;  // kinds
    std::string right;
    unsigned timings = 0;  // how many were tried
};

struct Direction {
    Verdict verdict = Verdict::unknown;
    std::string reason;
    std::vector<Unmatched> unmatched;  // one for each kind of difference; minimal
    unsigned strategies = 0;
};

// `name` goes before the names of the queries. Requires: pair.allowed as terms and as values alike.
Direction decide(const Setting& setting, Pair pair, const std::string& name);

}  // namespace entryproof::checker::interference
