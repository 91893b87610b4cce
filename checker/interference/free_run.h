// SPDX-License-Identifier: MIT
// The side whose others are free: they may do anything at every place.
//
// Any list of acts at one place can be had with at most one act of each group: where no read stands between two acts of
// a group only the last one counts for this side, and the other side is freer the more it is given to place. So a place
// has as many digits as there are groups, and acts of one group exclude each other in it.
#pragma once

#include "checker/interference/moment.h"
#include "checker/sharing.h"
#include "model/environment/act_points.h"

#include <vector>

namespace entryproof::checker::interference {

class FreeRun : public HookPolicy {
public:
    // `acts`: groups are numbered from 0 without gaps.
    FreeRun(Terms& terms, const std::vector<environment::Act>& acts);
    void at_hook(Slot& slot, std::vector<Term>& cells) override;
    void at_undefined(const Slot& slot) override;

    // By position; one more for the end.
    const std::vector<Moment>& moments() const { return moments_; }
    // By slot of the execution: its position.
    const std::vector<unsigned>& position_of_slot() const { return position_of_slot_; }
    // What the variables of the acts must keep to; a premise of every question.
    const std::vector<Term>& constraints() const { return constraints_; }
    // How many acts there are, position_width bits.
    Term act_count() const { return act_count_; }
    unsigned digits() const { return digits_; }

private:
    void take_acts(Slot& slot);
    Term digit(const Slot& slot, unsigned place);
    void constrain(const std::vector<Term>& kinds);
    void advance(Term guard, Term kind);
    Term is_of_group(Term kind, unsigned group);

    Terms& terms_;
    const std::vector<environment::Act>& acts_;
    unsigned digits_ = 0;
    LeftAnswers others_hooks_;
    std::vector<Moment> moments_;
    std::vector<unsigned> position_of_slot_;
    std::vector<Term> constraints_;
    Term act_count_;
};

}  // namespace entryproof::checker::interference
