// SPDX-License-Identifier: MIT
#include "tests/lab/shrink.h"

#include "checker/error.h"
#include "checker/load.h"
#include "checker/script_random.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "model/kernel/numbers.h"
#include "tests/lab/mutants.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::lab;
using checker::Script;
using checker::ScriptAct;
using checker::ScriptInstruction;

namespace {

using Wrong = std::function<bool(const Script&)>;

// Only the first that fails is of interest, so no other is said to.
Fails one_by_one(const Wrong& wrong) {
    return [wrong](const std::vector<Script>& scripts) {
        std::vector<bool> failing(scripts.size(), false);
        const auto first = std::find_if(scripts.begin(), scripts.end(), wrong);
        if (first != scripts.end()) failing[static_cast<std::size_t>(first - scripts.begin())] = true;
        return failing;
    };
}

bool calls(const Script& script) {
    return std::any_of(script.program.begin(), script.program.end(),
                       [](const ScriptInstruction& one) { return one.kind == ScriptInstruction::Kind::svc; });
}

// A made-up mismatch: a system call, and a tracer that sets a number in its second stop or later.
bool sets_number_late(const Script& script) {
    for (std::size_t i = 1; i < script.stops.size(); ++i)
        for (const ScriptAct& act : script.stops[i].acts)
            if (act.kind == ScriptAct::Kind::number && calls(script)) return true;
    return false;
}

bool asks_with_signal(const Script& script) {
    const auto sends = [](const checker::ScriptStop& stop) { return stop.send != 0; };
    return !script.filters.empty() && std::any_of(script.stops.begin(), script.stops.end(), sends);
}

// A wrong model in the place of a kernel.
class TwoModels {
public:
    explicit TwoModels(const std::string& claim)
        : right_(environment::with_rounds(checker::load_path("legacy").program)), wrong_(right_) {
        for (const Mutant& mutant : mutants())
            if (mutant.claim == claim) mutant.apply(wrong_);
    }
    bool differ_on(const Script& script) {
        try {
            return checker::run_script_on(right_, script).lines != checker::run_script_on(wrong_, script).lines;
        } catch (const checker::InputError&) {
            return false;
        }
    }

private:
    ir::Program right_;
    ir::Program wrong_;
};

std::vector<Script> wrong_scripts(const Wrong& wrong, std::size_t count) {
    std::vector<Script> scripts;
    for (std::uint64_t seed = 0; scripts.size() < count; ++seed)
        if (const Script script = checker::random_script(seed); wrong(script)) scripts.push_back(script);
    return scripts;
}

}  // namespace

TEST_CASE("what a mismatch does not need is left out") {
    for (const Script& script : wrong_scripts(sets_number_late, 20)) {
        const Script least = shrink(script, one_by_one(sets_number_late));
        CAPTURE(to_toml(script));
        CAPTURE(to_toml(least));
        REQUIRE(least.program.size() == 1);
        REQUIRE(least.stops.size() == 2);
        CHECK(least.filters.empty());
        CHECK(least.notifications.empty());
        CHECK(least.stops[0] == checker::ScriptStop{});
        REQUIRE(least.stops[1].acts.size() == 1);
        CHECK(least.stops[1].signal == 0);
        CHECK(least.task.options == 0);
        CHECK(least.task.handlers.empty());
        CHECK(!least.task.audit);
    }
}

TEST_CASE("what a mismatch needs stays") {
    for (const Script& script : wrong_scripts(asks_with_signal, 20)) {
        const Script least = shrink(script, one_by_one(asks_with_signal));
        CAPTURE(to_toml(script));
        CHECK(asks_with_signal(least));
        CHECK(least.filters.size() == 1);
        CHECK(least.stops.size() == 1);
        CHECK(least.filters[0].empty());
    }
}

TEST_CASE("nothing smaller fails than what comes out") {
    for (const Script& script : wrong_scripts(sets_number_late, 20)) {
        const Script least = shrink(script, one_by_one(sets_number_late));
        for (const Script& smaller : smaller_scripts(least)) CHECK(!sets_number_late(smaller));
    }
}

TEST_CASE("smaller scripts are valid, shorter, and the shortest comes first") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Script script = checker::random_script(seed);
        const std::vector<Script> smaller = smaller_scripts(script);
        std::size_t before = 0;
        for (const Script& one : smaller) {
            const std::string text = to_toml(one);
            CHECK(text.size() < to_toml(script).size());
            CHECK(text.size() >= before);
            CHECK(checker::parse_script(text, "smaller") == one);
            before = text.size();
        }
    }
}

TEST_CASE("when nothing smaller fails the script is as it was") {
    const Script script = checker::random_script(3);
    const auto never = [](const Script&) { return false; };
    CHECK(shrink(script, one_by_one(never)) == script);
}

TEST_CASE("the same script shrinks to the same script") {
    const Script script = wrong_scripts(asks_with_signal, 1).front();
    CHECK(shrink(script, one_by_one(asks_with_signal)) == shrink(script, one_by_one(asks_with_signal)));
}

TEST_CASE("a model that is wrong in one fact shrinks to that fact") {
    TwoModels models("ERRNO is not capped");
    const Wrong wrong = [&](const Script& script) { return models.differ_on(script); };
    const Script found = wrong_scripts(wrong, 1).front();
    const Script least = shrink(found, one_by_one(wrong));
    CAPTURE(to_toml(found));
    CAPTURE(to_toml(least));
    REQUIRE(least.filters.size() == 1);
    REQUIRE(least.filters[0].size() == 1);
    CHECK(least.filters[0][0].action == kernel::SECCOMP_RET_ERRNO);
    CHECK(least.filters[0][0].data > 4095);
    CHECK(least.program.size() <= 2);
    CHECK(least.stops.size() <= 2);
    CHECK(least.task.handlers.empty());
}
