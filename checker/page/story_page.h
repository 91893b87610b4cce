// SPDX-License-Identifier: MIT
// The page of `explain`: one story, and the two paths it is about as graphs.
#pragma once

#include "checker/page/graph_figure.h"
#include "checker/story.h"

#include <string>
#include <vector>

namespace entryproof::checker::page {

struct StoryPage {
    StoryView view;
    std::string observer;            // whose disagreement it is about; empty: not said
    std::string id;                  // of the difference; empty: it is a scenario alone
    std::string condition;           // under which it occurs, as the report says; empty: not known
    std::string verdict;             // what the replay says, one sentence
    bool holds = false;              // it shows the disagreement, fairly
    std::vector<LoadedPath> paths;   // left, right
    std::vector<ir::Program> whole;  // the same with their environment, which were replayed
    std::string file;                // where the story was read
};

std::string story_page(const StoryPage& page);

}  // namespace entryproof::checker::page
