// SPDX-License-Identifier: MIT
// Is the proof about anything? Premises must be possible together, every event that a task of the architecture can show
// must be reachable on one side, and an observer that can see nothing proves nothing.
#pragma once

#include "checker/decide.h"
#include "checker/result.h"

#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

struct Coverage {
    Claim claim;                     // "coverage": proved, vacuous or unknown
    std::set<std::string> seen;      // observers that can see something on some side
    std::vector<std::string> notes;  // events that one side can never show

    // Turns a proved claim about an observer that can see nothing into a vacuous one.
    void weaken(Claim& agreement, const std::string& observer) const;
};

// `narrowed`: the caller assumed something of their own, so an event out of reach is their choice and only noted.
Coverage check_coverage(const Question& question, const Comparison& comparison, bool narrowed);

}  // namespace entryproof::checker
