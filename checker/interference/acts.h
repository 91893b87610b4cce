// SPDX-License-Identifier: MIT
// The acts of others in a concrete run: read off the hook environment::act_hook.
#pragma once

#include "checker/interpret.h"
#include "checker/scenario.h"

#include <string>
#include <vector>

namespace entryproof::checker::interference {

// In order, each with the number of observed events before it.
struct ActsDone {
    std::vector<unsigned> kinds;  // numbers in the program's table of acts, from 1
    std::vector<unsigned> events_before;
};
ActsDone acts_of(const Run& run);

// Observed events with which both runs begin alike.
unsigned common_events(const Run& left, const Run& right);

// Why the two runs do not tell of the same others (replay.cpp, rule 4), as one sentence; empty: they do.
std::string misplaced_act(const Run& left, const Run& right);

// The scenario says what others do between two reads.
bool has_acts(const Scenario& scenario);

// "sibling: TSYNC adds a filter", in order.
std::vector<std::string> acts_told(const Event& event);

}  // namespace entryproof::checker::interference
