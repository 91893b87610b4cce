// SPDX-License-Identifier: MIT
// Every time at which the follower's others can do what the free side's others did, one after the other.
#pragma once

#include "checker/interference/acceptance.h"
#include "checker/interference/following.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::interference {

constexpr unsigned timings_at_most = 1u << 12;

// Who is who, and what may differ.
struct Pair {
    const environment::ActPoints& free;
    const environment::ActPoints& follower;
    bool free_is_left = true;
    std::vector<Allowed> allowed;
};

struct Timings {
    enum class Verdict { fits, none_fits, undecided } verdict = Verdict::undecided;
    std::string reason;  // why undecided
    unsigned tried = 0;
    Run free;
    std::optional<Followed> fitting;
    // Without a fitting one: the one that is like the free run for longest, and what is undeclared there.
    std::optional<Followed> closest;
    std::vector<Disagreement> roots;
};

// `scenario`: the start, what everybody answers on the free side, and the acts there (as answers of the hook
// environment::act_hook); all under `answers`.
Timings try_timings(const Pair& pair, const Scenario& scenario, unsigned at_most = timings_at_most);

// The start values that a program has cells for.
Values own_cells(const ir::Program& program, const Values& initial);

}  // namespace entryproof::checker::interference
