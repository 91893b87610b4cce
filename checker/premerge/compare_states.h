// SPDX-License-Identifier: MIT
// Two states of a tree compared: by their steps, and where these differ by a proof without declarations.
#pragma once

#include "checker/premerge/judge.h"
#include "checker/premerge/state.h"

namespace entryproof::checker::premerge {

// Requires: both were lifted. `untouched`: no lifted function's text differs, and the steps are the same.
Judgement compare_states(const State& before, const State& after, const JudgeOptions& options);

// Flags that are wrong after and were not before, or the other way round: told from the layouts alone.
std::vector<FoundChange> layout_changes(const State& before, const State& after);

// What is wrong with the flags of a state, in words; empty: nothing.
std::vector<std::string> layout_flaws(const State& state);

}  // namespace entryproof::checker::premerge
