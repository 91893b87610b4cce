// SPDX-License-Identifier: MIT
#include "tests/checker/interference/toy.h"

#include <doctest/doctest.h>
#include <random>

using namespace entryproof;
using namespace entryproof::tests;
using checker::Verdict;
using checker::interference::Direction;
using Kind = ToyStep::Kind;

namespace {

// Everything by trying: every list of acts at every place of the free side, every timing on the other, on numbers.
class Enumeration {
public:
    Enumeration(const ir::Program& free, const ir::Program& follower)
        : free_(env::with_act_points(free, toy_others())), follower_(env::with_act_points(follower, toy_others())) {}

    // Lists of at most one act of each group, at up to `places` places.
    bool every_run_is_matched(unsigned acts_at_most) const {
        for (std::uint64_t flags = 0; flags < 4; ++flags)
            if (!matched({{"task.flags", flags}}, {}, 0, acts_at_most)) return false;
        return true;
    }

private:
    bool matched(const checker::Values& initial, checker::Answers answers, unsigned place, unsigned left) const {
        checker::Scenario scenario;
        scenario.initial = initial;
        scenario.answers = answers;
        using checker::interference::Timings;
        const Timings timings = checker::interference::try_timings({free_, follower_, true, {}}, scenario);
        if (timings.verdict != Timings::Verdict::fits) return false;
        if (left == 0) return true;
        unsigned places = 0;
        for (const checker::Event& event : timings.free.events) places += event.hook == env::act_hook;
        for (; place < places; ++place)
            for (const std::uint64_t list :
                 {0x1u, 0x2u, 0x3u, 0x4u, 0x31u, 0x13u, 0x41u, 0x14u, 0x32u, 0x23u, 0x42u, 0x24u}) {
                const unsigned count = list > 0xf ? 2 : 1;
                if (count > left) continue;
                checker::Answers more = answers;
                more[{env::act_hook, place}] = {{env::acts_answer, list}};
                if (!matched(initial, more, place + 1, left - count)) return false;
            }
        return true;
    }

    env::ActPoints free_;
    env::ActPoints follower_;
};

std::vector<ToyStep> random_steps(std::mt19937& dice) {
    std::vector<ToyStep> steps;
    const std::size_t count = 1 + dice() % 4;
    for (std::size_t i = 0; i < count; ++i)
        steps.push_back(
            {static_cast<Kind>(dice() % 5), static_cast<unsigned>(dice() % 2), static_cast<unsigned>(dice() % 3)});
    return steps;
}

}  // namespace

TEST_CASE("a program against itself is proved, in both directions") {
    const ir::Program program = toy_program("p", {{Kind::shows_live, 0, 0}, {Kind::shows_live, 1, 2}});
    CHECK(decide_toy(program, program, true).verdict == Verdict::proved);
    CHECK(decide_toy(program, program, false).verdict == Verdict::proved);
}

TEST_CASE("one read more that nobody acts on changes nothing") {
    const ir::Program once = toy_program("once", {{Kind::shows_live, 0, 0}});
    const ir::Program twice =
        toy_program("twice", {{Kind::copies, 1, 0}, {Kind::shows_live, 0, 0}, {Kind::copies, 0, 0}});
    CHECK(decide_toy(once, twice, true).verdict == Verdict::proved);
    CHECK(decide_toy(twice, once, true).verdict == Verdict::proved);
}

TEST_CASE("two reads can tell two acts apart that one snapshot cannot: one direction fails") {
    const ir::Program twice = toy_program(
        "twice", {{Kind::copies, 0, 0}, {Kind::copies, 1, 0}, {Kind::shows_copy, 0, 0}, {Kind::shows_copy, 1, 2}});
    const ir::Program snapshot = toy_snapshot("snapshot");
    CHECK(decide_toy(snapshot, twice, true).verdict == Verdict::proved);
    const Direction found = decide_toy(twice, snapshot, true);
    CHECK(found.verdict == Verdict::refuted);
    REQUIRE(!found.unmatched.empty());
    CHECK(found.reason.empty());
}

TEST_CASE("a snapshot that shows what a live test behind an event has lost by then") {
    const ir::Program live = toy_program("live", {{Kind::shows_live, 0, 0}, {Kind::shows_live, 1, 2}});
    CHECK(decide_toy(toy_snapshot("snapshot"), live, true).verdict == Verdict::refuted);
}

TEST_CASE("an act is not moved across an event: a copy taken before it misses what a live test sees") {
    const ir::Program live = toy_program("live", {{Kind::shows_always, 0, 0}, {Kind::shows_live, 0, 1}});
    const ir::Program copy =
        toy_program("copy", {{Kind::copies, 0, 0}, {Kind::shows_always, 0, 0}, {Kind::shows_copy, 0, 1}});
    const Direction found = decide_toy(live, copy, true);
    CHECK(found.verdict == Verdict::refuted);
    REQUIRE(found.unmatched.size() >= 1);
    CHECK(found.unmatched[0].observer == "a");
    // The story: one act, after the first event.
    CHECK(found.unmatched[0].scenario.answers.size() == 1);
}

TEST_CASE("nor by a rule for which only that act exists") {
    const ir::Program live = toy_program("live", {{Kind::shows_always, 0, 0}, {Kind::shows_live, 0, 1}});
    const ir::Program copy =
        toy_program("copy", {{Kind::copies, 0, 0}, {Kind::shows_always, 0, 0}, {Kind::shows_copy, 0, 1}});
    const env::Others only_sets{{{"set0", "x", "sets 0", "set0", 0}}, {}, {}, {}};
    CHECK(decide_toy(live, copy, true, only_sets).verdict == Verdict::refuted);
}

TEST_CASE("without the event between them a copy and a live test are one") {
    const ir::Program live = toy_program("live", {{Kind::shows_live, 0, 1}});
    const ir::Program copy = toy_program("copy", {{Kind::copies, 0, 0}, {Kind::shows_copy, 0, 1}});
    CHECK(decide_toy(live, copy, true).verdict == Verdict::proved);
    CHECK(decide_toy(copy, live, false).verdict == Verdict::proved);
}

TEST_CASE("a query that is out of budget is never proved") {
    const ir::Program live = toy_program("live", {{Kind::shows_live, 0, 0}, {Kind::shows_live, 1, 2}});
    const env::ActPoints points = env::with_act_points(live, toy_others());
    const env::ActPoints other = env::with_act_points(toy_snapshot("snapshot"), toy_others());
    checker::Terms terms;
    checker::QueryLog log;
    const checker::CellTerms initial = checker::shared_cells(terms, points.program, other.program);
    checker::SolverOptions solver;
    solver.rlimit = 1;
    const checker::interference::Setting setting{terms, initial, {}, solver, log, toy_others().acts};
    const Direction found = checker::interference::decide(setting, {other, points, true, {}}, "toy");
    CHECK(found.verdict == Verdict::unknown);
    CHECK(!found.reason.empty());
}

TEST_CASE("the solver and the enumeration of all timings say the same of random programs") {
    std::mt19937 dice(20);
    unsigned proved = 0;
    unsigned refuted = 0;
    for (unsigned i = 0; i < 300; ++i) {
        const ir::Program free = toy_program("free", random_steps(dice));
        const ir::Program follower = toy_program("follower", random_steps(dice));
        REQUIRE(ir::validate(free).empty());
        const Direction found = decide_toy(free, follower, true);
        const bool matched = Enumeration(free, follower).every_run_is_matched(3);
        CAPTURE(i);
        CAPTURE(found.reason);
        REQUIRE(found.verdict != Verdict::unknown);
        // What needs more than three acts only the solver finds.
        if (found.verdict == Verdict::proved) CHECK(matched);
        if (!matched) CHECK(found.verdict == Verdict::refuted);
        if (found.verdict == Verdict::refuted) CHECK(!found.unmatched.empty());
        (found.verdict == Verdict::proved ? proved : refuted) += 1;
    }
    CHECK(proved > 30);
    CHECK(refuted > 30);
    MESSAGE("proved " << proved << ", refuted " << refuted);
}
