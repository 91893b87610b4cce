// SPDX-License-Identifier: MIT
// What two paths are predicted to show in a situation, and whether that is the difference it was made for.
#pragma once

#include "checker/reproducer/situation.h"

namespace entryproof::checker::reproducer {

// The difference that is to be shown: the kinds of the two events, "nothing" for none.
struct Wanted {
    std::string observer;
    std::string left;
    std::string right;
};

struct Prediction {
    Situation situation;
    std::vector<std::string> left;  // lines of checker/script_run.h
    std::vector<std::string> right;
};

// The first situation that shows the difference to somebody. Throws CannotBeMade: none does, each with its reason.
Prediction predict(const ir::Program& left, const ir::Program& right, const std::vector<Situation>& situations,
                   const Wanted& wanted);

}  // namespace entryproof::checker::reproducer
