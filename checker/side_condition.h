// SPDX-License-Identifier: MIT
// What a property that fails needs in order to hold: short conjunctions of facts and acts.
#pragma once

#include "checker/decide.h"
#include "checker/side_vocabulary.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct SideConditions {
    // The property holds wherever one of them does. None of them is idle: each is true of a run in which no other is.
    std::vector<std::vector<std::string>> conjunctions;
    bool is_exact = false;  // and it fails wherever none of them does
};

// `premise` is what the property is about, `breaks` implies it and is possible; both under the question's premises.
SideConditions side_conditions(const Question& question, const std::string& name, const SideVocabulary& vocabulary,
                               Term premise, Term breaks);

}  // namespace entryproof::checker
