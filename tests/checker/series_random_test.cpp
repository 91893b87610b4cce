// SPDX-License-Identifier: MIT
// The verdicts of `series` asked of the interpreter: random fair scenarios on every pair of neighbours, in the default
// column and without I1. A run in which anything differs must show what is known; as a root it must show only
// where its condition holds, and the condition must not hold where nothing differs. Shares neither executor nor solver
// with the verdict.
#include "checker/condition.h"
#include "checker/interpret.h"
#include "checker/scenario.h"
#include "checker/whole.h"
#include "model/series/series.h"
#include "spec/assumption.h"
#include "spec/change.h"
#include "tests/checker/fair_oracle.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace entryproof;

namespace {

constexpr unsigned scenarios = 2000;

struct Pair {
    Pair(const std::string& before, const std::string& after, bool keeps_I1)
        : programs(checker::proof_programs(checker::load_path(before), checker::load_path(after))), keeps_I1(keeps_I1) {
        const std::vector<std::string> dropped = keeps_I1 ? std::vector<std::string>{} : std::vector<std::string>{"I1"};
        known = spec::changes_of(spec::built_in_changes(), after, dropped);
    }

    checker::Run run(std::size_t side, std::uint64_t seed) const {
        checker::Values values = tests::fair_start(programs[side], seed);
        if (!keeps_I1) values["audit.context"] = tests::mix(seed, std::string("context")) & 1;
        if (values["audit.context"] != 0) values["CONFIG_AUDITSYSCALL"] = 1;
        tests::FairOracle actors(seed);
        return checker::interpret(programs[side], values, actors);
    }

    std::vector<ir::Program> programs;
    std::vector<spec::KnownChange> known;
    bool keeps_I1;
};

struct Tally {
    std::map<std::string, unsigned> met;    // known change -> runs that show it
    std::map<std::string, unsigned> wrong;  // what is wrong -> runs
    unsigned agreeing = 0;
};

std::string kind(const checker::Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

bool holds(const spec::KnownChange& known, const checker::Run& left, const checker::Run& right) {
    return checker::outcome_value(spec::parse_condition(known.condition, spec::outcome_vocabulary()), left, right);
}

void judge(const Pair& pair, std::uint64_t seed, Tally& tally) {
    const checker::Run left = pair.run(0, seed), right = pair.run(1, seed);
    const std::vector<checker::Disagreement> all = checker::disagreements(left, right);
    if (all.empty()) ++tally.agreeing;
    const auto shapes = [&](const std::vector<checker::Disagreement>& some) {
        std::set<std::string> names;
        for (const checker::Disagreement& one : some)
            names.insert(one.observer + ": " + kind(left, one.left_event) + " / " + kind(right, one.right_event));
        return names;
    };
    // Here actors go on acting after they have seen something else, so what follows from a known change may hide that
    // it is the root.
    const std::set<std::string> seen = shapes(all), roots = shapes(checker::roots(all, left, right));
    bool is_known = all.empty();
    for (const spec::KnownChange& known : pair.known) {
        const std::string shape = known.observer + ": " + known.left + " / " + known.right;
        const bool shows = roots.count(shape) != 0;
        if (shows) ++tally.met[known.name()];
        is_known = is_known || seen.count(shape) != 0;
        if (known.condition.empty()) continue;
        if (shows && !holds(known, left, right)) ++tally.wrong["outside " + known.name()];
        if (all.empty() && holds(known, left, right)) ++tally.wrong["wider " + known.name()];
    }
    if (!is_known)
        for (const std::string& shape : roots) ++tally.wrong["not known " + shape];
}

Tally runs(const Pair& pair) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < scenarios; ++seed) judge(pair, seed, tally);
    return tally;
}

std::map<std::string, unsigned> met_by_neighbours(const series::Series& one, bool keeps_I1) {
    std::map<std::string, unsigned> met;
    for (const series::Patch& patch : one.patches) {
        if (patch.edit == nullptr) continue;
        const std::string before = series::path_name(one, patch.number - 1),
                          after = series::path_name(one, patch.number);
        const Tally tally = runs(Pair(before, after, keeps_I1));
        for (const auto& wrong : tally.wrong) CHECK_MESSAGE(wrong.second == 0, after << ": " << wrong.first);
        CHECK_MESSAGE(tally.agreeing > scenarios / 4, after);
        for (const auto& known : tally.met) met[known.first] += known.second;
    }
    return met;
}

}  // namespace

TEST_CASE("neighbours of both series differ in random scenarios only as is known") {
    const std::map<std::string, unsigned> met = met_by_neighbours(series::resend13(), true);
    for (const std::string name :
         {"series:03, undefined: nothing / uninitialised read", "series:05, rseq: judgement / judgement",
          "series:08, tracer: step report / nothing", "series:09, rseq: judgement / nothing"})
        CHECK_MESSAGE(met.count(name) != 0, name << " was never met");
    CHECK(met_by_neighbours(series::fixed(), true).count("series-fixed:15, tracer: step report / nothing") != 0);
}

TEST_CASE("neighbours of both series differ without I1 only as is known") {
    const std::map<std::string, unsigned> met = met_by_neighbours(series::resend13(), false);
    CHECK(met.count("series:06, audit: record / nothing") != 0);
    CHECK(met.count("series:07, audit: record / nothing") != 0);
    CHECK(met_by_neighbours(series::fixed(), false).count("series-fixed:11, audit: record / nothing") != 0);
}

TEST_CASE("what is not known is missed by name") {
    Pair pair("series:05", "series:06", false);
    pair.known.clear();
    CHECK(runs(pair).wrong.count("not known audit: record / nothing") == 1);
    Pair step("series:07", "series:08", true);
    step.known.at(0).condition = "seen.step_report";
    CHECK(runs(step).wrong.count("wider series:08, tracer: step report / nothing") == 1);
    step.known.at(0).condition = "exit.emu && seen.step_report && seen.body";
    CHECK(runs(step).wrong.count("outside series:08, tracer: step report / nothing") == 1);
}

TEST_CASE("with I1 kept, 06 and 07 agree in every random scenario") {
    CHECK(runs(Pair("series:05", "series:06", true)).agreeing == scenarios);
    CHECK(runs(Pair("series:06", "series:07", true)).agreeing == scenarios);
}
