// SPDX-License-Identifier: MIT
// The JSON report against its published schema.
#include "checker/report_json.h"

#include "tests/checker/json_schema.h"
#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Json = nlohmann::json;

Json report() { return Json::parse(report_json(sample::result(), std::nullopt)); }

std::string flaw(const Json& value, const std::string& name = "prove-v1") {
    const Json rules = tests::schema(name + ".json");
    return tests::Validator(rules).flaw(value);
}

}  // namespace

TEST_CASE("a result is as the schema says") {
    CHECK(flaw(report()) == "");
    const Recheck second{"cvc5", false, {{"undefined", "unsat", "none", "killed"}}};
    CHECK(flaw(Json::parse(report_json(sample::result(), second))) == "");
    CHECK(flaw(Json::parse(
              report_json(Result{"prove", "a", "b", {}, {}, {}, {}, {}, {}, ExitCode::vacuous}, std::nullopt))) == "");
}

TEST_CASE("what diff found is as its own schema says, and not as that of prove") {
    Result result = sample::result();
    result.command = "diff";
    result.differences[1].is_exact = false;
    result.differences[1].at_most = "task.watched";
    result.differences[1].unless = {"0123abcd"};
    const Json value = Json::parse(report_json(result, std::nullopt));
    CHECK(flaw(value, "diff-v1") == "");
    CHECK(flaw(value) != "");
    CHECK(flaw(report(), "diff-v1") != "");
    CHECK(value["differences"][0]["at_most"] == value["differences"][0]["condition"]);
    CHECK(value["differences"][1]["exact"] == false);
    CHECK(value["differences"][1]["at_most"] == "task.watched");
    CHECK(value["differences"][1]["unless"] == Json::array({"0123abcd"}));
}

TEST_CASE("an error is as the schema says") {
    CHECK(flaw(Json::parse(error_json(ExitCode::unreadable, "no \"such\" file\n", "a\\b", 3, 4))) == "");
}

TEST_CASE("the schema refuses unknown keys, missing keys and wrong values") {
    Json value = report();
    value["claims"][0]["colour"] = "red";
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0].erase("id");
    CHECK(flaw(value) != "");
    value = report();
    value["exit"]["code"] = 9;
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0]["stories"][0]["initial"]["task.visitor"] = -1;
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0]["id"] = "0123ABCD";
    CHECK(flaw(value) != "");
}

TEST_CASE("every story is a scenario that can be read back") {
    const Json value = report();
    const Json& story = value["differences"][0]["stories"][0];
    const Scenario read = parse_scenario(story.dump(), "story");
    CHECK(read.left == "gate");
    CHECK(read.right == "gate-ignoring");
    CHECK(read.summary == "the guard refused");
    CHECK(read.initial == sample::refused_visitor().initial);
    CHECK(read.answers == sample::refused_visitor().answers);
}

TEST_CASE("the exit code and its word are fields") {
    const Json value = report();
    CHECK(value["exit"]["code"] == 10);
    CHECK(value["exit"]["word"] == "refuted");
    CHECK(value["differences"][1]["declared"] == true);
    CHECK(value["ledger"][1]["narrower"] == "now.day");
}

TEST_CASE("the same result gives the same bytes") {
    CHECK(report_json(sample::result(), std::nullopt) == report_json(sample::result(), std::nullopt));
}
