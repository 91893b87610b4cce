// SPDX-License-Identifier: MIT
// The documented words and the documented order, each pair of it.
#include "checker/exit_code.h"

#include <doctest/doctest.h>

#include "checker/error.h"

using namespace entryproof::checker;

namespace {

const std::vector<ExitCode> worst_first = {ExitCode::internal,   ExitCode::unreadable,       ExitCode::refuted,
                                           ExitCode::vacuous,    ExitCode::ledger,           ExitCode::unknown,
                                           ExitCode::cannot_run, ExitCode::nothing_modelled, ExitCode::proved};

}  // namespace

TEST_CASE("every exit code has its documented number and word") {
    const std::vector<std::pair<int, std::string_view>> documented = {{0, "proved"},
                                                                      {1, "usage"},
                                                                      {2, "unreadable"},
                                                                      {3, "cannot run"},
                                                                      {4, "nothing modelled"},
                                                                      {5, "unknown"},
                                                                      {6, "internal error"},
                                                                      {7, "vacuous"},
                                                                      {8, "stale or too wide declaration"},
                                                                      {10, "refuted"}};
    for (const auto& [number, text] : documented) CHECK(word(static_cast<ExitCode>(number)) == text);
}

TEST_CASE("of any two exit codes the documented one wins, in either order") {
    for (std::size_t i = 0; i < worst_first.size(); ++i)
        for (std::size_t j = i; j < worst_first.size(); ++j) {
            CHECK(worst({worst_first[i], worst_first[j]}) == worst_first[i]);
            CHECK(worst({worst_first[j], worst_first[i]}) == worst_first[i]);
        }
}

TEST_CASE("nothing to be worst of is vacuous, never proved") { CHECK(worst({}) == ExitCode::vacuous); }

TEST_CASE("unknown beats any number of proved") {
    CHECK(worst({ExitCode::proved, ExitCode::proved, ExitCode::unknown, ExitCode::proved}) == ExitCode::unknown);
}

TEST_CASE("usage among other exit codes is our bug") {
    CHECK_THROWS_AS(worst({ExitCode::proved, ExitCode::usage}), InternalError);
}

TEST_CASE("a number that is no exit code has no word") {
    CHECK_THROWS_AS(word(static_cast<ExitCode>(9)), InternalError);
}
