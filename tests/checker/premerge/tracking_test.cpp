// SPDX-License-Identifier: MIT
#include "checker/premerge/tracking.h"

#include <doctest/doctest.h>

using namespace entryproof::checker::premerge;

namespace {

const std::string old_sha(40, 'a'), new_sha(40, 'b');

std::string tracking(const std::string& sha) {
    return R"({"series": {"branch-tips": [{"date": "2026-01-02", "branch": "r/x", "sha": ")" + old_sha +
           R"("}, {"date": "2026-03-04", "branch": "r/x", "sha": ")" + sha + R"("}]}})";
}

PostedSeries series(unsigned first, unsigned total) {
    PostedSeries posted;
    posted.total = total;
    posted.patches.emplace_back();
    posted.patches.back().number = first;
    return posted;
}

}  // namespace

TEST_CASE("a series stands on the commit before its first patch, on the youngest tip first") {
    CHECK(tracked_bases(tracking(new_sha), series(1, 7)) == std::vector<std::string>{new_sha + "~7", old_sha + "~7"});
    CHECK(tracked_bases(tracking(new_sha), series(3, 7)).front() == new_sha + "~5");
    CHECK(tracked_bases(tracking(new_sha), series(7, 7)).front() == new_sha + "~1");
}

TEST_CASE("what is no tracking file of a series that was checked out names no base") {
    for (const std::string text : {"", "{", "[]", "{\"series\": {}}", "{\"series\": {\"branch-tips\": [3]}}"})
        CHECK(tracked_bases(text, series(1, 7)).empty());
    // Nothing but a commit is handed on to git.
    CHECK(tracked_bases(tracking("main"), series(1, 7)).size() == 1);
    CHECK(tracked_bases(tracking(new_sha), series(8, 7)).empty());
}
