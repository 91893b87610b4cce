// SPDX-License-Identifier: MIT
// The side whose others do the same as on the free side, at times that a strategy chooses.
//
// 1. The others' world is one sequence of acts, that of the free run. The follower does them in that order, each once;
//    what it chooses is how far it has got when it comes to each of its own places.
// 2. As long as everybody together has seen the same on both sides, an act stands between the same two events: before
//    an event everything is done that was done before it on the free side, and nothing more. `late` says where that
//    could not be kept.
// 3. Once the sequence of all events differs, an act has no counterpart to stand beside and comes when the strategy
//    says. (Such a run counts only where that difference is declared.)
// All other actors answer as in checker/sharing.h.
#pragma once

#include "checker/interference/act_effects.h"
#include "checker/interference/free_run.h"
#include "checker/sharing.h"

#include <string>
#include <vector>

namespace entryproof::checker::interference {

// By act slot of the follower: the position of the free run up to which everything is to be done there, as far as rule
// 2 allows. Beyond the last position: all that is allowed.
using Strategy = std::vector<unsigned>;

class Follower : public HookPolicy {
public:
    // `side` names the variables of its own answers.
    Follower(Terms& terms, const Execution& free, const FreeRun& record, const environment::ActPoints& points,
             const ActEffects& effects, Strategy strategy, const std::string& side);
    void at_hook(Slot& slot, std::vector<Term>& cells) override;
    void at_undefined(const Slot& slot) override;

    const Alignments& alignments() const { return answers_.alignments(); }
    Term late() const { return late_; }

private:
    // The next event of the free run, if the sequence of all events is the same so far.
    struct Next {
        Term exists;
        Moment at;
    };
    Next next_event();
    void act(Slot& slot, std::vector<Term>& cells);
    void note_event(const Slot& slot);

    Terms& terms_;
    const FreeRun& record_;
    const environment::ActPoints& points_;
    const ActEffects& effects_;
    Strategy strategy_;
    RightAnswers answers_;
    Moment now_;
    Term late_;
};

}  // namespace entryproof::checker::interference
