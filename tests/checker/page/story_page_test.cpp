// SPDX-License-Identifier: MIT
// The page of a story against the story itself.
#include "checker/page/story_page.h"

#include "checker/page/story_figure.h"
#include "checker/page/timeline.h"
#include "checker/story_step.h"
#include "checker/whole.h"
#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

unsigned count(const std::string& text, const std::string& part) {
    unsigned found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// What stands between two texts; empty when either is missing.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    if (from == std::string::npos) return "";
    const std::size_t to = text.find(end, from + begin.size());
    return to == std::string::npos ? "" : text.substr(from, to - from);
}

Scenario scenario_in(const std::string& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return parse_scenario(text.str(), file);
}

std::string page_of(const std::string& file) {
    const std::vector<LoadedPath> paths = {load_path("legacy"), load_path("generic")};
    const std::vector<ir::Program> whole = whole_programs(paths);
    const Scenario scenario = scenario_in(file);
    const Replay runs = replay(whole[0], whole[1], scenario);
    const std::optional<Disagreement> found = first_disagreement(runs);
    return page::story_page({{"legacy", "generic", scenario, runs, found},
                             found ? found->observer : "",
                             "",
                             "",
                             "replayed",
                             found.has_value(),
                             paths,
                             whole,
                             file});
}

}  // namespace

TEST_CASE("exactly the first disagreement is marked, with what each side shows") {
    const Story story = sample::refused_story();
    const StoryView view{"gate", "gate-ignoring", story.scenario, story.replay, story.disagreement};
    const std::string html = page::story_figure(view, 3).html;
    CHECK(count(html, "class=\"step mark\"") == 1);
    const std::string mark = between(html, "<li class=\"step mark\" id=\"story-3-mark\"", "</li>");
    CHECK(holds(mark, "data-step=\"2\""));
    CHECK(holds(mark, "owner sees nothing on gate, &quot;guest&quot; on gate-ignoring"));
    CHECK(holds(mark, "<div class=\"nothing\">nothing</div>"));
    CHECK(holds(mark, "<span class=\"who\">owner:</span> guest"));
    CHECK(holds(mark, "visitor 9"));
    CHECK(holds(mark, "toy/gate.c:open_door@1"));
}

TEST_CASE("runs that agree mark nothing and say so") {
    const Scenario scenario = sample::refused_visitor();
    const Replay same = replay(toy::gate(), toy::gate(), scenario);
    const std::string html = page::story_figure({"gate", "gate", scenario, same, std::nullopt}, 1).html;
    CHECK(count(html, "mark") == 0);
    CHECK(holds(html, "Both sides show every observer the same."));
}

TEST_CASE("a story that is unfair says so above its steps") {
    Story story = sample::refused_story();
    story.replay.unfair = {"the guard <b>lied</b>"};
    const std::string html = page::story_figure({"a", "b", story.scenario, story.replay, story.disagreement}, 1).html;
    CHECK(holds(html, "<p class=\"flaw\">unfair: the guard &lt;b&gt;lied&lt;/b&gt;</p>"));
}

TEST_CASE("fields that differ carry a sign, and stand in a table with both values") {
    toy::Variant with_hour;
    with_hour.shows_hour = true;
    Scenario scenario = sample::refused_visitor();
    scenario.initial["task.hour"] = 23;
    Replay runs = replay(toy::gate(with_hour), toy::gate(with_hour), scenario);
    for (FieldValue& field : runs.right.events.front().fields)
        if (field.name == "hour") field.value = 22;
    const std::string html = page::story_figure({"a", "b", scenario, runs, first_disagreement(runs)}, 1).html;
    CHECK(holds(html, "<mark>\u2260 hour 23</mark>"));
    CHECK(holds(html, "<mark>\u2260 hour 22</mark>"));
    CHECK(holds(html, "<tr><th scope=\"row\">hour</th><td>23</td><td>22</td></tr>"));
    CHECK_FALSE(holds(html, "<mark>\u2260 visitor"));
}

TEST_CASE("every step of the story is told once, in order, and only shared ones are folded") {
    Story story = sample::refused_story();
    for (int i = 0; i < 6; ++i) {
        story.replay.left.events.insert(story.replay.left.events.begin(), story.replay.left.events.front());
        story.replay.right.events.insert(story.replay.right.events.begin(), story.replay.right.events.front());
    }
    const std::optional<Disagreement> marked = first_disagreement(story.replay);
    REQUIRE(marked);
    const std::string html = page::story_figure({"a", "b", story.scenario, story.replay, marked}, 1).html;
    for (int step = 1; step <= 8; ++step) CHECK(count(html, "data-step=\"" + std::to_string(step) + "\"") == 1);
    const std::string folded = between(html, "<details class=\"fold\">", "</ol>\n</details>");
    CHECK(holds(folded, "4 earlier steps, the same on both sides"));
    CHECK(count(folded, "class=\"step") == 4);
    CHECK_FALSE(holds(folded, "mark"));
    // The same with something that differs at the very start: nothing may be hidden then.
    story.replay.right.events.front().fields.front().value = 8;
    CHECK_FALSE(holds(page::story_figure({"a", "b", story.scenario, story.replay, marked}, 1).html, "class=\"fold\""));
}

TEST_CASE("one run has one column and no mark") {
    const Story story = sample::refused_story();
    const std::string html = page::run_figure("gate", story.scenario, story.replay.left, 2).html;
    CHECK(holds(html, "class=\"timeline one\""));
    CHECK(count(html, "<b>gate</b>") == 1);
    CHECK(holds(html, "id=\"story-2-step-1\""));
    CHECK_FALSE(holds(html, "mark"));
}

TEST_CASE("the page of a real story has its start, its acts, its sources and both paths") {
    const std::string html = page_of("examples/sysemu_singlestep.json");
    CHECK(html.rfind("<!DOCTYPE html>", 0) == 0);
    CHECK(holds(html, "tracer sees &quot;step report&quot; on legacy, nothing on generic"));
    CHECK(holds(html, "<li>tracer resumed with PTRACE_SYSCALL</li>"));
    CHECK(holds(html, "<li>1. tracer resumes with PTRACE_SYSEMU_SINGLESTEP</li>"));
    CHECK(holds(html, "<summary>arch/arm64/kernel/ptrace.c:report_syscall_exit@7.3</summary>"));
    CHECK(count(html, "<svg ") == 2);
    CHECK(html == page_of("examples/sysemu_singlestep.json"));
}

TEST_CASE("the graph emphasises the way to the first disagreement, on the side that has one") {
    const std::string html = page_of("examples/sysemu_singlestep.json");
    const std::string left = between(html, "<figcaption><b>legacy</b>", "</svg>");
    const std::string right = between(html, "<figcaption><b>generic</b>", "</svg>");
    CHECK(holds(left, "class=\"name on-mark\">\u2260 user_single_step_report"));
    CHECK(holds(left, "class=\"hook reached\""));
    CHECK_FALSE(holds(right, "on-mark"));
    CHECK(holds(right, "class=\"name idle\">user_single_step_report"));
}

TEST_CASE("a scenario without a disagreement gives a page that says so") {
    const std::string html = page_of("tests/cases/lab_emu_ss.json");
    CHECK(holds(html, "no disagreement shown"));
    CHECK_FALSE(holds(html, "class=\"step mark\""));
    CHECK_FALSE(holds(html, "name on-mark"));
}
