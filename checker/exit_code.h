// SPDX-License-Identifier: MIT
// The exit codes, their words, and which one wins. Shaped after CBMC's, with kselftest's 4 kept.
#pragma once

#include <string_view>
#include <vector>

namespace entryproof::checker {

enum class ExitCode {
    proved = 0,            // every claim proved
    usage = 1,             // the command line is wrong
    unreadable = 2,        // input unreadable, not liftable, does not apply
    cannot_run = 3,        // a prerequisite is missing on this machine
    nothing_modelled = 4,  // the input touches nothing that is modelled
    unknown = 5,           // undecided: solver unknown, out of budget, not inductive
    internal = 6,          // our bug, or a re-check or replay that disagrees
    vacuous = 7,           // premises contradictory, or nothing to compare
    ledger = 8,            // a declared difference is stale or wider than the truth
    refuted = 10           // an undeclared difference, or a property refuted
};

// "proved", "usage", "unreadable", "cannot run", "nothing modelled", "unknown", "internal error", "vacuous",
// "stale or too wide declaration", "refuted".
std::string_view word(ExitCode code);

// Worst first: 6 > 2 > 10 > 7 > 8 > 5 > 3 > 4 > 0. `usage` never meets another. Empty: proved is not claimed, vacuous.
ExitCode worst(const std::vector<ExitCode>& codes);

}  // namespace entryproof::checker
