// SPDX-License-Identifier: MIT
// Asks a second solver the same questions: every dumped query is given to an external solver, whose answer must be
// ours.
#pragma once

#include "checker/exit_code.h"
#include "checker/prove.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct RecheckedQuery {
    std::string name;
    std::string expected;  // what our solver said
    std::string found;     // "sat", "unsat", "unknown", or "none" when it gave no answer
    std::string detail;    // what it said instead of an answer
};

struct Recheck {
    std::string solver;       // as given
    bool is_missing = false;  // the program could not be started
    std::vector<RecheckedQuery> queries;
};

// `timeout_seconds` per query, after which the solver is ended; 0: none.
Recheck recheck(const std::string& solver, const std::vector<Smt2File>& files, unsigned timeout_seconds);

// Disagrees: internal. No answer, or nothing was asked: unknown. Missing: cannot run. Queries that our own solver left
// unknown have nothing to disagree with.
ExitCode exit_of(const Recheck& recheck);

// "12 queries re-checked by cvc5: all agree"
std::string summary_of(const Recheck& recheck);

}  // namespace entryproof::checker
