// SPDX-License-Identifier: MIT
// From what a command found to its overview page: the stories as figures, in the order of the JSON report.
#pragma once

#include "checker/check.h"
#include "checker/load.h"
#include "checker/page/html.h"
#include "checker/result.h"

#include <string>
#include <vector>

namespace entryproof::checker::page {

// The stories of a result (prove, diff), in the order of its JSON.
std::vector<Markup> stories_of(const Result& result);
// Appends those of one difference, between the two paths of these names; numbers go on.
void add_stories(std::vector<Markup>& stories, const Difference& difference, const std::string& left,
                 const std::string& right);

// `report` is the JSON report of the same result.
std::string page_of(const Result& result, const std::string& report, const std::vector<LoadedPath>& paths);
std::string page_of(const CheckResult& result, const std::string& report, const LoadedPath& path);

}  // namespace entryproof::checker::page
