// SPDX-License-Identifier: MIT
// One step of a story, as every telling of it shows it: which fields are told, which of them differ, and whether the
// other side has the same step. Text (story.cpp) and page (checker/page) both ask here, so that they cannot disagree.
#pragma once

#include "checker/event_text.h"
#include "checker/scenario.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// "nr 172", and whether the counterpart shows another value.
struct StepField {
    std::string text;
    bool differs = false;
};

// The fields that tell the event, then those that differ from `other` though they tell little. Empty when nobody sees
// the event. `other` may be null, or an event of another kind: then nothing differs.
std::vector<StepField> fields_to_tell(const Event& own, const Event* other);

// Both sides show the same to the same observer, and the actor does the same. Either may be null: then they do not.
bool is_same_step(const Event* left, const Event* right);

// Seen by nobody, and nothing was answered either: not told. So is null.
bool is_idle(const Event* event);

// The event of a row of align(); null for a gap.
const Event* event_at(const Run& run, int index);

// How everything starts, in words: cells that are not 0, and what variables without a value happen to hold. Never
// empty.
std::vector<std::string> start_parts(const Scenario& scenario);

}  // namespace entryproof::checker
