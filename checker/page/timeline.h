// SPDX-License-Identifier: MIT
// One or two runs as timelines: a lane for each observer that is shown something, a row for each step. Two runs stand
// side by side, row by row as align() pairs them; the first disagreement is marked by a sentence, a sign and a frame.
#pragma once

#include "checker/page/html.h"
#include "checker/story.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::page {

struct Column {
    std::string name;  // of the path
    const Run& run;
};

struct Timeline {
    std::vector<Column> columns;         // one or two
    std::optional<Disagreement> marked;  // of two
    unsigned number = 1;                 // of the story on its page: makes the ids of rows unique
};

// One step that is told: indices of events, -1 for a gap.
struct Step {
    std::vector<int> events;  // one for each column
    bool is_marked = false;
    bool is_after = false;  // the marked one
};

// The steps in the order of telling; what nobody sees and nobody answers is left out, as in the text.
std::vector<Step> steps_of(const Timeline& timeline);

// At most one row is marked, id "story-N-mark".
Markup timeline(const Timeline& timeline);

// "tracer sees "step report" on legacy, nothing on generic"
std::string disagreement_text(const Timeline& timeline);

}  // namespace entryproof::checker::page
