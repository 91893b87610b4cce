// SPDX-License-Identifier: MIT
// A hand-made result with one of everything, for the tests of the reports. Its stories are real runs of the toy gate.
#pragma once

#include "checker/result.h"
#include "tests/toy/toy.h"

namespace entryproof::sample {

using namespace checker;

// The guard is asked; on the right the door opens although he says no.
inline Scenario refused_visitor() {
    Scenario scenario;
    scenario.left = "gate";
    scenario.right = "gate-ignoring";
    scenario.initial = {{"task.visitor", 7}, {"task.watched", 1}};
    scenario.answers = {{{"ask", 0}, {{"go", 0}, {"visitor", 9}}}};
    return scenario;
}

inline Replay refused_replay() {
    toy::Variant ignoring;
    ignoring.ignores_refusal = true;
    return replay(toy::gate(), toy::gate(ignoring), refused_visitor());
}

inline Story refused_story() {
    const Replay runs = refused_replay();
    return {"the guard refused", refused_visitor(), runs, disagreements(runs.left, runs.right).back()};
}

inline Result result() {
    Result result;
    result.command = "prove";
    result.left = "gate";
    result.right = "gate-ignoring";
    result.claims = {
        {"agreement.guard", Verdict::proved, "one visit", {"I2", "I3"}, ""},
        {"agreement.owner", Verdict::refuted, "one visit", {}, "1 undeclared difference"},
        {"undefined", Verdict::unknown, "one visit", {}, "out of budget"},
        {"layout.distinct.left", Verdict::vacuous, "one visit", {}, "there is no flag"},
    };
    result.differences = {
        {"0123abcd",
         "owner",
         "nothing",
         "guest",
         {},
         "",
         "The door opens for whom the guard refused.",
         false,
         "",
         {refused_story()}},
        {"89ef4567",
         "guard",
         "question",
         "question",
         {"hour"},
         "task.watched && !now.day",
         "The hour is shown.",
         true,
         "Nobody minds.",
         {refused_story()}},
    };
    result.ledger = {{LedgerFlaw::Kind::stale, "old-lock", "no run shows it", ""},
                     {LedgerFlaw::Kind::wider, "wide-gate", "it also allows nights", "now.day"}};
    result.notes = {"nobody rings the bell on either side"};
    result.provenance = {"0.1", "Z3 4", "built-in", "built-in", {"--rlimit", "5"}, {"Timing."}, {"The toy."}};
    result.statistics = {2, 2, 30, 4, 500};
    result.exit = ExitCode::refuted;
    return result;
}

}  // namespace entryproof::sample
