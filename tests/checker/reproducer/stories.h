// SPDX-License-Identifier: MIT
// Scenarios of legacy and generic as reproducers.
#pragma once

#include "checker/load.h"
#include "checker/reproducer/reproducer.h"
#include "checker/story.h"
#include "checker/whole.h"

#include <optional>
#include <string>

namespace entryproof::checker::reproducer {

// Every other pair of this test takes the paths of its name.
inline Reproducer made(const Scenario& scenario, const std::string& observer = "") {
    const LoadedPath left = load_path(scenario.left);
    const LoadedPath right = load_path(scenario.right);
    const std::vector<ir::Program> whole = whole_programs({left, right});
    const Replay runs = replay(whole[0], whole[1], scenario);
    std::optional<Disagreement> found;
    if (observer.empty()) found = first_disagreement(runs);
    for (const Disagreement& one : disagreements(runs.left, runs.right))
        if (one.observer == observer) found = one;
    if (!found) throw std::logic_error("the scenario of the test shows no disagreement");
    return reproducer({scenario, runs, *found, {"CONFIG_X=y"}, left, right});
}

// Why it cannot be made; empty: it can.
inline std::string refusal(const Scenario& scenario, const std::string& observer = "") {
    try {
        made(scenario, observer);
    } catch (const CannotBeMade& reason) {
        return reason.what();
    }
    return "";
}

// A syscall that really runs and is resumed with PTRACE_SYSEMU_SINGLESTEP: generic entry reports no step.
inline Scenario lost_step() {
    Scenario scenario;
    scenario.left = "legacy";
    scenario.right = "generic";
    scenario.initial = {{"NR_syscalls", 472}, {"task.ptrace", 9}, {"task.trace", 1}, {"regs.regs[8]", 172}};
    scenario.answers[{"entry_stop", 0}] = {{"request", 32}};
    return scenario;
}

// In the stop of a filter's TRACE a sibling installs another one, which then refuses; resumed with
// PTRACE_SYSEMU_SINGLESTEP, generic entry reports no step.
inline Scenario synchronised() {
    Scenario scenario;
    scenario.left = "legacy";
    scenario.right = "generic";
    scenario.initial = {{"NR_syscalls", 472},
                        {"task.ptrace", 1 | 1 << 10},
                        {"task.seccomp", 1},
                        {"CONFIG_SECCOMP", 1},
                        {"regs.regs[8]", 172}};
    scenario.answers[{"filter", 0}] = {{"filter_ret", 0x7ff00000}};
    scenario.answers[{"filter", 1}] = {{"filter_ret", 0x00050007}};
    scenario.answers[{"seccomp_stop", 0}] = {{"request", 32}, {"tsync", 1}};
    return scenario;
}

// As lost_step(), and the tracer dies in the next stop, which is that of the step.
inline Scenario outlived() {
    Scenario scenario = lost_step();
    scenario.answers[{"signal_stop", 0}] = {{"request", 255}};
    return scenario;
}

// A filter that asks, and while it is asked somebody switches the tracepoints on.
inline Scenario switched_on() {
    Scenario scenario;
    scenario.left = "legacy";
    scenario.right = "generic";
    scenario.initial = {{"NR_syscalls", 472}, {"task.seccomp", 1}, {"CONFIG_SECCOMP", 1}, {"regs.regs[8]", 172}};
    scenario.answers[{"filter", 0}] = {{"filter_ret", 0x7fc00000}};
    scenario.answers[{"notification", 0}] = {{"continues", 1}, {"tracepoint_on", 1}};
    return scenario;
}

// Both judge a task with a critical section, generic entry before the exit stop.
inline Scenario judged() {
    Scenario scenario;
    scenario.left = "legacy";
    scenario.right = "generic";
    scenario.initial = {{"NR_syscalls", 472},     {"task.ptrace", 9},       {"task.trace", 1},
                        {"regs.regs[8]", 172},    {"rseq.registered", 1},   {"CONFIG_RSEQ", 1},
                        {"CONFIG_DEBUG_RSEQ", 1}, {"rseq_debug_enabled", 1}};
    scenario.answers[{"entry_stop", 0}] = {{"request", 24}};
    scenario.answers[{"exit_stop", 0}] = {{"request", 7}};
    scenario.answers[{"rseq_judge", 0}] = {{"segv", 1}};
    return scenario;
}

}  // namespace entryproof::checker::reproducer
