// SPDX-License-Identifier: MIT
// The page of a whole report: its verdicts, its tables, and its stories with links to them.
//
// Everything but the stories is read from the JSON report, so that page and report cannot disagree. A report of a kind
// that no arm knows is our bug, never an empty page.
#pragma once

#include "checker/page/html.h"

#include <string>
#include <vector>

namespace entryproof::checker::page {

// `report` is what the command prints with --format json. `stories` are those of the report, in the order in which the
// document holds them, made with the numbers 1, 2, ... (story_figure.h). `graphs` may be empty. Same arguments, same
// bytes. InternalError: there are more or fewer stories than the report has.
std::string overview_page(const std::string& report, const std::vector<Markup>& stories,
                          const std::vector<Markup>& graphs);

}  // namespace entryproof::checker::page
