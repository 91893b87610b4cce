// SPDX-License-Identifier: MIT
// From a satisfiable question to the smallest story: a concrete scenario for both sides.
//
// Smallest: fewest events on both sides, then fewest flags and actions (one-bit inputs and answers that are set), then
// simplest values (0 before 1 before all ones before any other, of these those with the fewest bits set). The first two
// are asked of the solver on a budget, the rest is tried on numbers; so the result is always a true story and always
// the same, but not always the very least.
#pragma once

#include "checker/compare.h"
#include "checker/decide.h"
#include "checker/scenario.h"

#include <cstdint>
#include <string>

namespace entryproof::checker {

struct MinimiseOptions {
    std::uint64_t rlimit = 20'000'000;  // for each question to the solver; over it, the best found so far stays
    unsigned rounds = 3;                // over all values
    bool from_known = false;            // start from the smallest run that earlier questions found
};

// An assignment as a scenario: cells that are not 0, answers of the events that happen, the right's where they differ.
// Path names and summary are left empty.
Scenario scenario_of(Terms& terms, const Comparison& comparison, const Assignment& assignment);

// Requires: `found` is sat for `condition` under the premises of the question.
Assignment minimised(const Question& question, const std::string& name, const Comparison& comparison, Term condition,
                     const Finding& found, const MinimiseOptions& options = {});

// Both in one.
Scenario minimal_scenario(const Question& question, const std::string& name, const Comparison& comparison,
                          Term condition, const Finding& found, const MinimiseOptions& options = {});

}  // namespace entryproof::checker
