// SPDX-License-Identifier: MIT
// The text of a program. That it compiles and runs is for tests/lab/reproducer_test.cpp, which has a compiler for
// arm64.
#include "checker/reproducer/c_text.h"

#include "tests/checker/reproducer/stories.h"

#include <doctest/doctest.h>

#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::reproducer;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a program says what it shows, and where that is decided") {
    const std::string text = made(lost_step()).text;
    CHECK(text.rfind(
              "// SPDX-License-Identifier: MIT\n/*\n * tracer sees \"step report\" on legacy and nothing on generic.\n",
              0) == 0);
    CHECK(holds(text, "report_syscall_exit@7.3"));
    CHECK(holds(text, "CONFIG_X=y"));
    CHECK(holds(text, "#define LEFT \"legacy\"\n#define RIGHT \"generic\"\n"));
    CHECK(holds(text, "\tcase 0:\t/* entry stop */\n\t\tresume(pid, PTRACE_SYSEMU_SINGLESTEP, 0);\n"));
    CHECK(holds(text, "x0 PID x7 0 pc +4 pending 0x0\",\t/* here they part */\n"));
    CHECK(!holds(text, "4242"));
    CHECK(!holds(text, "//@"));
    CHECK(!holds(text, "checker/"));
}

TEST_CASE("the same story gives the same bytes") { CHECK(made(lost_step()).text == made(lost_step()).text); }

TEST_CASE("only what is needed is there") {
    const std::string step = made(lost_step()).text;
    CHECK(!holds(step, "linux/seccomp.h"));
    CHECK(!holds(step, "raw_syscalls"));
    CHECK(!holds(step, "NETLINK"));
    CHECK(holds(made(switched_on()).text, "raw_syscalls"));
    CHECK(holds(made(judged(), "tracer").text, "#define SECTION_LENGTH 12\n"));
}

TEST_CASE("names of paths cannot end a comment or a string") {
    Prediction prediction = made(lost_step()).prediction;
    const std::string text = c_text({"a*/\"b\\", "right", "t*/", {"p*/"}, {"*/"}, {}}, prediction);
    CHECK(holds(text, "#define LEFT \"a*/\\\"b\\\\\""));
    const std::string comment = text.substr(0, text.find("#define"));
    CHECK(comment.find("*/") == comment.rfind("*/"));
}

TEST_CASE("lines are short enough to be read") {
    for (const Scenario& scenario : {lost_step(), switched_on()}) {
        std::istringstream lines(made(scenario).text);
        for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 140, line);
    }
}
