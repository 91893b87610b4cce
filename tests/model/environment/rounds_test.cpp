// SPDX-License-Identifier: MIT
#include "model/environment/rounds.h"

#include "model/ir/validator.h"
#include "model/paths/paths.h"

#include <doctest/doctest.h>

using namespace entryproof;

TEST_CASE("every path makes a valid program of rounds, whichever step is run") {
    for (const paths::PathInfo& info : paths::built_in_paths()) {
        ir::Program rounds = environment::with_rounds(*paths::built_in_path(info.name));
        for (const std::string entry : {"round_begin", "exit_to_user_step", "user_round"}) {
            CAPTURE(info.name);
            CAPTURE(entry);
            rounds.entry = entry;
            const std::vector<ir::Flaw> flaws = ir::validate(rounds);
            const std::string flaw =
                flaws.empty() ? "" : ir::to_string(flaws.front().source) + ": " + flaws.front().message;
            CHECK(flaw == "");
        }
    }
}

TEST_CASE("a path that lacks what the environment calls is refused") {
    ir::Program path = *paths::built_in_path("legacy");
    path.functions.erase("user_rewind_single_step");
    CHECK_THROWS_WITH_AS(environment::with_rounds(path), "path legacy does not provide user_rewind_single_step",
                         std::invalid_argument);
}
