// SPDX-License-Identifier: MIT
// `series` from the outside: exit codes, what is printed, and a state as a PATH. What is found of each patch is in
// tests/checker/series_judge_test.cpp. Cost: four runs of some seconds.
#include "tests/checker/json_schema.h"
#include "tests/cli/shell.h"

#include <set>
#include <string>

using namespace entryproof::cli;
using entryproof::tests::Json;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const Json& column(const Json& patch, const std::string& name) {
    for (const Json& one : patch.at("columns"))
        if (one.at("name") == name) return one;
    FAIL("no column is called " << name);
    return patch;
}

}  // namespace

TEST_CASE(
    "both series are as they are known, in JSON as the schema says; a column that is not covered claims nothing") {
    const Shell shell;
    const Json schema = entryproof::tests::schema("series-v1.json");
    const Ended ended = shell.run("series --against --format json");
    CHECK(ended.code == 0);
    CHECK(ended.errors == "");
    const Json result = Json::parse(ended.output);
    CHECK(entryproof::tests::Validator(schema).flaw(result) == "");
    REQUIRE(result.at("series").size() == 2);
    std::set<std::string> numbers;
    for (const Json& series : result.at("series"))
        for (const Json& patch : series.at("patches")) {
            CHECK(column(patch, "interference").at("verdict") == "not covered");
            CHECK(column(patch, "interference").at("reason") != "");
            for (const Json& one : patch.at("columns"))
                for (const Json& difference : one.at("differences")) {
                    CHECK(difference.at("known") == true);
                    numbers.insert(difference.at("known_as"));
                }
        }
    CHECK(numbers == std::set<std::string>{"D10", "D12", "D15", "D16", "D18", "D22", "D23", "D28"});
    std::set<std::string> vanished;
    for (const Json& one : result.at("against").at("vanished"))
        vanished.insert(one.at("first").get<std::string>() + " " + one.at("known_as").get<std::string>());
    CHECK(vanished == std::set<std::string>{"series:03 D18", "series:03 D22", "series:06 D23", "series:09 D18"});
    Json damaged = result;
    damaged["series"][0]["patches"][0]["columns"][0]["verdict"] = "fine";
    CHECK(entryproof::tests::Validator(schema).flaw(damaged) != "");
}

TEST_CASE("a change that is not known ends with 10 and is named") {
    const Shell shell;
    std::string text = file_text("spec/changes/series.toml");
    const std::string part = "known_as = \"D12\"";
    const std::size_t begin = text.rfind("[[change]]", text.find(part)), end = text.find("[[change]]", text.find(part));
    const std::string file = shell.file("d.toml", text.erase(begin, end - begin));
    const Ended ended = shell.run("series --expect '" + file + "'");
    CHECK(ended.code == 10);
    CHECK(ended.last_line() == "refuted");
    CHECK(holds(ended.output, "(not known)"));
}

TEST_CASE("a state is a PATH wherever one can be") {
    const Shell shell;
    CHECK(shell.run("prove series:00 series:01 --observer audit").code == 0);
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
    CHECK(shell.run("series --expect '" + shell.file("d.toml", "[[change]]\npatches = 1\n") + "'").code == 2);
    const Json error = Json::parse(shell.run("series --expect nowhere --format json").output);
    CHECK(entryproof::tests::Validator(entryproof::tests::schema("series-v1.json")).flaw(error) == "");
}
