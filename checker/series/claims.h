// SPDX-License-Identifier: MIT
// What a changelog claims, held against what was found.
#pragma once

#include "checker/series/judge.h"
#include "checker/smt.h"

#include <functional>
#include <vector>

namespace entryproof::checker {

// Whether a root difference like this one can occur in that column.
using CanBeSeen = std::function<Outcome(const series::Seen&, const SeriesColumn&)>;

// Every claim of the patch, in order, by the columns that are covered. `can_be_seen` is asked as little as possible.
std::vector<JudgedSeriesClaim> judged_claims(const series::Patch& patch, const std::vector<ColumnVerdict>& columns,
                                             const CanBeSeen& can_be_seen);

// Claims about layouts, which need the layouts.
void judge_layout_claims(JudgedSeriesPatch& judged);

}  // namespace entryproof::checker
