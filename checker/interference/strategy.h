// SPDX-License-Identifier: MIT
// Strategies to begin with, and what one fitting timing teaches. Any strategy is sound: a bad one proves nothing.
#pragma once

#include "checker/interference/follower.h"
#include "checker/interference/timings.h"

#include <string>
#include <vector>

namespace entryproof::checker::interference {

// The places for acts of an execution, inlined, in order.
struct Place {
    environment::ActPoint point;
    std::string key;  // number and calls that led there
};
std::vector<Place> places_of(const Terms& terms, const environment::ActPoints& points, const Execution& execution);

// Each place does what was done up to its counterpart: places are laid beside each other in order, those alike first.
// `digits`: positions of the free run at one place.
Strategy side_by_side(const std::vector<Place>& free, const std::vector<Place>& follower, unsigned digits);

// Everything at the first place of each gap.
Strategy at_once(const std::vector<Place>& follower);

// The timing found for one run, as a rule for all: a place that had a choice does what was done up to the position at
// which as much was done, as near to what `before` says as that goes; the others do as `before` says.
Strategy learned(const Timings& timings, const std::vector<Place>& free, const std::vector<Place>& follower,
                 unsigned digits, Strategy before);

}  // namespace entryproof::checker::interference
