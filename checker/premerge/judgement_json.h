// SPDX-License-Identifier: MIT
// What was found about two states as text that can be read back: what caches and shards are made of.
//
// 1. A story is kept as its scenario. Reading replays it on the two states, so a text that tells a difference which is
//    not there is no judgement, whoever wrote it. What is said of the numbers of flags is found out again.
// 2. That two states are the same for everybody, and the condition of a difference, are believed as written.
#pragma once

#include "checker/premerge/judge.h"
#include "checker/premerge/state.h"

#include <optional>
#include <string>

namespace entryproof::checker::premerge {

std::string judgement_json(const Judgement& judgement);

// Nothing: the text is no judgement, or not one of these states. Requires: both states are lifted.
std::optional<Judgement> read_judgement(const std::string& text, const State& before, const State& after);

// Whether another run would find the same: nothing in it ran out of anything.
bool is_finished(const Judgement& judgement);

}  // namespace entryproof::checker::premerge
