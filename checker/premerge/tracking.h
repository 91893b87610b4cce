// SPDX-License-Identifier: MIT
// Where b4 review has checked out the series under review: the file that B4_TRACKING_FILE names, JSON with
// series.branch-tips[], each {date, branch, sha} (b4 0.15, review/checks.py; its format may change without notice).
#pragma once

#include "checker/premerge/series.h"

#include <string>
#include <vector>

namespace entryproof::checker::premerge {

// Revisions that the first patch of `series` may stand on: for each tip, the youngest first, the commit before that
// patch, as its number and the length of the series say. None: the series was never checked out, or the text is none of
// b4's, which is no error, for there are other ways to find a base.
std::vector<std::string> tracked_bases(const std::string& tracking, const PostedSeries& series);

}  // namespace entryproof::checker::premerge
