// SPDX-License-Identifier: MIT
// The verdict of `prove` asked of the interpreter: random fair scenarios, each run on both paths. Every root that shows
// must be declared, with its condition true and no other field differing; where nothing differs, no condition may hold.
// This shares neither executor nor solver with the proof.
#include "checker/condition.h"
#include "checker/interpret.h"
#include "checker/scenario.h"
#include "checker/whole.h"
#include "spec/assumption.h"
#include "spec/difference.h"
#include "tests/checker/fair_oracle.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace entryproof;

namespace {

struct Pair {
    Pair(const std::string& left, const std::string& right)
        : programs(checker::proof_programs(checker::load_path(left), checker::load_path(right))),
          declared(spec::built_in_differences(left, right)) {
        for (const spec::DeclaredDifference& one : declared)
            conditions.push_back(spec::parse_condition(one.condition, spec::outcome_vocabulary()));
    }
    std::vector<ir::Program> programs;
    std::vector<spec::DeclaredDifference> declared;
    std::vector<ir::ExpressionRef> conditions;
};

std::string kind(const checker::Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

std::string shape(const checker::Disagreement& root, const checker::Run& left, const checker::Run& right) {
    std::string text = root.observer + ": " + kind(left, root.left_event) + " / " + kind(right, root.right_event);
    for (const std::string& field : root.fields) text += " " + field;
    return text;
}

bool excuses(const spec::DeclaredDifference& declared, const checker::Disagreement& root, const checker::Run& left,
             const checker::Run& right) {
    return declared.observer == root.observer && declared.left == kind(left, root.left_event) &&
           declared.right == kind(right, root.right_event) &&
           std::includes(declared.fields.begin(), declared.fields.end(), root.fields.begin(), root.fields.end());
}

struct Tally {
    std::map<std::string, unsigned> undeclared;  // shape -> how often
    std::map<std::string, unsigned> wider;       // declaration -> runs in which it holds and nothing differs
    std::map<std::string, unsigned> met;         // declaration -> how often
    unsigned agreeing = 0;
};

void run(const Pair& pair, std::uint64_t seed, Tally& tally) {
    tests::FairOracle left_actors(seed);
    tests::FairOracle right_actors(seed);
    const checker::Run left =
        checker::interpret(pair.programs[0], tests::fair_start(pair.programs[0], seed), left_actors);
    const checker::Run right =
        checker::interpret(pair.programs[1], tests::fair_start(pair.programs[1], seed), right_actors);
    const std::vector<checker::Disagreement> all = checker::disagreements(left, right);
    if (all.empty()) ++tally.agreeing;
    for (std::size_t i = 0; i < pair.declared.size(); ++i)
        if (all.empty() && checker::outcome_value(pair.conditions[i], left, right))
            ++tally.wider[pair.declared[i].name];
    for (const checker::Disagreement& root : checker::roots(all, left, right)) {
        bool excused = false;
        for (std::size_t i = 0; i < pair.declared.size(); ++i)
            if (excuses(pair.declared[i], root, left, right) &&
                checker::outcome_value(pair.conditions[i], left, right)) {
                excused = true;
                ++tally.met[pair.declared[i].name];
            }
        if (!excused) ++tally.undeclared[shape(root, left, right)];
    }
}

Tally runs(const Pair& pair, unsigned count) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < count; ++seed) run(pair, seed, tally);
    return tally;
}

}  // namespace

TEST_CASE("ten thousand random scenarios show only declared roots, each where its condition says") {
    const Pair pair("legacy", "generic");
    const Tally tally = runs(pair, 10000);
    for (const auto& undeclared : tally.undeclared) CHECK_MESSAGE(undeclared.second == 0, undeclared.first);
    for (const auto& wider : tally.wider) CHECK_MESSAGE(wider.second == 0, wider.first);
    CHECK(tally.agreeing > 1000);
    for (const std::string name :
         {"no-step-report-under-sysemu", "rseq-judged-only-by-legacy", "rseq-judged-only-by-generic",
          "rseq-judged-before-the-exit-stop", "rseq-verdict-visible-at-the-exit-stop", "sys-enter-by-snapshot-missed"})
        CHECK_MESSAGE(tally.met.count(name) != 0, name << " was never met");
}

TEST_CASE("without its declaration a root is missed by name") {
    Pair pair("legacy", "generic");
    pair.declared.erase(pair.declared.begin());
    pair.conditions.erase(pair.conditions.begin());
    const Tally tally = runs(pair, 500);
    CHECK(tally.undeclared.count("tracer: step report / nothing") == 1);
}

TEST_CASE("a declaration without its condition holds in runs that agree") {
    Pair pair("legacy", "generic");
    pair.conditions.front() = spec::parse_condition("task.singlestep || !task.singlestep", spec::outcome_vocabulary());
    const Tally tally = runs(pair, 500);
    CHECK(tally.wider.count(pair.declared.front().name) == 1);
}

TEST_CASE("legacy agrees with itself in every random scenario") {
    const Pair pair("legacy", "legacy");
    CHECK(runs(pair, 1000).agreeing == 1000);
}

TEST_CASE("answering -1 with -ENOSYS is seen in random scenarios") {
    const Pair pair("generic", "generic-permit");
    CHECK(runs(pair, 3000).undeclared.count("tracer: exit stop / exit stop x0") == 1);
}
