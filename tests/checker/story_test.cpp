// SPDX-License-Identifier: MIT
#include "checker/story.h"

#include "checker/layout.h"
#include "checker/load.h"
#include "checker/whole.h"
#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

std::string joined_lines(const StoryView& view) {
    std::string text;
    for (const std::string& line : story_lines(view)) text += line + "\n";
    return text;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Everything that the start and the tracer can do at once, on two real paths.
Scenario busy_syscall() {
    Scenario scenario;
    scenario.left = "legacy";
    scenario.right = "generic";
    scenario.initial = {{"NR_syscalls", 472},   {"task.ptrace", 9},       {"task.emu", 1},
                        {"task.singlestep", 1}, {"task.seccomp", 1},      {"CONFIG_SECCOMP", 1},
                        {"task.tracepoint", 1}, {"audit.context", 1},     {"task.audit", 1},
                        {"audit.enabled", 1},   {"audit.rules", 1},       {"audit.record_state", 1},
                        {"regs.regs[8]", 172},  {"regs.pc", 0x1004},      {"CONFIG_AUDITSYSCALL", 1},
                        {"CONFIG_RSEQ", 1},     {"CONFIG_DEBUG_RSEQ", 1}, {"rseq_debug_enabled", 1},
                        {"rseq.registered", 1}};
    scenario.answers = {{{"entry_stop", 0},
                         {{"request", 32},
                          {"signal", 10},
                          {"sets_registers", 1},
                          {"x0", 55},
                          {"pc", 0x1004},
                          {"sets_number", 1},
                          {"number", 0xffffffff}}},
                        {{"filter", 0}, {{"filter_ret", 0x7fff0000}}},
                        {{"signal_stop", 0}, {{"request", 24}}}};
    return scenario;
}

Replay busy_replay() {
    const std::vector<ir::Program> whole = whole_programs({load_path("legacy"), load_path("generic")});
    return replay(whole[0], whole[1], busy_syscall());
}

}  // namespace

TEST_CASE("a story tells the start, both columns, and marks the first disagreement") {
    const Story story = sample::refused_story();
    const std::string text = joined_lines({"gate", "gate-ignoring", story.scenario, story.replay, story.disagreement});
    CHECK(text ==
          "  start:  task.visitor = 7; task.watched = 1\n"
          "\n"
          "  gate                                 | gate-ignoring\n"
          "  -------------------------------------+--------------------------------------\n"
          "  guard: question [1]                  | the same [1]\n"
          "    visitor 7                          |\n"
          "    -> visitor = 9                     |\n"
          "! nothing                              | owner: guest [2]\n"
          "!                                      |   visitor 9\n"
          "  [1] toy/gate.c:ask_guard@1\n"
          "  [2] toy/gate.c:open_door@1\n");
}

TEST_CASE("runs that agree are told as such and mark nothing") {
    const Scenario scenario = sample::refused_visitor();
    const Replay same = replay(toy::gate(), toy::gate(), scenario);
    CHECK_FALSE(first_disagreement(same));
    const std::string text = joined_lines({"gate", "gate", scenario, same, std::nullopt});
    CHECK(holds(text, "(both sides see the same)"));
    CHECK_FALSE(holds(text, "\n!"));
}

TEST_CASE("fields that differ are starred on both sides") {
    toy::Variant with_hour;
    with_hour.shows_hour = true;
    Scenario scenario = sample::refused_visitor();
    scenario.initial["task.hour"] = 23;
    toy::Variant late = with_hour;
    const Replay runs = [&] {
        Replay both{
            interpret(toy::gate(with_hour), scenario.initial, *std::make_unique<ScenarioOracle>(scenario, Side::left)),
            {},
            {}};
        Values other = scenario.initial;
        other["task.hour"] = 22;
        both.right = interpret(toy::gate(late), other, *std::make_unique<ScenarioOracle>(scenario, Side::right));
        return both;
    }();
    const std::string text = joined_lines({"a", "b", scenario, runs, first_disagreement(runs)});
    CHECK(holds(text, "!   visitor 7 *hour 23                 |   visitor 7 *hour 22"));
}

TEST_CASE("an order of events that differs keeps both events and loses none") {
    toy::Variant swapped;
    swapped.door_before_guard = true;
    Scenario scenario = sample::refused_visitor();
    scenario.answers[{"ask", 0}]["go"] = 1;
    scenario.answers[{"ask", 0}]["visitor"] = 7;
    const Replay runs = replay(toy::gate(), toy::gate(swapped), scenario);
    const std::optional<Disagreement> marked = first_disagreement(runs);
    REQUIRE(marked);
    std::vector<int> left;
    std::vector<int> right;
    unsigned marks = 0;
    for (const Row& row : align(runs, marked)) {
        if (row.left >= 0) left.push_back(row.left);
        if (row.right >= 0) right.push_back(row.right);
        if (row.is_marked) ++marks;
    }
    CHECK(left == std::vector<int>{0, 1});
    CHECK(right == std::vector<int>{0, 1});
    CHECK(marks == 1);
}

TEST_CASE("a busy story of two real paths fits the page") {
    const Replay runs = busy_replay();
    const std::optional<Disagreement> marked = first_disagreement(runs);
    REQUIRE(marked);
    const std::vector<std::string> lines = story_lines({"legacy", "generic", busy_syscall(), runs, marked});
    CHECK(lines.size() <= story_lines_wanted + 5);
    for (const std::string& line : lines) CHECK_MESSAGE(line.size() <= page_width, line);
    CHECK(std::count_if(lines.begin(), lines.end(), [](const std::string& line) { return line[0] == '!'; }) > 0);
}

TEST_CASE("what happens after the disagreement is told by title only") {
    std::ifstream stream("tests/cases/lab_sys_emuss.json");
    std::stringstream file;
    file << stream.rdbuf();
    const Scenario scenario = parse_scenario(file.str(), "lab_sys_emuss.json");
    const std::vector<ir::Program> whole = whole_programs({load_path("legacy"), load_path("generic")});
    const Replay runs = replay(whole[0], whole[1], scenario);
    const std::string text = joined_lines({"legacy", "generic", scenario, runs, first_disagreement(runs)});
    CHECK(holds(text,
                "! tracer: step report [4]              | nothing\n"
                "!   pc 0x1004                          |\n"
                "  tracer: signal stop                  |\n"
                "  user: return                         | the same\n"));
}

TEST_CASE("what follows a long story's disagreement is only counted") {
    Replay runs = busy_replay();
    const std::optional<Disagreement> marked = first_disagreement(runs);
    REQUIRE(marked);
    for (int i = 0; i < 30; ++i) runs.left.events.push_back(runs.left.events.back());
    CHECK(holds(joined_lines({"legacy", "generic", busy_syscall(), runs, marked}), "later steps are not shown)"));
}
