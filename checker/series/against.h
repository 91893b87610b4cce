// SPDX-License-Identifier: MIT
// Two revisions of the built-in series held against each other: which differences one has and the other has not.
#pragma once

#include "checker/series/judge.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// Differences are the same when the same observer sees the same kinds and fields, in the same column.
struct SeriesDelta {
    std::string column;
    std::string words;
    std::string known_as;
    std::string first;  // PATH of the state that shows it: "series:03"; empty: none does
    std::string second;
};

struct SeriesAgainst {
    std::vector<SeriesDelta> vanished;  // of the first only
    std::vector<SeriesDelta> appeared;  // of the second only
    std::vector<SeriesDelta> moved;     // to a patch that is not its counterpart (series::Patch::theme)
    std::vector<std::string> patches;   // patches without counterpart, and those whose verdict is another
};

SeriesAgainst against(const SeriesVerdict& first, const SeriesVerdict& second);

}  // namespace entryproof::checker
