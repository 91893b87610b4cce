// SPDX-License-Identifier: MIT
// `--interference` from the outside. Cost: three runs of some seconds each.
#include "tests/cli/shell.h"

using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a path against itself is proved whenever others act") {
    const Shell shell;
    const Ended ended = shell.run("prove legacy legacy --interference");
    CHECK(ended.code == 0);
    CHECK(holds(ended.output, "interference.left: proved (one syscall; others act between any two reads)"));
    CHECK(holds(ended.output, "interference.right: proved (one syscall; others act between any two reads)"));
    CHECK(!holds(ended.output, "other tasks act only where the task sleeps"));
}

TEST_CASE("where the paths differ without it, it is not asked") {
    const Shell shell;
    const Ended ended = shell.run("prove legacy generic --interference --no-expect --stories none");
    CHECK(ended.code == 10);
    CHECK(holds(ended.output, "interference.left: unknown ("));
    CHECK(holds(ended.output, "not asked"));
}

TEST_CASE("diff does not offer it, and says so") {
    const Shell shell;
    const Ended ended = shell.run("diff legacy generic --interference");
    CHECK(ended.code == 1);
}
