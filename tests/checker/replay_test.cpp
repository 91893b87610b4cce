// SPDX-License-Identifier: MIT
// Replaying a scenario on both sides, and each way in which it can be unfair.
#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>

#include "checker/scenario.h"
#include "model/ir/validator.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Sentences = std::vector<std::string>;

ir::Program variant(bool shows_hour, bool ignores_refusal) {
    toy::Variant variant;
    variant.shows_hour = shows_hour;
    variant.ignores_refusal = ignores_refusal;
    return toy::gate(variant);
}

Scenario watched(std::uint64_t go) {
    Scenario scenario;
    scenario.initial = {{"task.watched", 1}, {"task.visitor", 3}};
    scenario.answers[{"ask", 0}] = {{"go", go}, {"visitor", 4}};
    return scenario;
}

// A program of hooks in a row, over one 8-bit cell that takes every answer "r".
struct Call {
    std::string hook;
    std::string observer;
    std::string kind;
    std::uint64_t shown;
    std::uint64_t hidden;
    ir::Sharing sharing;
};

ir::Program row(const std::vector<Call>& calls) {
    ir::Program program;
    program.entry = "main";
    program.cells["task.answer"] = {"task.answer", 8, ""};
    ir::BodyBuilder body(toy::source("main"));
    for (const Call& call : calls)
        body.hook({call.hook,
                   call.observer,
                   call.kind,
                   {{"shown", ir::constant(8, call.shown)}, {"hidden", ir::constant(8, call.hidden), false}},
                   {{"r", "task.answer"}},
                   call.sharing});
    program.functions["main"] = {"main", {}, {}, 0, body.take(), toy::source("main")};
    REQUIRE(ir::validate(program).empty());
    return program;
}

Sentences unfair(const std::vector<Call>& left, const std::vector<Call>& right, const Answers& answers,
                 const Answers& right_answers = {}) {
    Scenario scenario;
    scenario.answers = answers;
    scenario.right_answers = right_answers;
    return replay(row(left), row(right), scenario).unfair;
}

Answers says(const std::string& hook, std::uint64_t value) { return {{{hook, 0}, {{"r", value}}}}; }

constexpr ir::Sharing history = ir::Sharing::history;
constexpr ir::Sharing function = ir::Sharing::function;

}  // namespace

TEST_CASE("the oracle answers from the scenario and with 0 where it is silent") {
    Scenario scenario = watched(1);
    ScenarioOracle oracle(scenario, Side::left);
    Event event;
    event.hook = "ask";
    CHECK(oracle.answer(event, 0, "visitor", 8) == 4);
    CHECK(oracle.answer(event, 0, "other", 8) == 0);
    CHECK(oracle.answer(event, 1, "visitor", 8) == 0);
    CHECK(oracle.undefined("enter", "who", 8) == 0);
    scenario.undefined[{"enter", "who"}] = 6;
    CHECK(oracle.undefined("enter", "who", 8) == 6);
}

TEST_CASE("right answers replace the whole answer of that hook call, on the right only") {
    Scenario scenario = watched(1);
    scenario.right_answers[{"ask", 0}] = {{"go", 0}};
    Event event;
    event.hook = "ask";
    CHECK(ScenarioOracle(scenario, Side::left).answer(event, 0, "visitor", 8) == 4);
    CHECK(ScenarioOracle(scenario, Side::right).answer(event, 0, "visitor", 8) == 0);
    CHECK(ScenarioOracle(scenario, Side::right).answer(event, 0, "go", 1) == 0);
}

TEST_CASE("a path replayed against itself is fair and shows the same") {
    const Replay result = replay(toy::gate(), toy::gate(), watched(1));
    CHECK(result.unfair.empty());
    CHECK(result.left.events.size() == 2);
    CHECK(disagreements(result.left, result.right).empty());
}

TEST_CASE("a guard who refuses is ignored by one gate: fair, and the owner sees it") {
    const Replay result = replay(toy::gate(), variant(false, true), watched(0));
    CHECK(result.unfair.empty());
    CHECK(result.left.events.size() == 1);
    CHECK(result.right.events.size() == 2);
}

TEST_CASE("a start value of one side's own cell counts there only") {
    ir::Program other = toy::gate();
    other.cells["task.extra"] = {"task.extra", 8, ""};
    Scenario scenario = watched(1);
    scenario.initial["task.extra"] = 9;
    const Replay result = replay(toy::gate(), other, scenario);
    CHECK(result.left.initial.count("task.extra") == 0);
    CHECK(result.right.initial.at("task.extra") == 9);
}

TEST_CASE("a start value that is no cell of either side is refused") {
    Scenario scenario = watched(1);
    scenario.initial["task.none"] = 9;
    CHECK_THROWS_WITH_AS(replay(toy::gate(), toy::gate(), scenario), "no cell of either side is called 'task.none'",
                         std::invalid_argument);
}

TEST_CASE("an observer who saw the same must answer the same") {
    Scenario scenario = watched(1);
    scenario.right_answers[{"ask", 0}] = {{"go", 0}, {"visitor", 4}};
    CHECK(replay(toy::gate(), toy::gate(), scenario).unfair ==
          Sentences{"observer 'guard' had seen the same up to 'question' and answered go = 1, visitor = 4 on the left "
                    "but go = 0, visitor = 4 on the right"});
}

TEST_CASE("an observer who saw something else may answer otherwise") {
    Scenario scenario = watched(1);
    scenario.right_answers[{"ask", 0}] = {{"go", 0}, {"visitor", 4}};
    CHECK(replay(toy::gate(), variant(true, false), scenario).unfair.empty());
    CHECK(
        unfair({{"a", "o", "k", 1, 0, history}}, {{"a", "o", "k", 2, 0, history}}, says("a", 1), says("a", 2)).empty());
    CHECK(
        unfair({{"a", "o", "k", 1, 0, history}}, {{"a", "o", "m", 1, 0, history}}, says("a", 1), says("a", 2)).empty());
}

TEST_CASE("an observer cannot answer by what is hidden from it") {
    CHECK(
        unfair({{"a", "o", "k", 1, 1, history}}, {{"a", "o", "k", 1, 2, history}}, says("a", 1), says("a", 2)).size() ==
        1);
}

TEST_CASE("after its own histories differ an observer is free, whatever comes later") {
    const std::vector<Call> left = {{"a", "o", "k", 1, 0, history}, {"b", "o", "k", 5, 0, history}};
    const std::vector<Call> right = {{"a", "o", "k", 2, 0, history}, {"b", "o", "k", 5, 0, history}};
    CHECK(unfair(left, right, says("b", 1), says("b", 2)).empty());
}

TEST_CASE("what other observers saw does not free an observer") {
    const std::vector<Call> left = {{"a", "p", "k", 1, 0, history}, {"b", "o", "k", 5, 0, history}};
    const std::vector<Call> right = {{"a", "p", "k", 2, 0, history}, {"b", "o", "k", 5, 0, history}};
    CHECK(unfair(left, right, says("b", 1), says("b", 2)).size() == 1);
}

TEST_CASE("the same event from another hook is the same to its observer") {
    CHECK(unfair({{"a", "o", "k", 1, 0, history}}, {{"b", "o", "k", 1, 0, history}},
                 {{{"a", 0}, {{"r", 1}}}, {{"b", 0}, {{"r", 2}}}})
              .size() == 1);
}

TEST_CASE("an unobserved hook answers by everything that was observed before") {
    const std::vector<Call> left = {{"a", "p", "k", 1, 0, function}, {"b", "", "k", 5, 0, history}};
    const std::vector<Call> same = left;
    const std::vector<Call> other = {{"a", "p", "k", 2, 0, function}, {"b", "", "k", 5, 0, history}};
    CHECK(unfair(left, same, says("b", 1), says("b", 2)) ==
          Sentences{"the unobserved hook 'b' had seen the same up to 'k' and answered r = 1 on the left but r = 2 on "
                    "the right"});
    CHECK(unfair(left, other, says("b", 1), says("b", 2)).empty());
}

TEST_CASE("an unobserved hook that is asked something else may answer otherwise") {
    CHECK(unfair({{"a", "", "k", 1, 0, history}}, {{"a", "", "k", 2, 0, history}}, says("a", 1), says("a", 2)).empty());
    CHECK(unfair({{"a", "", "k", 1, 0, history}, {"c", "o", "k", 1, 0, history}},
                 {{"c", "o", "k", 1, 0, history}, {"a", "", "k", 1, 0, history}}, says("a", 1), says("a", 2))
              .empty());
}

TEST_CASE("a function gives one answer to one question, across the sides") {
    CHECK(unfair({{"a", "o", "k", 1, 3, function}}, {{"a", "o", "k", 1, 3, function}}, says("a", 1), says("a", 2)) ==
          Sentences{"hook 'a' was asked the same (shown = 1, hidden = 3) and answered r = 1 on the left but r = 2 on "
                    "the right"});
}

TEST_CASE("a function may answer otherwise when anything asked differs, also what is hidden") {
    CHECK(unfair({{"a", "o", "k", 1, 3, function}}, {{"a", "o", "k", 1, 4, function}}, says("a", 1), says("a", 2))
              .empty());
    CHECK(unfair({{"a", "o", "k", 1, 3, function}}, {{"a", "o", "k", 2, 3, function}}, says("a", 1), says("a", 2))
              .empty());
}

TEST_CASE("a function gives one answer to one question within a run, too") {
    toy::Variant variant;
    ir::Program program = toy::gate(variant);
    ir::Body& enter = program.functions.at("enter").body;
    enter.push_back({ir::Assign{"task.hour", ir::constant(32, 0)}, {}});
    enter.push_back(enter[2]);
    Scenario scenario;
    scenario.answers[{"door", 0}] = {{"seat", 1}};
    scenario.answers[{"door", 1}] = {{"seat", 2}};
    CHECK(replay(program, program, scenario).unfair.size() == 2);
    scenario.answers[{"door", 1}] = {{"seat", 1}};
    CHECK(replay(program, program, scenario).unfair.empty());
}

TEST_CASE("what an uninitialised read yields is arbitrary, so never unfair") {
    toy::Variant variant;
    variant.forgets_to_copy = true;
    Scenario scenario;
    scenario.undefined[{"enter", "who"}] = 5;
    const Replay result = replay(toy::gate(variant), toy::gate(variant), scenario);
    CHECK(result.unfair.empty());
    CHECK(result.left.events.at(0).subject == "enter:who");
    CHECK(result.left.events.at(1).fields.at(0).value == 5);
}
