// SPDX-License-Identifier: MIT
// A story on a page: the timelines, and beside them what made the runs what they are.
#pragma once

#include "checker/page/html.h"
#include "checker/story.h"

#include <string>

namespace entryproof::checker::page {

// Two runs of one scenario. `number` counts the stories of a page from 1.
Markup story_figure(const StoryView& view, unsigned number);

// One run, of a property that it breaks.
Markup run_figure(const std::string& path, const Scenario& scenario, const Run& run, unsigned number);

}  // namespace entryproof::checker::page
