// SPDX-License-Identifier: MIT
// First disagreements observer by observer, and which of them are roots.
#include "checker/disagreement.h"

#include <doctest/doctest.h>

#include "checker/scenario.h"
#include "tests/toy/toy.h"

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Texts = std::vector<std::string>;

Event seen(const std::string& observer, const std::string& kind, std::uint64_t value = 0, std::uint64_t hidden = 0) {
    Event event;
    event.hook = observer + "." + kind;
    event.observer = observer;
    event.kind = kind;
    event.fields = {{"value", value, 8, true}, {"context", hidden, 8, false}};
    return event;
}

Event answering(Event event, std::uint64_t value, ir::Sharing sharing = ir::Sharing::history) {
    event.answers = {{"r", value, 8, true}};
    event.sharing = sharing;
    return event;
}

Run run(std::vector<Event> events) {
    Run run;
    run.events = std::move(events);
    return run;
}

// "observer left right fields"
Texts texts(const std::vector<Disagreement>& all) {
    Texts lines;
    for (const Disagreement& one : all) {
        std::string line = one.observer + " " + std::to_string(one.left_event) + " " + std::to_string(one.right_event);
        for (const std::string& field : one.fields) line += " " + field;
        lines.push_back(line);
    }
    return lines;
}

Texts differing(const Run& left, const Run& right) { return texts(disagreements(left, right)); }
Texts causes(const Run& left, const Run& right) { return texts(roots(disagreements(left, right), left, right)); }

}  // namespace

TEST_CASE("events are the same by kind and shown fields, in any order of fields") {
    Event left = seen("a", "k", 1, 5);
    Event right = seen("b", "k", 1, 6);
    right.hook = "other";
    CHECK(same_event(left, right));
    left.fields.push_back({"more", 2, 8, true});
    right.fields.insert(right.fields.begin(), {"more", 2, 16, true});
    CHECK(same_event(left, right));
}

TEST_CASE("events are not the same with another kind, value, name, number of fields or subject") {
    const Event event = seen("a", "k", 1);
    CHECK_FALSE(same_event(event, seen("a", "l", 1)));
    CHECK_FALSE(same_event(event, seen("a", "k", 2)));
    Event renamed = event;
    renamed.fields[0].name = "other";
    CHECK_FALSE(same_event(event, renamed));
    Event longer = event;
    longer.fields.push_back({"more", 0, 8, true});
    CHECK_FALSE(same_event(event, longer));
    CHECK_FALSE(same_event(longer, event));
    Event of_variable = event;
    of_variable.subject = "f:v";
    CHECK_FALSE(same_event(event, of_variable));
}

TEST_CASE("equal runs do not disagree") {
    const Run both = run({seen("a", "k", 1), seen("b", "k", 2), seen("", "k", 3)});
    CHECK(differing(both, both).empty());
    CHECK(differing(run({}), run({})).empty());
}

TEST_CASE("each observer has its first disagreement, with the fields that differ") {
    const Run left = run({seen("a", "k", 1), seen("b", "k", 1), seen("a", "k", 2), seen("a", "k", 9)});
    const Run right = run({seen("a", "k", 1), seen("a", "k", 3), seen("b", "k", 1), seen("a", "k", 8)});
    CHECK(differing(left, right) == Texts{"a 2 1 value", "order 1 1"});
}

TEST_CASE("a side that shows nothing has no index") {
    CHECK(differing(run({seen("a", "k"), seen("a", "l")}), run({seen("a", "k")})) == Texts{"a 1 -1", "order 1 -1"});
    CHECK(differing(run({}), run({seen("a", "k")})) == Texts{"a -1 0", "order -1 0"});
}

TEST_CASE("with different kinds no fields are listed") {
    CHECK(differing(run({seen("a", "k", 1)}), run({seen("a", "l", 2)})) == Texts{"a 0 0", "order 0 0"});
}

TEST_CASE("a field that only one side shows differs, and so does a subject") {
    Event left = seen("a", "k");
    Event right = seen("a", "k");
    left.fields.push_back({"more", 0, 8, true});
    right.fields.push_back({"less", 0, 8, true});
    right.subject = "f:v";
    CHECK(differing(run({left}), run({right})) == Texts{"a 0 0 less more subject", "order 0 0 less more subject"});
}

TEST_CASE("hidden fields, answers and hooks that nobody sees are not compared") {
    Event left = seen("a", "k", 1, 5);
    left.answers.push_back({"r", 1, 8, true});
    CHECK(differing(run({left, seen("", "x")}), run({seen("", "y"), seen("a", "k", 1, 6)})).empty());
}

TEST_CASE("two observers may swap without noticing, but the order does") {
    const Run left = run({seen("a", "k"), seen("b", "l")});
    const Run right = run({seen("b", "l"), seen("a", "k")});
    CHECK(differing(left, right) == Texts{"order 0 0"});
    CHECK(causes(left, right).empty());
}

TEST_CASE("the order also tells equal events of two observers apart") {
    CHECK(differing(run({seen("a", "k"), seen("b", "k")}), run({seen("b", "k"), seen("a", "k")})) ==
          Texts{"order 0 0"});
}

TEST_CASE("left and right swapped disagree at the same places") {
    const Run left = run({seen("a", "k", 1), seen("b", "k", 1)});
    const Run right = run({seen("b", "k", 2)});
    for (const auto& [forth, back] : {std::make_pair(disagreements(left, right), disagreements(right, left))}) {
        REQUIRE(forth.size() == back.size());
        for (std::size_t i = 0; i < forth.size(); ++i) {
            CHECK(forth[i].left_event == back[i].right_event);
            CHECK(forth[i].right_event == back[i].left_event);
            CHECK(forth[i].fields == back[i].fields);
        }
    }
}

TEST_CASE("a disagreement that stands before another on both sides is its cause") {
    const Run left = run({seen("a", "k", 1), seen("b", "k", 1)});
    const Run right = run({seen("a", "k", 2), seen("b", "k", 2)});
    CHECK(causes(left, right) == Texts{"a 0 0 value"});
}

TEST_CASE("disagreements that cross are both roots") {
    const Run left = run({seen("a", "k", 1), seen("b", "k", 1)});
    const Run right = run({seen("b", "k", 2), seen("a", "k", 2)});
    CHECK(causes(left, right) == Texts{"a 0 1 value", "b 1 0 value"});
}

TEST_CASE("a silent side stands just after its observer's last event") {
    // b saw its last event on the right before a's disagreement there, and on the left b's comes after a's.
    const Run left = run({seen("b", "k"), seen("a", "k", 1), seen("b", "k")});
    const Run right = run({seen("b", "k"), seen("a", "k", 2)});
    CHECK(causes(left, right) == Texts{"a 1 1 value", "b 2 -1"});
    const Run later = run({seen("a", "k", 2), seen("b", "k")});
    CHECK(causes(left, later) == Texts{"a 1 0 value"});
}

TEST_CASE("a silent side without any event stands before everything") {
    const Run left = run({seen("b", "k"), seen("a", "k", 1)});
    const Run right = run({seen("a", "k", 2)});
    CHECK(causes(left, right) == Texts{"b 0 -1"});
}

TEST_CASE("one that is level on one side and earlier on the other is a cause") {
    // Both observers are silent on the right from the start; on the left a comes first.
    CHECK(causes(run({seen("a", "k"), seen("b", "k")}), run({})) == Texts{"a 0 -1"});
    CHECK(causes(run({}), run({seen("b", "k"), seen("a", "k")})) == Texts{"b -1 0"});
}

TEST_CASE("what follows an actor that saw something else and acted is a consequence, wherever else it stands") {
    const Run right = run({seen("b", "k", 2), seen("a", "k", 2)});
    CHECK(causes(run({answering(seen("a", "k", 1), 3), seen("b", "k", 1)}), right) == Texts{"a 0 1 value"});
    CHECK(causes(right, run({answering(seen("a", "k", 1), 3), seen("b", "k", 1)})) == Texts{"a 1 0 value"});
}

TEST_CASE("an actor that answered 0, or is a function, did nothing") {
    const Run right = run({seen("b", "k", 2), seen("a", "k", 2)});
    const Texts both = {"a 0 1 value", "b 1 0 value"};
    CHECK(causes(run({answering(seen("a", "k", 1), 0), seen("b", "k", 1)}), right) == both);
    CHECK(causes(run({answering(seen("a", "k", 1), 3, ir::Sharing::function), seen("b", "k", 1)}), right) == both);
}

TEST_CASE("what an actor did before it saw something else causes nothing") {
    const Run left = run({answering(seen("a", "k", 0), 3), seen("b", "k", 1), seen("a", "k", 1)});
    const Run right = run({answering(seen("a", "k", 0), 3), seen("a", "k", 2), seen("b", "k", 2)});
    CHECK(causes(left, right) == Texts{"a 2 1 value", "b 1 2 value"});
}

TEST_CASE("actors that caused each other's disagreements are all roots") {
    const Run left = run({answering(seen("a", "k", 1), 3), answering(seen("b", "k", 1), 3)});
    const Run right = run({answering(seen("b", "k", 2), 3), answering(seen("a", "k", 2), 3)});
    CHECK(causes(left, right) == Texts{"a 0 1 value", "b 1 0 value"});
}

TEST_CASE("an event that one side lacks may be lacking for what an actor did there") {
    const Run left = run({answering(seen("a", "k", 1), 3)});
    CHECK(causes(left, run({seen("b", "k", 2), seen("a", "l", 2)})) == Texts{"a 0 1"});
    CHECK(causes(run({seen("b", "k", 2), seen("a", "l", 2)}), left) == Texts{"a 1 0"});
}

TEST_CASE("but not when it stands before the same kind of event of that actor") {
    const Run left = run({answering(seen("a", "k", 1), 3)});
    CHECK(causes(left, run({seen("b", "k", 2), seen("a", "k", 2)})) == Texts{"b -1 0"});
    CHECK(causes(left, run({seen("a", "k", 2), seen("b", "k", 2)})) == Texts{"a 0 0 value"});
}

TEST_CASE("wherever there is a disagreement there is a root") {
    const std::vector<Event> events = {seen("a", "k", 1), answering(seen("a", "k", 2), 1),
                                       answering(seen("b", "k", 1), 1), seen("c", "k", 1)};
    std::vector<Run> runs = {run({})};
    for (std::size_t length = 0, start = 0; length < 3; ++length) {
        const std::size_t end = runs.size();
        for (std::size_t i = start; i < end; ++i)
            for (const Event& event : events) {
                runs.push_back(runs[i]);
                runs.back().events.push_back(event);
            }
        start = end;
    }
    for (const Run& left : runs)
        for (const Run& right : runs) {
            const std::vector<Disagreement> all = disagreements(left, right);
            const bool is_only_order = all.size() == 1 && all[0].observer == "order";
            CHECK(roots(all, left, right).empty() == (all.empty() || is_only_order));
        }
}

TEST_CASE("an uninitialised read on one side disagrees for the observer undefined") {
    toy::Variant variant;
    variant.forgets_to_copy = true;
    const Replay result = replay(toy::gate(), toy::gate(variant), {});
    CHECK(differing(result.left, result.right) == Texts{"order 0 0", "undefined -1 0"});
}

TEST_CASE("a gate that shows the guard more is told apart by the guard, not by the owner") {
    toy::Variant variant;
    variant.shows_hour = true;
    Scenario scenario;
    scenario.initial = {{"task.watched", 1}};
    scenario.answers[{"ask", 0}] = {{"go", 1}};
    const Replay result = replay(toy::gate(), toy::gate(variant), scenario);
    CHECK(causes(result.left, result.right) == Texts{"guard 0 0 hour"});
}
