// SPDX-License-Identifier: MIT
// What ends a run with 10: every change, or only those that nobody owned up to.
#pragma once

#include "checker/premerge/judge.h"

#include <set>
#include <string>
#include <utility>

namespace entryproof::checker::premerge {

enum class FailOn {
    changed,      // every change of behaviour
    unmentioned,  // one whose observer the changelog does not speak of, or that it denies
    claim         // only a claim of a changelog that is refuted
};

// Findings of an earlier run, each a patch's subject and the id of a change.
using Baseline = std::set<std::pair<std::string, std::string>>;

// From the JSON of an earlier run. InputError: not that.
Baseline read_baseline(const std::string& text, const std::string& file);

// Marks what the baseline knows, and says how the run ends.
ExitCode gated_exit(JudgedSeries& judged, FailOn fail_on, const Baseline& baseline);

}  // namespace entryproof::checker::premerge
