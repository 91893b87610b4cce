// SPDX-License-Identifier: MIT
// The choices of a run are the digits of a number whose base changes from run to run: the last place that can still do
// one act more does so, and what comes after it starts anew. So every sequence of choices is met once.
#include "checker/interference/timings.h"

namespace entryproof::checker::interference {

namespace {

// The next sequence of choices; false: there is none.
bool advance(std::vector<unsigned>& taken, const std::vector<Choice>& choices) {
    taken.clear();
    for (const Choice& choice : choices) taken.push_back(choice.taken);
    while (!taken.empty()) {
        if (taken.back() < choices[taken.size() - 1].allowed) {
            ++taken.back();
            return true;
        }
        taken.pop_back();
    }
    return false;
}

class NoneAgain {
public:
    void keep(Timings& timings, const Followed& followed, std::vector<Disagreement> roots) {
        const unsigned common = common_events(timings.free, followed.run);
        if (timings.closest && common < longest_) return;  // of equal ones the earliest acts: the last
        longest_ = common;
        timings.closest = followed;
        timings.roots = std::move(roots);
    }

private:
    unsigned longest_ = 0;
};

}  // namespace

Values own_cells(const ir::Program& program, const Values& initial) {
    Values own;
    for (const auto& [name, value] : initial)
        if (program.cells.count(name) != 0) own[name] = value;
    return own;
}

Timings try_timings(const Pair& pair, const Scenario& scenario, unsigned at_most) {
    Timings timings;
    ScenarioOracle oracle(scenario, Side::left);
    timings.free = interpret(pair.free.program, own_cells(pair.free.program, scenario.initial), oracle);
    Following following(timings.free, scenario, pair.follower, !pair.allowed.empty());
    const Values initial = own_cells(pair.follower.program, scenario.initial);
    NoneAgain none;
    std::vector<unsigned> taken;
    do {
        if (++timings.tried > at_most) {
            timings.reason = "more than " + std::to_string(at_most) + " timings to try";
            return timings;
        }
        Followed followed = following.run(initial, taken);
        const std::vector<Choice> choices = followed.choices;
        if (followed.needs_long_list) {
            timings.reason = "more acts at one place than can be told";
            return timings;
        }
        const Run& left = pair.free_is_left ? timings.free : followed.run;
        const Run& right = pair.free_is_left ? followed.run : timings.free;
        std::vector<Disagreement> roots = undeclared_roots(left, right, pair.allowed);
        if (roots.empty() && !followed.is_late) {
            timings.verdict = Timings::Verdict::fits;
            timings.fitting = std::move(followed);
            return timings;
        }
        if (!followed.is_late) none.keep(timings, followed, std::move(roots));
        if (!advance(taken, choices)) break;
    } while (true);
    timings.verdict = Timings::Verdict::none_fits;
    if (!timings.closest) {
        timings.verdict = Timings::Verdict::undecided;
        timings.reason = "no timing keeps the acts between the same events";
    }
    return timings;
}

}  // namespace entryproof::checker::interference
