// SPDX-License-Identifier: MIT
// Two runs of one scenario side by side, for people: the start, then step by step who sees what and does what, with the
// first disagreement marked ("!") and the fields that differ starred. At most 78 columns and, unless even the shortest
// telling is longer, about 40 lines.
#pragma once

#include "checker/disagreement.h"
#include "checker/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

struct StoryView {
    std::string left;  // headings of the columns
    std::string right;
    const Scenario& scenario;
    const Replay& replay;
    std::optional<Disagreement> marked;    // nothing: the runs agree
    std::vector<std::string> config = {};  // options that the disagreement hangs on, as lines of a .config
};

constexpr std::size_t story_lines_wanted = 40;

// Lines that belong to the first disagreement start with "!".
std::vector<std::string> story_lines(const StoryView& view);

// The disagreement to mark when nobody named one: a root, else that of "order", else nothing.
std::optional<Disagreement> first_disagreement(const Replay& replay);

// Which events of the two runs stand beside each other: indices, -1 for a gap; kept in order on both sides.
struct Row {
    int left = -1;
    int right = -1;
    bool is_marked = false;
};
std::vector<Row> align(const Replay& replay, const std::optional<Disagreement>& marked);

}  // namespace entryproof::checker
