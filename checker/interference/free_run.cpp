// SPDX-License-Identifier: MIT
#include "checker/interference/free_run.h"

#include "checker/error.h"

#include <algorithm>
#include <string>

namespace entryproof::checker::interference {

using environment::act_bits;

namespace {

unsigned groups_of(const std::vector<environment::Act>& acts) {
    unsigned groups = 0;
    for (const environment::Act& act : acts) groups = std::max(groups, act.group + 1);
    return groups;
}

}  // namespace

FreeRun::FreeRun(Terms& terms, const std::vector<environment::Act>& acts)
    : terms_(terms),
      acts_(acts),
      digits_(groups_of(acts)),
      others_hooks_(terms),
      moments_{beginning(terms, digits_)},
      act_count_(terms.constant(position_width, 0)) {
    check(digits_ <= environment::acts_at_once, "a list of acts has room for one act of each group");
}

void FreeRun::at_hook(Slot& slot, std::vector<Term>& cells) {
    position_of_slot_.push_back(static_cast<unsigned>(moments_.size()) - 1);
    if (slot.hook == environment::act_hook)
        take_acts(slot);
    else
        others_hooks_.at_hook(slot, cells);
}

void FreeRun::at_undefined(const Slot&) { position_of_slot_.push_back(static_cast<unsigned>(moments_.size()) - 1); }

void FreeRun::take_acts(Slot& slot) {
    std::vector<Term> kinds;
    Term list = terms_.constant(act_bits * environment::acts_at_once, 0);
    for (unsigned place = 0; place < digits_; ++place) {
        kinds.push_back(digit(slot, place));
        const Term wide = terms_.extend(kinds.back(), terms_.width(list), false);
        list = terms_.binary(
            ir::BinaryOperator::bit_or, list,
            terms_.binary(ir::BinaryOperator::shift_left, wide, terms_.constant(terms_.width(list), place * act_bits)));
    }
    constrain(kinds);
    for (const Term kind : kinds) advance(slot.guard, kind);
    slot.answers.at(0).value = list;
    check(moments_.size() < std::size_t{1} << position_width, "positions fit their width");
}

Term FreeRun::digit(const Slot& slot, unsigned place) {
    return terms_.variable("acts@" + std::to_string(slot.instance) + "." + std::to_string(place), act_bits);
}

Term FreeRun::is_of_group(Term kind, unsigned group) {
    Term result = terms_.truth(false);
    for (std::size_t i = 0; i < acts_.size(); ++i)
        if (acts_[i].group == group)
            result = terms_.either(result, terms_.equal(kind, terms_.constant(act_bits, i + 1)));
    return result;
}

// Known acts, no gaps in the list, no group twice.
void FreeRun::constrain(const std::vector<Term>& kinds) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        constraints_.push_back(
            terms_.binary(ir::BinaryOperator::unsigned_less_equal, kinds[i], terms_.constant(act_bits, acts_.size())));
        if (i == 0) continue;
        constraints_.push_back(terms_.implies(terms_.is_nonzero(kinds[i]), terms_.is_nonzero(kinds[i - 1])));
        for (std::size_t j = 0; j < i; ++j)
            for (unsigned group = 0; group < digits_; ++group)
                constraints_.push_back(
                    terms_.negation(terms_.both(is_of_group(kinds[i], group), is_of_group(kinds[j], group))));
    }
}

void FreeRun::advance(Term guard, Term kind) {
    Moment next = moments_.back();
    const Term here = terms_.constant(position_width, moments_.size());  // counted from 1
    const Term happens = terms_.both(guard, terms_.is_nonzero(kind));
    const auto plus_one = [&](Term count, Term condition) {
        return terms_.binary(ir::BinaryOperator::add, count, terms_.extend(condition, position_width, false));
    };
    next.position = here;
    next.last = terms_.select(happens, here, next.last);
    act_count_ = plus_one(act_count_, happens);
    for (unsigned group = 0; group < digits_; ++group) {
        const Term in_group = terms_.both(guard, is_of_group(kind, group));
        next.last_of[group] = terms_.select(in_group, here, next.last_of[group]);
        next.act_of[group] = terms_.select(in_group, terms_.extend(kind, position_width, false), next.act_of[group]);
        const bool is_counted = std::any_of(acts_.begin(), acts_.end(), [&](const environment::Act& act) {
            return act.group == group && !act.counted.empty();
        });
        if (is_counted) next.count_of[group] = plus_one(next.count_of[group], in_group);
    }
    moments_.push_back(std::move(next));
}

}  // namespace entryproof::checker::interference
