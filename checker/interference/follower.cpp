// SPDX-License-Identifier: MIT
#include "checker/interference/follower.h"

#include "checker/error.h"

#include <utility>

namespace entryproof::checker::interference {

namespace {

Term less_equal(Terms& terms, Term left, Term right) {
    return terms.binary(ir::BinaryOperator::unsigned_less_equal, left, right);
}

}  // namespace

Follower::Follower(Terms& terms, const Execution& free, const FreeRun& record, const environment::ActPoints& points,
                   const ActEffects& effects, Strategy strategy, const std::string& side)
    : terms_(terms),
      record_(record),
      points_(points),
      effects_(effects),
      strategy_(std::move(strategy)),
      answers_(terms, free, Matching::checked, side),
      now_(record.moments().front()),
      late_(terms.truth(false)) {}

Follower::Next Follower::next_event() {
    const Alignment& order = answers_.alignments().at("order");
    Next next{terms_.truth(false), record_.moments().back()};
    for (std::size_t i = order.left().size(); i-- > 0;) {
        const Sight& event = order.left()[i];
        const Term is_next = terms_.both(order.agree(i, order.right().size()), event.guard);
        if (terms_.is_false(is_next)) continue;
        next.exists = terms_.either(next.exists, is_next);
        next.at = select(terms_, is_next, record_.moments()[record_.position_of_slot()[event.slot]], next.at);
    }
    return next;
}

void Follower::at_hook(Slot& slot, std::vector<Term>& cells) {
    if (slot.hook == environment::act_hook) return act(slot, cells);
    if (!slot.observer.empty()) note_event(slot);
    answers_.at_hook(slot, cells);
}

void Follower::at_undefined(const Slot& slot) { answers_.at_undefined(slot); }

void Follower::act(Slot& slot, std::vector<Term>& cells) {
    answers_.pass_over();
    const Term number = slot.fields.at(0).value;
    check(terms_.is_constant(number), "a place for acts has a number");
    const bool before_event = points_.points.at(terms_.node(number).value).before_event;
    const Next next = next_event();
    const std::vector<Moment>& moments = record_.moments();
    const unsigned wanted = before_event                       ? static_cast<unsigned>(moments.size())
                            : slot.instance < strategy_.size() ? strategy_[slot.instance]
                                                               : 0;
    Moment then = now_;
    if (before_event) {
        then = select(terms_, next.exists, next.at, now_);
    } else {
        const bool is_end = wanted >= moments.size();
        const Moment& aim = moments[is_end ? moments.size() - 1 : wanted];
        const Term is_limited =
            terms_.both(next.exists, is_end ? terms_.truth(true) : less_equal(terms_, next.at.position, aim.position));
        const Moment reached = select(terms_, is_limited, next.at, aim);
        then = select(terms_, less_equal(terms_, reached.position, now_.position), now_, reached);
    }
    effects_.apply(cells, now_, then);
    now_ = select(terms_, slot.guard, then, now_);
}

// Rule 2: whatever was done before this event on the free side must have been done.
void Follower::note_event(const Slot& slot) {
    const Next next = next_event();
    const Term is_behind = terms_.binary(ir::BinaryOperator::unsigned_less, now_.position, next.at.last);
    late_ = terms_.either(late_, terms_.all_of({slot.guard, next.exists, is_behind}));
}

}  // namespace entryproof::checker::interference
