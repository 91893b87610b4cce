// SPDX-License-Identifier: MIT
// Where answers come from when two sides are compared (design.md: same actor, same history, same answer).
//
// 1. Sharing::history with an observer: the right gets the left's answer when the observer's events so far, this one
//    included, are the same on both sides; else see 4.
// 2. Sharing::history without observer: when everything anybody observed before, in sequence, and all calls of this
// hook
//    so far are the same.
// 3. Sharing::function: equal hook and equal fields, shown or not, give equal answers, across sides and within one.
// 4. An actor that has seen something else on the other side is passive: it answers 0. What it did instead could only
//    hide or fake a difference that its own history already shows (checker/disagreement.h, rule 1), and the first event
//    that differs on each side comes before any such act; so wherever some observer, or the order, can disagree at all,
//    it can with passive actors. The left's part of this rule has to be assumed: passive_unless_matched.
// 5. Where it is known that everyone who has answers agrees in the end, every call of the right has its match; so the
//    last possible match need not be checked (Matching::certain).
// Every answer is a definition, a select over earlier answers. checker/replay.cpp checks the same rules on numbers.
#pragma once

#include "checker/align.h"
#include "checker/execute.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace entryproof::checker {

// The left side: fresh answers, and a record of the state in front of every hook.
class LeftAnswers : public HookPolicy {
public:
    explicit LeftAnswers(Terms& terms) : terms_(terms) {}
    void at_hook(Slot& slot, std::vector<Term>& cells) override;

    // Cells in front of each hook, in order of the hooks met.
    const std::vector<std::vector<Term>>& cells_at() const { return cells_at_; }
    const std::vector<Slot>& met() const { return met_; }

private:
    Terms& terms_;
    std::vector<Slot> met_;
    std::vector<std::vector<Term>> cells_at_;
};

// Both sides' slots of each observer, of "order" and of each hook that nobody observes (under "hook:" and its name).
using Alignments = std::map<std::string, Alignment>;

enum class Matching { checked, certain };

// The right side, executed after the left.
class RightAnswers : public HookPolicy {
public:
    // `side`: what the names of its own answers begin with.
    RightAnswers(Terms& terms, const Execution& left, Matching kind = Matching::checked, std::string side = "right");
    void at_hook(Slot& slot, std::vector<Term>& cells) override;
    void at_undefined(const Slot& slot) override;
    // A slot that is somebody else's affair: it only counts.
    void pass_over() { ++slot_count_; }

    // Observers that only the right has are in it as well.
    const Alignments& alignments() const { return alignments_; }

    // The condition that the left slot `left` (an index into the left's slots) and `right`, next to be appended, are
    // the same event after the same history, given that `right` happens.
    Term matches(std::size_t left, const Slot& right);

    // That the actor of this left hook call answers 0 if no right slot met so far is the same event. See rule 4.
    Term passive_unless_matched(std::size_t left) const;

    // Slots met so far, so the index of the one that comes next.
    std::size_t slot_count() const { return slot_count_; }

private:
    Alignment& alignment(const std::string& name);
    Term history_agrees(std::size_t left, const std::string& name);
    // Left slots that may be the same event as `slot`, each with the condition that it is.
    std::vector<std::pair<std::size_t, Term>> matching(const Slot& slot);
    Term answer_by_history(const std::vector<std::pair<std::size_t, Term>>& matching, const SlotAnswer& answer,
                           bool is_certain);
    Term answer_by_function(const Slot& slot, const SlotAnswer& answer);
    void append(const Slot& slot);

    Terms& terms_;
    const Execution& left_;
    Matching kind_;
    std::string side_;
    Alignments alignments_;
    std::vector<Slot> met_;
    std::map<std::size_t, Term> matched_;  // left slot -> that one of the right slots so far is the same event
    std::size_t slot_count_ = 0;
};

// Names under which a slot's events are listed: its observer and "order", or the hook.
std::vector<std::string> lists_of(const Slot& slot);

}  // namespace entryproof::checker
