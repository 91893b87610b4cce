// SPDX-License-Identifier: MIT
// The table of exit codes: words and rank in one place.
#include "checker/exit_code.h"

#include <algorithm>
#include <iterator>

#include "checker/error.h"

namespace entryproof::checker {

namespace {

// Worst first.
constexpr ExitCode rank[] = {ExitCode::internal,   ExitCode::unreadable,       ExitCode::refuted,
                             ExitCode::vacuous,    ExitCode::ledger,           ExitCode::unknown,
                             ExitCode::cannot_run, ExitCode::nothing_modelled, ExitCode::proved};

}  // namespace

std::string_view word(ExitCode code) {
    switch (code) {
        case ExitCode::proved:
            return "proved";
        case ExitCode::usage:
            return "usage";
        case ExitCode::unreadable:
            return "unreadable";
        case ExitCode::cannot_run:
            return "cannot run";
        case ExitCode::nothing_modelled:
            return "nothing modelled";
        case ExitCode::unknown:
            return "unknown";
        case ExitCode::internal:
            return "internal error";
        case ExitCode::vacuous:
            return "vacuous";
        case ExitCode::ledger:
            return "stale or too wide declaration";
        case ExitCode::refuted:
            return "refuted";
    }
    throw InternalError("an exit code is one of the documented ones");
}

ExitCode worst(const std::vector<ExitCode>& codes) {
    if (codes.empty()) return ExitCode::vacuous;
    for (const ExitCode code : codes)
        check(std::find(std::begin(rank), std::end(rank), code) != std::end(rank),
              "usage is decided before anything runs, so it never meets another exit code");
    return *std::find_first_of(std::begin(rank), std::end(rank), codes.begin(), codes.end());
}

}  // namespace entryproof::checker
