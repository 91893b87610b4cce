// SPDX-License-Identifier: MIT
// `entryproof diff LEFT RIGHT`: every root difference of two paths for one syscall, exactly when each occurs, and one
// story for each. Declared differences play no part in it.
#pragma once

#include "checker/load.h"
#include "checker/result.h"
#include "spec/difference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace entryproof::checker {

struct DiffOptions {
    std::vector<std::string> assume;            // --assume EXPR (spec/condition.h over start facts)
    std::vector<std::string> drop_assumptions;  // --drop-assumption NAME
    std::vector<std::string> observers;         // --observer; empty: all
    std::uint64_t rlimit = 0;                   // per query; 0: none
    unsigned timeout_ms = 0;                    // per query; 0: none
    bool extends = true;                        // off: nothing is said of more than one syscall
    unsigned jobs = 1;                          // questions at once; the answers do not depend on it
    bool interference = false;                  // not offered: usage error
};

// Claims of the result: `complete` (no root difference but these, none outside its condition) and `exact` (where a
// condition holds something differs). Exit: 10 with differences, 0 without, 5 when it is not known that there are none.
// Throws InputError (is_usage): unreadable condition, unknown assumption or observer.
Result diff(const LoadedPath& left, const LoadedPath& right, const DiffOptions& options);

// The differences of a result as declarations of this pair, in the format of --expect. What `known` says of a
// difference of the same observer, kinds and fields (name, reason, patch, link) is taken over.
std::string declarations_text(const Result& result, const std::string& left_pair, const std::string& right_pair,
                              const std::vector<spec::DeclaredDifference>& known);

}  // namespace entryproof::checker
