// SPDX-License-Identifier: MIT
// Answers as selects over earlier answers. A condition is simplified under the guard of the slot that asks: an answer
// means nothing where its hook is not called.
#include "checker/sharing.h"

#include "checker/error.h"

#include <utility>

namespace entryproof::checker {

namespace {

std::string variable_name(const std::string& side, const Slot& slot, const std::string& answer) {
    return side + "." + slot.hook + "." + answer + "@" + std::to_string(slot.instance);
}

// Cut or widened with zeros, as the interpreter would pass a number.
Term fitted(Terms& terms, Term value, ir::Width width) {
    const ir::Width given = terms.width(value);
    return given >= width ? terms.extract(value, 0, width) : terms.extend(value, width, false);
}

const SlotAnswer* find_answer(const Slot& slot, const std::string& name) {
    for (const SlotAnswer& answer : slot.answers)
        if (answer.name == name) return &answer;
    return nullptr;
}

Term happens_too(Terms& terms, Term guard, Term given) { return guard == given ? terms.truth(true) : guard; }

// Same question: the same hook with the same fields, shown or not.
Term same_question(Terms& terms, const Slot& one, const Slot& other) {
    if (one.hook != other.hook || one.fields.size() != other.fields.size()) return terms.truth(false);
    const auto everything = [](const Slot& slot) {
        Slot all = slot;
        for (SlotField& field : all.fields) field.shown = true;
        return sight_of(all, 0);
    };
    const Sight question = everything(one);
    Sight asked = everything(other);
    asked.observer = question.observer;
    asked.kind = question.kind;
    return same(terms, question, asked);
}

// The answer of the first of `earlier` that was asked the same; else `own`. Earlier answers already agree among
// themselves, so one that surely was asked the same says it all.
Term same_as_earlier(Terms& terms, const std::vector<Slot>& earlier, const Slot& slot, const SlotAnswer& wanted,
                     Term own) {
    Term result = own;
    for (auto before = earlier.rbegin(); before != earlier.rend(); ++before) {
        if (before->hook != slot.hook || before->sharing != ir::Sharing::function) continue;
        const SlotAnswer* answer = find_answer(*before, wanted.name);
        if (answer == nullptr) continue;
        const Term happens = happens_too(terms, before->guard, slot.guard);
        const Term shared = terms.both(happens, same_question(terms, *before, slot));
        if (terms.is_true(shared)) return fitted(terms, answer->value, wanted.width);
        result = terms.select(shared, fitted(terms, answer->value, wanted.width), result);
    }
    return result;
}

}  // namespace

std::vector<std::string> lists_of(const Slot& slot) {
    if (slot.observer.empty()) return {"hook:" + slot.hook};
    return {slot.observer, "order"};
}

void LeftAnswers::at_hook(Slot& slot, std::vector<Term>& cells) {
    cells_at_.push_back(cells);
    for (SlotAnswer& answer : slot.answers) {
        answer.value = terms_.variable(variable_name("left", slot, answer.name), answer.width);
        if (slot.sharing == ir::Sharing::function)
            answer.value = same_as_earlier(terms_, met_, slot, answer, answer.value);
    }
    met_.push_back(slot);
}

RightAnswers::RightAnswers(Terms& terms, const Execution& left, Matching kind, std::string side)
    : terms_(terms), left_(left), kind_(kind), side_(std::move(side)) {
    std::map<std::string, std::vector<Sight>> lists{{"order", {}}};
    for (std::size_t i = 0; i < left.slots.size(); ++i)
        for (const std::string& name : lists_of(left.slots[i])) lists[name].push_back(sight_of(left.slots[i], i));
    for (auto& [name, sights] : lists) alignments_.emplace(name, Alignment(terms, std::move(sights)));
}

Alignment& RightAnswers::alignment(const std::string& name) {
    return alignments_.try_emplace(name, terms_, std::vector<Sight>{}).first->second;
}

// What the list `name` held on both sides before these two slots is the same.
Term RightAnswers::history_agrees(std::size_t left, const std::string& name) {
    const Alignment& list = alignment(name);
    std::size_t before = 0;
    while (before < list.left().size() && list.left()[before].slot < left) ++before;
    return list.agree(before, list.right().size());
}

Term RightAnswers::matches(std::size_t left, const Slot& right) {
    const Slot& twin = left_.slots[left];
    if (twin.observer != right.observer) return terms_.truth(false);
    if (right.observer.empty() && twin.hook != right.hook) return terms_.truth(false);
    const Term seen_same = same(terms_, sight_of(twin, left), sight_of(right, slot_count_));
    if (terms_.is_false(seen_same)) return seen_same;
    Term condition = terms_.both(happens_too(terms_, twin.guard, right.guard), seen_same);
    condition = terms_.both(condition, history_agrees(left, lists_of(right).front()));
    if (right.observer.empty()) condition = terms_.both(condition, history_agrees(left, "order"));
    return condition;
}

// At most one left event matches, as the histories before it must be equally long; one that surely does is the one.
Term RightAnswers::answer_by_history(const std::vector<std::pair<std::size_t, Term>>& matching,
                                     const SlotAnswer& wanted, bool is_certain) {
    Term result = terms_.constant(wanted.width, 0);
    for (auto match = matching.rbegin(); match != matching.rend(); ++match) {
        const SlotAnswer* answer = find_answer(left_.slots[match->first], wanted.name);
        if (answer == nullptr) continue;
        const Term shared = fitted(terms_, answer->value, wanted.width);
        if (terms_.is_true(match->second)) return shared;
        const bool is_last_chance = is_certain && match == matching.rbegin();
        result = is_last_chance ? shared : terms_.select(match->second, shared, result);
    }
    return result;
}

std::vector<std::pair<std::size_t, Term>> RightAnswers::matching(const Slot& slot) {
    std::vector<std::pair<std::size_t, Term>> found;
    for (std::size_t i = 0; i < left_.slots.size(); ++i) {
        if (left_.slots[i].sharing != ir::Sharing::history || left_.slots[i].hook.empty()) continue;
        const Term match = matches(i, slot);
        if (!terms_.is_false(match)) found.emplace_back(i, match);
    }
    return found;
}

Term RightAnswers::passive_unless_matched(std::size_t left) const {
    const Slot& slot = left_.slots[left];
    Term passive = terms_.truth(true);
    for (const SlotAnswer& answer : slot.answers)
        passive = terms_.both(passive, terms_.equal(answer.value, terms_.constant(answer.width, 0)));
    const auto matched = matched_.find(left);
    const Term excused = matched == matched_.end() ? terms_.truth(false) : matched->second;
    return terms_.implies(slot.guard, terms_.either(excused, passive));
}

Term RightAnswers::answer_by_function(const Slot& slot, const SlotAnswer& wanted) {
    const Term own = terms_.variable(variable_name(side_, slot, wanted.name), wanted.width);
    const Term own_side = same_as_earlier(terms_, met_, slot, wanted, own);
    return same_as_earlier(terms_, left_.slots, slot, wanted, own_side);
}

void RightAnswers::at_hook(Slot& slot, std::vector<Term>&) {
    if (slot.sharing == ir::Sharing::history) {
        const std::vector<std::pair<std::size_t, Term>> same_events = matching(slot);
        for (const auto& [left, match] : same_events) {
            Term& matched = matched_.try_emplace(left, terms_.truth(false)).first->second;
            matched = terms_.either(matched, terms_.both(slot.guard, match));
        }
        // What nobody observes is shared by the order of all events, of which agreement says nothing.
        const bool is_certain = kind_ == Matching::certain && !slot.observer.empty();
        for (SlotAnswer& answer : slot.answers) answer.value = answer_by_history(same_events, answer, is_certain);
    } else {
        for (SlotAnswer& answer : slot.answers) answer.value = answer_by_function(slot, answer);
    }
    append(slot);
}

void RightAnswers::at_undefined(const Slot& slot) { append(slot); }

void RightAnswers::append(const Slot& slot) {
    for (const std::string& name : lists_of(slot)) alignment(name).append(sight_of(slot, slot_count_));
    met_.push_back(slot);
    ++slot_count_;
}

}  // namespace entryproof::checker
