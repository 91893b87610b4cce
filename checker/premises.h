// SPDX-License-Identifier: MIT
// What a run assumes about the start of a syscall: the named assumptions that were not dropped, and the caller's own.
#pragma once

#include "checker/decide.h"
#include "spec/assumption.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct StartPremise {
    std::string name;  // of the assumption, or the caller's text in quotes
    Term term;
    bool is_limit = false;      // holds for every verdict, needed or not
    bool is_invariant = false;  // to be called unproved
};

// Throws InputError (is_usage): an assumption that there is not, a condition that cannot be read.
std::vector<StartPremise> start_premises(Terms& terms, const CellTerms& initial,
                                         const std::vector<std::string>& dropped,
                                         const std::vector<std::string>& assumed);

}  // namespace entryproof::checker
