// SPDX-License-Identifier: MIT
// What is refused, each with its reason, and what acts stand for the rest.
#include "checker/reproducer/situation.h"

#include "model/kernel/numbers.h"
#include "tests/checker/reproducer/stories.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::reproducer;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Scenario with(Scenario scenario, const std::string& cell, std::uint64_t value) {
    scenario.initial[cell] = value;
    return scenario;
}

Scenario at_entry(Scenario scenario, const std::string& answer, std::uint64_t value) {
    scenario.answers[{"entry_stop", 0}][answer] = value;
    return scenario;
}

// The same where both paths may show the same.
std::string refusal_of_acts(const Scenario& scenario) {
    const std::vector<ir::Program> whole = whole_programs({load_path(scenario.left), load_path(scenario.right)});
    try {
        situations(scenario, replay(whole[0], whole[1], scenario));
    } catch (const CannotBeMade& reason) {
        return reason.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a start that no act produces is refused") {
    CHECK(refusal(lost_step()).empty());
    CHECK(holds(refusal(with(lost_step(), "task.pending", 1)), "a signal would have to come"));
    CHECK(holds(refusal(with(lost_step(), "task.emu", 1)), "no resume sets TRACE together with EMU"));
    CHECK(holds(refusal(with(lost_step(), "audit.in_syscall", 1)), "inside a system call before it begins"));
    CHECK(holds(refusal(with(lost_step(), "audit.daemon", 1)), "auditd itself"));
}

TEST_CASE("acts that no program can time are refused") {
    CHECK(holds(refusal(at_entry(lost_step(), "signal", 40)), "real-time"));
    CHECK(holds(refusal(at_entry(lost_step(), "signal", SIGSTOP)), "job control"));
    Scenario late = switched_on();
    late.answers[{"notification", 0}].erase("continues");
    late.answers[{"notification", 0}]["replies"] = 1;
    late.answers[{"notification", 0}]["error"] = 1;
    late.initial["task.tracepoint"] = 0;
    CHECK_THROWS(made(late));
    Scenario body = lost_step();
    body.answers[{"body", 0}] = {{"installs_filter", 1}};
    CHECK(holds(refusal(body), "the body installs a filter"));
}

TEST_CASE("a sibling installs a filter with what the chain says from then on, and only what can be waited for") {
    const Script script = made(synchronised()).prediction.situation.script;
    REQUIRE(script.filters.size() == 1);
    CHECK(script.filters[0] == ScriptFilter{{172, std::nullopt, kernel::SECCOMP_RET_TRACE, 0}});
    REQUIRE(!script.stops.empty());
    CHECK(script.stops[0].tsync == ScriptFilter{{172, std::nullopt, kernel::SECCOMP_RET_ERRNO, 7}});
    Scenario scenario = synchronised();
    scenario.answers[{"filter", 1}] = {{"filter_ret", kernel::SECCOMP_RET_KILL_THREAD}};
    CHECK(holds(refusal_of_acts(scenario), "beside its sibling"));
    scenario.answers[{"filter", 1}] = {{"filter_ret", kernel::SECCOMP_RET_USER_NOTIF}};
    CHECK(holds(refusal_of_acts(scenario), "asks a supervisor"));
}

TEST_CASE("a tracer that dies does so alone") {
    const Script script = made(outlived()).prediction.situation.script;
    REQUIRE(script.stops.size() == 2);
    CHECK(script.stops[1].resume == kernel::tracer_died);
    CHECK(holds(refusal(with(outlived(), "task.tracepoint", 1)), "nobody then tells"));
}

TEST_CASE("flags become the resume that sets them") {
    const Script script = made(lost_step()).prediction.situation.script;
    CHECK(script.task.traced);
    CHECK(script.task.start == kernel::PTRACE_SYSCALL);
    CHECK(script.task.options == 1);
    REQUIRE(script.stops.size() == 2);  // legacy has one more, of the step
    CHECK(script.stops[0].resume == kernel::PTRACE_SYSEMU_SINGLESTEP);
    CHECK(script.stops[1] == ScriptStop{});
    CHECK(script.task.registers == std::map<unsigned, std::uint64_t>{{8, 172}});
}

TEST_CASE("a supervisor beside whom others act becomes a tracer who is asked") {
    const Situation situation = made(switched_on()).prediction.situation;
    const Script& script = situation.script;
    REQUIRE(script.filters.size() == 1);
    CHECK(script.filters[0] == ScriptFilter{{172, std::nullopt, kernel::SECCOMP_RET_TRACE, 0}});
    CHECK(script.task.options == 1u << kernel::PTRACE_EVENT_SECCOMP);
    REQUIRE(script.stops.size() == 1);
    CHECK(script.stops[0].tracepoints == ScriptTracepoints{true, true});
    CHECK(situation.remarks.size() == 1);
}

TEST_CASE("the verdict on a critical section is made by where the syscall stands in it") {
    const Prediction prediction = made(judged(), "tracer").prediction;
    const Script& script = prediction.situation.script;
    REQUIRE(script.task.rseq);
    CHECK(script.task.rseq->length == 12);
    CHECK(script.program.front().kind == ScriptInstruction::Kind::enter);
    CHECK(script.program[script.task.rseq->abort / 4 - 1].kind == ScriptInstruction::Kind::brk);
    CHECK(prediction.situation.options.count("CONFIG_DEBUG_RSEQ") == 1);
    CHECK(holds(prediction.left[1], "pending 0x0"));
    CHECK(holds(prediction.right[1], "pending 0x400"));
}

TEST_CASE("an order that no program can see is refused") {
    Scenario scenario = judged();
    scenario.answers.erase({"rseq_judge", 0});
    CHECK(holds(refusal(scenario, "order"), "comes first shows to no program"));
}
