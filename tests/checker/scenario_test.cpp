// SPDX-License-Identifier: MIT
// The JSON form of a scenario: what is read, how it is written, and every mistake with its place.
#include "checker/scenario.h"

#include <doctest/doctest.h>

#include "checker/error.h"
#include "tests/toy/random_program.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::checker;

namespace {

const char* const full = R"({
  "version": 1,
  "kind": "scenario",
  "pair": [
    "gate",
    "open-gate"
  ],
  "summary": "the guard \"sleeps\"",
  "initial": {
    "task.hour": "0xffffffffffffffff",
    "task.watched": 1
  },
  "answers": [
    {
      "hook": "ask",
      "occurrence": 0,
      "values": {
        "go": 1,
        "visitor": 9007199254740992
      }
    }
  ],
  "right_answers": [
    {
      "hook": "ask",
      "occurrence": 0,
      "values": {
        "go": 0,
        "visitor": "0x20000000000001"
      }
    }
  ],
  "undefined": [
    {
      "function": "enter",
      "variable": "who",
      "value": 3
    }
  ]
}
)";

// "line:column: message" of the error, or "".
std::string error_of(const std::string& text) {
    try {
        parse_scenario(text, "s.json");
        return "";
    } catch (const InputError& error) {
        CHECK(error.file == "s.json");
        return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.what();
    }
}

// The error of a scenario with one more line.
std::string error_with(const std::string& line) {
    return error_of("{\"version\": 1, \"kind\": \"scenario\"\n" + line + "}");
}

}  // namespace

TEST_CASE("a full scenario is read") {
    const Scenario scenario = parse_scenario(full, "s.json");
    CHECK(scenario.left == "gate");
    CHECK(scenario.right == "open-gate");
    CHECK(scenario.summary == "the guard \"sleeps\"");
    CHECK(scenario.initial == Values{{"task.hour", ~std::uint64_t{0}}, {"task.watched", 1}});
    CHECK(scenario.answers.at({"ask", 0}).at("visitor") == std::uint64_t{1} << 53);
    CHECK(scenario.right_answers.at({"ask", 0}).at("visitor") == (std::uint64_t{1} << 53) + 1);
    CHECK(scenario.undefined.at({"enter", "who"}) == 3);
}

TEST_CASE("what was read is written again, byte for byte") { CHECK(to_json(parse_scenario(full, "s.json")) == full); }

TEST_CASE("a scenario for one path has no pair, and silent parts are left out") {
    Scenario scenario;
    scenario.initial["task.hour"] = 255;
    CHECK(to_json(scenario) ==
          "{\n  \"version\": 1,\n  \"kind\": \"scenario\",\n  \"initial\": {\n    \"task.hour\": "
          "255\n  },\n  \"answers\": []\n}\n");
    CHECK(parse_scenario(to_json(scenario), "s.json").right.empty());
}

TEST_CASE("version and kind must be there and right") {
    CHECK(error_of("{\"kind\": \"scenario\"}") == "1:1: the key 'version' is missing");
    CHECK(error_of("{\"version\": 2, \"kind\": \"scenario\"}") == "1:13: 'version' must be 1");
    CHECK(error_of("{\"version\": \"1\", \"kind\": \"scenario\"}") == "1:13: 'version' must be 1");
    CHECK(error_of("{\"version\": 1}") == "1:1: the key 'kind' is missing");
    CHECK(error_of("{\"version\": 1, \"kind\": \"result\"}") == "1:24: 'kind' must be \"scenario\"");
    CHECK(error_of("[]") == "1:1: a scenario must be an object, not an array");
}

TEST_CASE("an unknown key is refused at every level") {
    CHECK(error_with(", \"initail\": {}") == "2:3: unknown key 'initail'");
    CHECK(error_with(", \"answers\": [{\"hook\": \"h\", \"occurrence\": 0, \"value\": {}}]") ==
          "2:46: unknown key 'value'");
    CHECK(error_with(", \"undefined\": [{\"function\": \"f\", \"x\": 0}]") == "2:35: unknown key 'x'");
}

TEST_CASE("a wrong type is refused") {
    CHECK(error_with(", \"initial\": []") == "2:14: 'initial' must be an object, not an array");
    CHECK(error_with(", \"initial\": {\"a\": null}") == "2:20: 'a' must be a number or a string \"0x...\", not null");
    CHECK(error_with(", \"summary\": 5") == "2:14: 'summary' must be a string, not a number");
    CHECK(error_with(", \"answers\": {}") == "2:14: 'answers' must be an array, not an object");
    CHECK(error_with(", \"answers\": [true]") == "2:15: an entry of 'answers' must be an object, not a boolean");
    CHECK(error_with(", \"undefined\": [[]]") == "2:17: an entry of 'undefined' must be an object, not an array");
}

TEST_CASE("a number out of range is refused") {
    CHECK(error_with(", \"initial\": {\"a\": -1}") == "2:20: 'a' must be a whole number from 0 to 2^64 - 1, not -1");
    CHECK(error_with(", \"initial\": {\"a\": 18446744073709551616}") ==
          "2:20: 'a' must be a whole number from 0 to 2^64 - 1, not 18446744073709551616");
    CHECK(error_with(", \"initial\": {\"a\": 0.5}") == "2:20: 'a' must be a whole number from 0 to 2^64 - 1, not 0.5");
    for (const std::string text : {"0x", "0x10000000000000000", "0xg", "ff", "0x-1", ""})
        CHECK(error_with(", \"initial\": {\"a\": \"" + text + "\"}") ==
              "2:20: 'a' must be \"0x\" and 1 to 16 hexadecimal digits, not \"" + text + "\"");
    CHECK(error_with(", \"answers\": [{\"hook\": \"h\", \"occurrence\": 4294967296, \"values\": {}}]") ==
          "2:43: 'occurrence' must be below 2^32");
}

TEST_CASE("a missing key of an entry is refused") {
    CHECK(error_with(", \"answers\": [{\"hook\": \"h\", \"values\": {}}]") == "2:15: the key 'occurrence' is missing");
    CHECK(error_with(", \"undefined\": [{\"function\": \"f\", \"value\": 0}]") ==
          "2:17: the key 'variable' is missing");
}

TEST_CASE("a pair names two paths") {
    CHECK(error_with(", \"pair\": [\"a\"]") == "2:11: 'pair' must name 2 paths, not 1");
    CHECK(error_with(", \"pair\": [\"a\", \"b\", \"c\"]") == "2:11: 'pair' must name 2 paths, not 3");
    CHECK(error_with(", \"pair\": [\"a\", \"\"]") == "2:17: a path's name is empty");
    CHECK(error_with(", \"pair\": \"a\"") == "2:11: 'pair' must be an array, not a string");
}

TEST_CASE("a hook call or variable given twice is refused") {
    const std::string entry = "{\"hook\": \"h\", \"occurrence\": 2, \"values\": {}}";
    CHECK(error_with(", \"answers\": [" + entry + ",\n" + entry + "]") ==
          "3:1: occurrence 2 of hook 'h' is given twice");
    const std::string variable = "{\"function\": \"f\", \"variable\": \"v\", \"value\": 0}";
    CHECK(error_with(", \"undefined\": [" + variable + ",\n" + variable + "]") == "3:1: variable 'f:v' is given twice");
}

TEST_CASE("names that a program has are known, on either side") {
    const ir::Program gate = toy::gate();
    ir::Program other = toy::gate();
    other.cells["task.extra"] = {"task.extra", 8, ""};
    Scenario scenario = parse_scenario(full, "s.json");
    scenario.initial["task.extra"] = 1;
    scenario.undefined[{"ask_guard", "visitor"}] = 1;
    CHECK(unknown_names(scenario, {&gate, &other}).empty());
    CHECK(unknown_names(scenario, {&gate}) == std::vector<std::string>{"cell 'task.extra'"});
}

TEST_CASE("every mistyped name is told with its kind") {
    const ir::Program gate = toy::gate();
    Scenario scenario;
    scenario.initial["task.huor"] = 1;
    scenario.answers[{"aks", 0}] = {};
    scenario.answers[{"ask", 0}] = {{"og", 1}};
    scenario.right_answers[{"doro", 0}] = {};
    scenario.undefined[{"enter", "hwo"}] = 1;
    CHECK(unknown_names(scenario, {&gate}) == std::vector<std::string>{"answer 'og' of hook 'ask'", "cell 'task.huor'",
                                                                       "hook 'aks'", "hook 'doro'",
                                                                       "variable 'enter:hwo'"});
}

TEST_CASE("hooks inside branches and blocks are known") {
    ir::Program program = toy::gate();
    ir::BodyBuilder body(toy::source("enter"));
    const auto hook = [](const std::string& name) {
        return [name](ir::BodyBuilder& inside) { inside.hook({name, "owner", "guest", {}, {}}); };
    };
    body.if_(ir::truth(true), hook("in_then"), hook("in_else"));
    body.block("out", hook("in_block"));
    program.functions.at("enter").body = body.take();
    Scenario scenario;
    for (const std::string name : {"in_then", "in_else", "in_block"}) scenario.answers[{name, 0}] = {};
    CHECK(unknown_names(scenario, {&program}).empty());
}

TEST_CASE("a scenario with random damage is read or refused with a place inside it, and never crashes") {
    unsigned refused = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        toy::Dice dice(seed);
        std::string text = full;
        for (unsigned i = 1 + dice.below(3); i-- > 0;)
            text[dice.below(text.size())] =
                static_cast<char>(dice.one_in(2) ? dice.below(256) : "{}[]\",:\\0"[dice.below(9)]);
        try {
            const Scenario scenario = parse_scenario(text, "s.json");
            CHECK(to_json(parse_scenario(to_json(scenario), "s.json")) == to_json(scenario));
        } catch (const InputError& error) {
            ++refused;
            CHECK(error.line >= 1);
            CHECK(error.line <= 40);
            CHECK(error.column >= 1);
        }
    }
    CHECK(refused > 1000);
}
