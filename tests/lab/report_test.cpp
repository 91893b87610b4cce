// SPDX-License-Identifier: MIT
#include "tests/lab/report.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace entryproof::lab;

namespace {

const std::string head = "kernel 7.3.4\n";
const std::string first = "script 0\ntracer: exited 0\nend 0\n";
const std::string second = "script 1\nuser: exit 0\nlab: something\nend 1\n";
const std::string done = "done 2 scripts, booted in 12 ms, ran in 34 ms\n";

std::string refusal(const std::string& text, std::size_t scripts) {
    try {
        read_report(text, scripts);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a whole report gives the lines of each script and the times") {
    const Report report = read_report(head + first + second + done, 2);
    CHECK(report.release == "7.3.4");
    REQUIRE(report.seen.size() == 2);
    CHECK(report.seen[0] == Lines{"tracer: exited 0"});
    CHECK(report.seen[1] == Lines{"user: exit 0", "lab: something"});
    CHECK(report.boot_ms == 12);
    CHECK(report.run_ms == 34);
}

TEST_CASE("a report that is not whole is refused") {
    CHECK(refusal("", 0) != "");
    CHECK(refusal(head + first, 1) == "the report of kernel 7.3.4 breaks off in script 0");
    CHECK(refusal(head + first + second, 2) != "");
    CHECK(refusal(head + first + second + done, 3) != "");
    CHECK(refusal(head + first + done, 2) != "");
    CHECK(refusal(head + second + first + done, 2) != "");
    CHECK(refusal(head + "script 0\nend 1\n" + done, 2) != "");
    CHECK(refusal(head + "script 0\nscript 1\nend 1\n" + done, 2) != "");
    CHECK(refusal(head + first + "lab: gave up: no batch\n", 2) ==
          "the report of kernel 7.3.4 breaks off in script 0 at: lab: gave up: no batch");
    CHECK(refusal(head + first + second + done + "more\n", 2) != "");
}
