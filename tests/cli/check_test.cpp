// SPDX-License-Identifier: MIT
// `check` from the outside: verdict lines, stories that can be run again, every exit code it can end with.
#include "tests/checker/json_schema.h"
#include "tests/cli/shell.h"

using namespace entryproof;
using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string expectation(const std::string& property) {
    return "[[expect]]\npaths = ['legacy']\nproperty = '" + property + "'\nverdict = 'refuted'\nkind = 'wart'\n" +
           "note = 'because'\n";
}

}  // namespace

TEST_CASE("a property that holds") {
    const Shell shell;
    const Ended ended = shell.run("check legacy --property P2");
    CHECK(ended.code == 0);
    CHECK(ended.last_line() == "proved");
    CHECK(holds(ended.output, "P2 emulated-never-runs: proved (one syscall; within: native quiet)\n"));
    CHECK(holds(ended.output, "\n1 proved\n"));
    CHECK(ended.errors == "");
}

TEST_CASE("a property that fails is told with its condition, its standing and a story") {
    const Shell shell;
    const Ended ended = shell.run("check legacy --property P17");
    CHECK(ended.code == 10);
    CHECK(ended.last_line() == "refuted");
    CHECK(holds(ended.output, "P17 step-report-while-stepping: refuted (one syscall)\n"));
    CHECK(holds(ended.output, "  holds exactly when: !exit.emu\n"));
    CHECK(holds(ended.output, "  a known wart: "));
    CHECK(holds(ended.output, "    tracer: step report [2]\n"));
    CHECK(holds(ended.output, "      -> resumes with PTRACE_SYSEMU_SINGLESTEP\n"));
    const Ended brief = shell.run("check legacy --property P17 --quiet");
    CHECK(brief.output == "P17 step-report-while-stepping: refuted (one syscall)\n1 refuted\nrefuted\n");
    CHECK(!holds(shell.run("check legacy --property P17 --no-stories").output, "step report ["));
    CHECK(!holds(shell.run("check legacy --property P17 --no-side-conditions").output, "exactly when"));
}

TEST_CASE("what it prints as JSON is as the schema says, and its story can be run") {
    const Shell shell;
    const Ended ended = shell.run("check legacy --property P17 --property P20 --property P2 --format json");
    CHECK(ended.code == 10);
    const tests::Json result = tests::Json::parse(ended.output);
    const tests::Json rules = tests::schema("check-v1.json");
    CHECK(tests::Validator(rules).flaw(result) == "");
    CHECK(result["properties"].size() == 3);
    CHECK(result["properties"][0]["story"].is_null());
    CHECK(result["properties"][1]["id"] == "P17");
    CHECK(result["properties"][1]["holds_when"].dump() == "[[\"!exit.emu\"]]");
    CHECK(result["properties"][1]["exact"] == true);
    CHECK(result["properties"][2]["verdict"] == "not covered");
    shell.file("story.json", result["properties"][1]["story"].dump());
    const Ended again = shell.run("trace legacy --scenario \"$F/story.json\" --observer tracer");
    CHECK(again.code == 0);
    CHECK(holds(again.output, "step report"));
    tests::Json wrong = result;
    wrong["properties"][0]["verdict"] = "perhaps";
    CHECK(tests::Validator(rules).flaw(wrong) != "");
    const Ended error = shell.run("check nowhere --format json");
    CHECK(tests::Validator(rules).flaw(tests::Json::parse(error.output)) == "");
}

TEST_CASE("what is expected ends with 0, what is expected and not found with 8") {
    const Shell shell;
    const std::string both = "check legacy --property P17 --property P2 --quiet --expect ";
    const Ended expected = shell.run(both + "built-in");
    CHECK(expected.code == 0);
    CHECK(expected.output ==
          "P2 emulated-never-runs: proved (one syscall; within: native quiet)\n"
          "P17 step-report-while-stepping: refuted (one syscall), as expected\n"
          "1 proved, 1 refuted; 1 of these as expected\nproved\n");
    CHECK(shell.run(both + shell.file("e.toml", expectation("P17"))).code == 0);
    const Ended stale = shell.run(both + shell.file("e.toml", expectation("P17") + expectation("P2")));
    CHECK(stale.code == 8);
    CHECK(stale.last_line() == "stale or too wide declaration");
    CHECK(shell.run(both + shell.file("e.toml", "# nothing\n")).code == 10);
}

TEST_CASE("every other way to end") {
    const Shell shell;
    CHECK(shell.run("check legacy --property P23").code == 7);
    CHECK(shell.run("check legacy --property P20").code == 4);
    CHECK(shell.run("check legacy --property P9 --rlimit 1").code == 5);
    CHECK(shell.run("check legacy --property P99").code == 1);
    CHECK(shell.run("check legacy --expect \"$F/none.toml\"").code == 2);
    CHECK(shell.run("check legacy --expect " + shell.file("bad.toml", "x = 1")).code == 2);
    CHECK(shell.run("check").code == 1);
    CHECK(shell.run("check lagacy").code == 1);
}

TEST_CASE("the same question gives the same bytes") {
    const Shell shell;
    const std::string question = "check generic-permit --property P14 --property P19a --format json";
    CHECK(shell.run(question).output == shell.run(question).output);
}

TEST_CASE("the properties can be listed") {
    const Shell shell;
    const Ended ended = shell.run("list properties");
    CHECK(ended.code == 0);
    CHECK(holds(ended.output, "P19b"));
    CHECK(holds(ended.output, "ptrace(2)"));
}
