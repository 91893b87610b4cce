// SPDX-License-Identifier: MIT
#include "tests/lab/compare.h"

#include <doctest/doctest.h>

using namespace entryproof::lab;

namespace {

const Lines both = {"tracer: stop status 0x85 code 0x85 x0 7", "tracepoints: sys_enter nr 172", "tracer: exited 0"};

}  // namespace

TEST_CASE("the same events in another order between observers are the same") {
    CHECK(!difference("title", both, both));
    CHECK(!difference("title", both, {both[1], both[0], both[2]}));
    CHECK(!difference("title", {}, {}));
}

TEST_CASE("the same events in another order of one observer differ") {
    CHECK(difference("title", both, {both[2], both[1], both[0]}));
}

TEST_CASE("the story marks the first difference and names its fields") {
    const Lines seen = {"tracer: stop status 0x85 code 0x85 x0 8", both[1], "tracer: killed 9"};
    CHECK(difference("title", both, seen) ==
          "title\n"
          "  observer tracer, first difference marked\n"
          "  predicted                            | seen\n"
          "  -------------------------------------+-------------------------------------\n"
          "! tracer: stop status 0x85 code 0x85   | tracer: stop status 0x85 code 0x85\n"
          "    x0 7                               |   x0 8\n"
          "  tracer: exited 0                     | tracer: killed 9\n"
          "    x0: 7 predicted, 8 seen\n");
}

TEST_CASE("a long story is cut around the first difference") {
    Lines predicted(20, "tracer: stop");
    Lines seen = predicted;
    seen[12] = "tracer: exited 0";
    const std::string story = difference("title", predicted, seen).value_or("");
    CHECK(story.find("(4 events before, the same)") != std::string::npos);
    CHECK(story.find("! tracer: stop                         | tracer: exited 0") != std::string::npos);
    CHECK(story.find("(5 events more)") != std::string::npos);
}

TEST_CASE("an event that is missing or too many is a difference") {
    const auto missing = difference("title", both, {both[0], both[1]});
    REQUIRE(missing);
    CHECK(missing->find("! tracer: exited 0                     | (nothing)") != std::string::npos);
    const auto more = difference("title", both, {both[0], both[1], both[2], "lab: nothing more for 2000 ms"});
    REQUIRE(more);
    CHECK(more->find("observer lab") != std::string::npos);
    CHECK(more->find("observer tracer") == std::string::npos);
}
