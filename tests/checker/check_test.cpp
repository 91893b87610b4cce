// SPDX-License-Identifier: MIT
// The verdicts of the built-in paths as a table, what their refutations lean on, and everything else that a check can
// end with.
#include "checker/check.h"
#include "checker/error.h"

#include <doctest/doctest.h>

#include <map>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Verdicts = std::map<PropertyVerdict, std::string>;  // ids, blank between

Verdicts verdicts(const CheckResult& result) {
    Verdicts found;
    for (const CheckedProperty& one : result.properties) {
        std::string& ids = found[one.verdict];
        ids += (ids.empty() ? "" : " ") + one.id;
    }
    return found;
}

CheckOptions quick() {
    CheckOptions options;
    options.side_conditions = false;
    return options;
}

CheckedProperty checked(const std::string& path, const std::string& id, CheckOptions options = quick()) {
    options.properties = {id};
    return check_path(load_path(path), options).properties.at(0);
}

using Conjunctions = std::vector<std::vector<std::string>>;

CheckedProperty explained(const std::string& path, const std::string& id) { return checked(path, id, CheckOptions{}); }

std::string expectation(const std::string& path, const std::string& property, const std::string& verdict) {
    const std::string kind = verdict == "refuted" ? "kind = 'wart'\n" : "";
    return "[[expect]]\npaths = ['" + path + "']\nproperty = '" + property + "'\nverdict = '" + verdict + "'\n" + kind +
           "note = 'n'\n";
}

}  // namespace

TEST_CASE("what the built-in paths are known not to have, and all else is proved" * doctest::test_suite("long")) {
    const std::map<std::string, std::string> refuted = {
        {"legacy", "P3 P10 P17 P19a P19b P21 P24 S4 S13"},
        {"generic", "P3 P10 P19a P19b P21 S4 S13"},
        {"generic-permit", "P3 P10 P14 P19a P19b P21 S4 S13"},
        {"legacy-6.12", "P3 P6 P10 P17 P19a P19b P21 P24 S4 S8 S13"},
        {"legacy-6.1", "P3 P6 P9 P10 P17 P19a P19b P21 P24 S4 S8 S13"},
    };
    for (const auto& one : refuted) {
        CheckOptions options = quick();
        options.expect = built_in_word;
        const CheckResult result = check_path(load_path(one.first), options);
        Verdicts found = verdicts(result);
        CHECK_MESSAGE(found[PropertyVerdict::refuted] == one.second, one.first);
        CHECK_MESSAGE(found[PropertyVerdict::vacuous] == "P23", one.first);
        CHECK_MESSAGE(found[PropertyVerdict::not_covered] == "P20 P22", one.first);
        CHECK_MESSAGE(found.count(PropertyVerdict::unknown) == 0, one.first);
        CHECK_MESSAGE(result.stale.empty(), one.first);
        CHECK_MESSAGE(result.exit == ExitCode::proved, one.first);
        for (const CheckedProperty& property : result.properties) {
            CHECK(property.breach.has_value() == (property.verdict == PropertyVerdict::refuted));
            CHECK(property.is_expected == (property.verdict != PropertyVerdict::proved));
            CHECK(property.note.empty() != property.is_expected);
        }
    }
}

TEST_CASE("a proved property names the invariants that it leans on, and no others") {
    CHECK(checked("legacy", "S15").assumptions == std::vector<std::string>{"I6"});
    CHECK(checked("generic", "S15").assumptions == std::vector<std::string>{"I1", "I6"});
    CHECK(checked("legacy", "P18").assumptions.empty());
    CHECK(checked("generic", "P18").assumptions == std::vector<std::string>{"I1"});
    CHECK(checked("legacy", "P18").within == std::vector<std::string>{"native", "quiet"});
}

TEST_CASE("without the invariant the property is lost") {
    CheckOptions options = quick();
    options.drop_assumptions = {"I1"};
    const CheckedProperty lost = checked("generic", "P18", options);
    CHECK(lost.verdict == PropertyVerdict::refuted);
    CHECK(lost.breach->scenario.initial.at("audit.context") == 1);
    CHECK(lost.breach->scenario.initial.count("task.audit") == 0);
    CHECK(checked("legacy", "P18", options).verdict == PropertyVerdict::proved);
}

TEST_CASE("the weakest side condition, where it can be said exactly") {
    const CheckedProperty step = explained("legacy", "P17");
    CHECK(step.holds_when == Conjunctions{{"!exit.emu"}});
    CHECK(step.is_exact);
    const CheckedProperty follows = explained("legacy", "P3");
    CHECK(follows.holds_when == Conjunctions{{"seccomp_stop.request == PTRACE_SYSCALL"}});
    CHECK(follows.is_exact);
    const CheckedProperty judged = explained("legacy", "P24");
    CHECK(judged.holds_when == Conjunctions{{"!exit_stop.moves_pc", "!exit_stop.moves_memory"}});
    CHECK(judged.is_exact);
    const CheckedProperty paired = explained("generic", "P19b");
    CHECK(paired.holds_when.size() == 2);
    CHECK(paired.is_exact);
}

TEST_CASE("a side condition is enough: assumed, it makes a property of the refuted one") {
    CheckOptions options = quick();
    options.assume = {"task.trace || task.emu"};
    CHECK(checked("legacy", "P19b", options).verdict == PropertyVerdict::proved);
    options.assume = {"task.trace"};
    CHECK(checked("legacy", "P17", options).verdict == PropertyVerdict::refuted);
}

TEST_CASE("a side condition that does not determine the verdict is not called exact") {
    const CheckedProperty number = explained("legacy", "P10");
    CHECK(number.holds_when == Conjunctions{{"!sys_enter.sets_number"}});
    CHECK(!number.is_exact);  // a probe may write the number that was there
}

TEST_CASE("the story of a refutation has what the property is about") {
    const auto hooks = [](const CheckedProperty& one) {
        std::string text;
        for (const Event& event : one.breach->run.events)
            if (!event.observer.empty()) text += (text.empty() ? "" : " ") + event.hook;
        return text;
    };
    CHECK(hooks(checked("legacy", "P17")) == "entry_stop step_report return_to_user");
    CHECK(hooks(checked("legacy", "P19a")) == "body sys_exit return_to_user");
    CHECK(hooks(checked("generic-permit", "P14")) == "entry_stop return_to_user");
}

TEST_CASE("what is about nothing is vacuous, also when the caller made it so") {
    CheckOptions options = quick();
    CHECK(checked("legacy", "P23").verdict == PropertyVerdict::vacuous);
    options.assume = {"!task.emu"};
    CHECK(checked("legacy", "P2", options).verdict == PropertyVerdict::vacuous);
    options.assume = {"task.emu && !task.emu"};
    CHECK(checked("legacy", "P1", options).verdict == PropertyVerdict::vacuous);
}

TEST_CASE("out of budget is unknown") {
    CheckOptions options = quick();
    options.rlimit = 1;
    options.properties = {"P9"};
    const CheckResult result = check_path(load_path("legacy"), options);
    CHECK(result.properties.at(0).verdict == PropertyVerdict::unknown);
    CHECK(!result.properties.at(0).reason.empty());
    CHECK(result.exit == ExitCode::unknown);
}

TEST_CASE("exit codes: refuted before vacuous before not covered") {
    const auto exit = [](const std::vector<std::string>& ids) {
        CheckOptions options = quick();
        options.properties = ids;
        return check_path(load_path("legacy"), options).exit;
    };
    CHECK(exit({"P2"}) == ExitCode::proved);
    CHECK(exit({"P2", "P20"}) == ExitCode::nothing_modelled);
    CHECK(exit({"P2", "P20", "P23"}) == ExitCode::vacuous);
    CHECK(exit({"P2", "P20", "P23", "P17"}) == ExitCode::refuted);
}

TEST_CASE("an expectation that is not met is stale, and one of another path does not count") {
    CheckOptions options = quick();
    options.properties = {"P2", "P17"};
    options.expect = "e.toml";
    options.expect_text = expectation("legacy", "P17", "refuted");
    CHECK(check_path(load_path("legacy"), options).exit == ExitCode::proved);
    CHECK(check_path(load_path("generic"), options).exit == ExitCode::proved);
    options.expect_text += expectation("legacy", "P2", "refuted");
    const CheckResult stale = check_path(load_path("legacy"), options);
    CHECK(stale.stale == std::vector<std::string>{"P2: expected refuted, found proved"});
    CHECK(stale.exit == ExitCode::ledger);
    options.expect_text = expectation("generic", "P17", "refuted");
    CHECK(check_path(load_path("legacy"), options).exit == ExitCode::refuted);
}

TEST_CASE("an unknown property, assumption or condition is a mistake of the command line") {
    const auto is_usage = [](const CheckOptions& options) {
        try {
            check_path(load_path("legacy"), options);
        } catch (const InputError& error) {
            return error.is_usage;
        }
        return false;
    };
    CheckOptions options = quick();
    options.properties = {"P99"};
    CHECK(is_usage(options));
    options = quick();
    options.drop_assumptions = {"I99"};
    CHECK(is_usage(options));
    options.drop_assumptions = {"native"};
    CHECK(is_usage(options));
    options = quick();
    options.assume = {"task.emo"};
    CHECK(is_usage(options));
}
