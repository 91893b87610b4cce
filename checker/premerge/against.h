// SPDX-License-Identifier: MIT
// Two revisions of a series held against each other: which changes of behaviour are new, which are gone, and which are
// another patch's now. Patches are matched as range-diff does, by what they change.
#pragma once

#include "checker/premerge/judge.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

// Positions from 0; nothing: no counterpart.
struct MatchedPatch {
    std::optional<std::size_t> earlier;
    std::optional<std::size_t> later;
};

// In the order of the later revision, what it lacks behind. Equal subjects first, then the most changed lines in
// common, at least half of them.
std::vector<MatchedPatch> matched_patches(const PostedSeries& earlier, const PostedSeries& later);

struct ChangeDelta {
    std::string id;
    std::string words;
    unsigned earlier = 0;  // number of the patch that shows it; 0: none
    unsigned later = 0;
};

struct SeriesDelta {
    std::vector<ChangeDelta> appeared;
    std::vector<ChangeDelta> vanished;
    std::vector<ChangeDelta> moved;      // to a patch that is not its counterpart
    std::vector<std::string> verdicts;   // "patch 3 (was 2) 'x': was changed, is unchanged"
    std::vector<std::string> undecided;  // patches of either revision of which nothing is known

    bool empty() const {
        return appeared.empty() && vanished.empty() && moved.empty() && verdicts.empty() && undecided.empty();
    }
};

SeriesDelta delta_of(const JudgedSeries& earlier, const JudgedSeries& later);

}  // namespace entryproof::checker::premerge
