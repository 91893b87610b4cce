// SPDX-License-Identifier: MIT
// `series` from the outside: exit codes, what is printed, and that a declaration which is not right is seen. Cost: some
// runs of some seconds.
#include "tests/checker/json_schema.h"
#include "tests/cli/shell.h"

#include <fstream>
#include <sstream>
#include <vector>

using namespace entryproof::cli;
using entryproof::tests::Json;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What is known of the series, to be damaged.
std::string known() { return file_text("spec/changes/series.toml"); }

std::string with(const std::string& old, const std::string& replacement) {
    std::string text = known();
    const std::size_t place = text.find(old);
    REQUIRE_MESSAGE(place != std::string::npos, old);
    return text.replace(place, old.size(), replacement);
}

// Without the first entry that says this.
std::string lacking(const std::string& part) {
    std::string text = known();
    const std::size_t place = text.find(part);
    REQUIRE_MESSAGE(place != std::string::npos, part);
    const std::size_t begin = text.rfind("[[change]]", place);
    const std::size_t end = text.find("[[change]]", place);
    return text.erase(begin, end == std::string::npos ? std::string::npos : end - begin);
}

Ended with_known(const Shell& shell, const std::string& text) {
    return shell.run("series --expect '" + shell.file("d.toml", text) + "'");
}

const Json& column(const Json& patch, const std::string& name) {
    for (const Json& one : patch.at("columns"))
        if (one.at("name") == name) return one;
    FAIL("no column is called " << name);
    return patch;
}

}  // namespace

TEST_CASE("the built-in series is as it is known, and says what is not covered") {
    const Shell shell;
    const Ended ended = shell.run("series");
    CHECK(ended.code == 0);
    CHECK(ended.last_line() == "proved");
    CHECK(ended.errors == "");
    for (const std::string number : {"D12", "D15", "D16", "D18", "D22", "D23", "D10", "D28"})
        CHECK_MESSAGE(holds(ended.output, "     " + number), number);
    CHECK(holds(ended.output, "not covered"));
    CHECK(!holds(ended.output, "(not known)"));
    CHECK(shell.run("series").output == ended.output);
}

TEST_CASE("JSON is as the schema says, and nothing is proved of a column that is not covered") {
    const Shell shell;
    const Json schema = entryproof::tests::schema("series-v1.json");
    const Ended ended = shell.run("series --against --format json");
    CHECK(ended.code == 0);
    const Json result = Json::parse(ended.output);
    CHECK(entryproof::tests::Validator(schema).flaw(result) == "");
    CHECK(result.at("series").size() == 2);
    for (const Json& series : result.at("series"))
        for (const Json& patch : series.at("patches")) {
            const Json& interference = column(patch, "interference");
            CHECK(interference.at("verdict") == "not covered");
            CHECK(interference.at("reason") != "");
        }
    Json damaged = result;
    damaged["series"][0]["patches"][0]["columns"][0]["verdict"] = "fine";
    CHECK(entryproof::tests::Validator(schema).flaw(damaged) != "");
    CHECK(entryproof::tests::Validator(schema).flaw(
              Json::parse(shell.run("series --expect nowhere --format json").output)) == "");
}

TEST_CASE("a change that is not known ends with 10 and is named") {
    const Shell shell;
    const Ended ended = with_known(shell, lacking("left = \"step report\"\nright = \"nothing\""));
    CHECK(ended.code == 10);
    CHECK(ended.last_line() == "refuted");
    CHECK(holds(ended.output, "'step report', which was seen before (not known)"));
}

TEST_CASE("a known change that nothing shows is stale") {
    const Shell shell;
    const Ended stale =
        with_known(shell, known() + "\n[[change]]\npatches = [\"series:01\"]\nobserver = \"audit\"\nleft = "
                                    "\"record\"\nright = \"nothing\"\nknown_as = \"D99\"\nnote = \"none\"\n");
    CHECK(stale.code == 8);
    CHECK(stale.last_line() == "stale or too wide declaration");
    CHECK(holds(stale.output, "FLAW stale: series:01, audit: record / nothing: no run shows it"));
}

TEST_CASE("a condition that says too much is wider, one that says too little is outside") {
    const Shell shell;
    const std::string exact = "condition = \"exit.emu && seen.step_report\"";
    const Ended wider = with_known(shell, with(exact, "condition = \"seen.step_report\""));
    CHECK(wider.code == 8);
    CHECK(holds(wider.output, "FLAW wider: series:08"));
    const Ended outside = with_known(shell, with(exact, "condition = \"exit.emu && seen.step_report && seen.body\""));
    CHECK(outside.code == 10);
    CHECK(holds(outside.output, "FLAW outside: series:08"));
}

TEST_CASE("what is known without I1 is looked for there only") {
    const Shell shell;
    const Ended ended = with_known(shell, with("without = [\"I1\"]\n", ""));
    CHECK(ended.code == 8);
    CHECK(holds(ended.output, "FLAW stale: series:06, audit: record / nothing"));
}

TEST_CASE("the two orders against each other: what the re-reads repair") {
    const Shell shell;
    const Ended ended = shell.run("series --against");
    CHECK(ended.code == 0);
    CHECK(holds(ended.output, "series against series-fixed:"));
    CHECK(holds(ended.output, "vanished: series:03, default: D18"));
    CHECK(holds(ended.output, "vanished: series:03, default: D22"));
}

TEST_CASE("a state is a PATH wherever one can be") {
    const Shell shell;
    CHECK(shell.run("prove series:00 series:01 --observer audit").code == 0);
    CHECK(shell.run("prove series:05 series:06 --observer audit --drop-assumption I1").code == 0);
    CHECK(shell.run("prove series:05 series:06 --observer audit --drop-assumption I1 --no-expect").code == 10);
    CHECK(shell.run("prove series:02 series:03 --observer undefined --no-expect").code == 10);
    CHECK(shell.run("lift series:03 --ir").code == 0);
    CHECK(holds(shell.run("list paths").output, "series-fixed:16"));
    const Ended wrong = shell.run("prove series:3 series:04");
    CHECK(wrong.code == 1);
    CHECK(holds(wrong.errors, "did you mean"));
}

TEST_CASE("without a budget nothing is claimed, and a wrong command line ends with 1") {
    const Shell shell;
    const Ended ended = shell.run("series --rlimit 1");
    CHECK(ended.code == 5);
    CHECK(!holds(ended.output, "unchanged: proved for one syscall"));
    CHECK(shell.run("series legacy").code == 1);
    CHECK(shell.run("series --expect x --no-expect").code == 1);
    CHECK(shell.run("series --expect nowhere").code == 2);
    CHECK(with_known(shell, "[[change]]\npatches = 1\n").code == 2);
}
