// SPDX-License-Identifier: MIT
// Positions are numbers fixed by the case: a slot stands at twice its index, silence just after the observer's last
// slot that happened, before everything at -1. So "precedes" is decided here and only the conditions go to the solver.
#include "checker/root.h"

#include <algorithm>
#include <set>
#include <utility>

namespace entryproof::checker {

namespace {

using Cases = std::vector<DisagreementCase>;

int position(int slot, int after) { return slot >= 0 ? 2 * slot : after >= 0 ? 2 * after + 1 : -1; }
int left_position(const DisagreementCase& at) { return position(at.left_slot, at.left_after); }
int right_position(const DisagreementCase& at) { return position(at.right_slot, at.right_after); }

// For one observer: that its first disagreement stands at or before a given place on both sides.
class Reached {
public:
    Reached(Terms& terms, const Cases& cases) {
        for (const DisagreementCase& at : cases) {
            lefts_.push_back(left_position(at));
            rights_.push_back(right_position(at));
        }
        for (std::vector<int>* positions : {&lefts_, &rights_}) {
            std::sort(positions->begin(), positions->end());
            positions->erase(std::unique(positions->begin(), positions->end()), positions->end());
        }
        // One border row and column of false, so that every cell has neighbours.
        grid_.assign(lefts_.size() + 1, std::vector<Term>(rights_.size() + 1, terms.truth(false)));
        for (const DisagreementCase& at : cases) {
            Term& cell = grid_[count(lefts_, left_position(at))][count(rights_, right_position(at))];
            cell = terms.either(cell, at.condition);
        }
        for (std::size_t i = 1; i < grid_.size(); ++i)
            for (std::size_t j = 1; j < grid_[i].size(); ++j)
                grid_[i][j] = terms.any_of({grid_[i - 1][j], grid_[i][j - 1], grid_[i][j]});
    }

    Term by(int left, int right) const { return grid_[count(lefts_, left)][count(rights_, right)]; }

private:
    static std::size_t count(const std::vector<int>& positions, int limit) {
        return static_cast<std::size_t>(std::upper_bound(positions.begin(), positions.end(), limit) -
                                        positions.begin());
    }

    std::vector<int> lefts_;
    std::vector<int> rights_;
    std::vector<std::vector<Term>> grid_;  // by how many of the positions count
};

std::string kind_at(const Execution& execution, int slot) {
    return slot < 0 ? "nothing" : execution.slots[static_cast<std::size_t>(slot)].kind;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Term only_these_differ(Terms& terms, const RootCase& root, const std::vector<std::string>& fields) {
    Term result = root.condition;
    for (const FieldDifference& field : root.difference.fields)
        if (!contains(fields, field.name)) result = terms.both(result, terms.negation(field.differs));
    return result;
}

// Rule 1 of checker/disagreement.h: what another observer, whose history already differs, did before.
class Influence {
public:
    Influence(Terms& terms, const Comparison& comparison, const std::map<std::string, Cases>& cases)
        : t_(terms), comparison_(comparison), cases_(cases) {
        for (const Execution* execution : {&comparison.left, &comparison.right})
            for (const Slot& slot : execution->slots) acts_[execution].push_back(acts(slot));
        for (const auto& [observer, own] : cases)
            for (const DisagreementCase& at : own) {
                after_[&at].left = acts_from(observer, comparison.left, at.left_slot);
                after_[&at].right = acts_from(observer, comparison.right, at.right_slot);
            }
    }

    Term on(const DisagreementCase& second) const {
        Term result = t_.truth(false);
        for (const auto& [observer, own] : cases_)
            if (observer != second.observer)
                for (const DisagreementCase& first : own)
                    result = t_.either(result, t_.both(first.condition, acts_before(first, second)));
        return result;
    }

private:
    struct Suffixes {
        std::vector<Term> left;  // by slot: acted from the disagreement on, up to and without that slot
        std::vector<Term> right;
    };

    // That the event happens and its actor answers anything but 0. Answers that are functions do not count.
    Term acts(const Slot& slot) const {
        Term result = t_.truth(false);
        if (slot.sharing == ir::Sharing::history && !slot.observer.empty() && !slot.hook.empty())
            for (const SlotAnswer& answer : slot.answers)
                result = t_.either(result, t_.negation(t_.equal(answer.value, t_.constant(answer.width, 0))));
        return t_.both(slot.guard, result);
    }

    std::vector<Term> acts_from(const std::string& observer, const Execution& execution, int slot) const {
        std::vector<Term> result(execution.slots.size() + 1, t_.truth(false));
        if (slot < 0) return result;
        for (std::size_t i = static_cast<std::size_t>(slot); i < execution.slots.size(); ++i)
            result[i + 1] =
                execution.slots[i].observer == observer ? t_.either(result[i], acts_.at(&execution)[i]) : result[i];
        return result;
    }

    std::size_t end(const DisagreementCase& first, const DisagreementCase& second, bool left) const {
        const int own = left ? second.left_slot : second.right_slot;
        if (own >= 0) return static_cast<std::size_t>(own);
        const std::size_t all = (left ? comparison_.left : comparison_.right).slots.size();
        if (first.left_slot < 0 || first.right_slot < 0) return all;
        if (kind_at(comparison_.left, first.left_slot) != kind_at(comparison_.right, first.right_slot)) return all;
        const bool stands_before = left ? second.right_slot < first.right_slot : second.left_slot < first.left_slot;
        return stands_before ? 0 : all;
    }

    Term acts_before(const DisagreementCase& first, const DisagreementCase& second) const {
        const Suffixes& acted = after_.at(&first);
        return t_.either(acted.left[end(first, second, true)], acted.right[end(first, second, false)]);
    }

    Terms& t_;
    const Comparison& comparison_;
    const std::map<std::string, Cases>& cases_;
    std::map<const Execution*, std::vector<Term>> acts_;  // looked up, never walked
    std::map<const DisagreementCase*, Suffixes> after_;   // looked up, never walked
};

// Rule 2: the conditions narrowed to "no other observer's case precedes it".
std::map<std::string, Cases> earliest_of(Terms& terms, const std::map<std::string, Cases>& cases) {
    std::map<std::string, Reached> reached;
    for (const auto& [observer, own] : cases) reached.emplace(observer, Reached(terms, own));
    std::map<std::string, Cases> result = cases;
    for (auto& [observer, own] : result)
        for (DisagreementCase& at : own)
            // Two observers never stand at the same place on both sides, so "at or before" is "before".
            for (const auto& [other, places] : reached)
                if (other != observer)
                    at.condition =
                        terms.both(at.condition, terms.negation(places.by(left_position(at), right_position(at))));
    return result;
}

// A case at the last slot of both sides: every other observer's disagreement precedes it, and what acted before that
// one acted before this one. So by both rules it is a root exactly when no other observer disagrees.
bool stands_at_the_end(const Comparison& comparison, const DisagreementCase& at) {
    return comparison.at_the_end && at.observer == comparison.at_the_end->observer &&
           at.left_slot + 1 == static_cast<int>(comparison.left.slots.size()) &&
           at.right_slot + 1 == static_cast<int>(comparison.right.slots.size());
}

// The case as Comparison::at_the_end states it.
DisagreementCase end_case(const Comparison& comparison, const DisagreementCase& at) {
    DisagreementCase result = at;
    result.fields = comparison.at_the_end->fields;
    return result;
}

}  // namespace

std::string to_string(const RootShape& shape) { return shape.observer + ": " + shape.left + " / " + shape.right; }

Roots::Roots(Terms& terms, const Comparison& comparison) : t_(terms) {
    std::map<std::string, Cases> cases;
    for (const std::string& observer : comparison.observers)
        cases[observer] = disagreement_cases(terms, comparison, observer);
    const Influence influence(terms, comparison, cases);

    // The same cases when influenced ones are left out, and whether that leaves any.
    std::map<std::string, Cases> uninfluenced;
    Term some_case = terms.truth(false);
    Term some_uninfluenced = terms.truth(false);
    for (const auto& [observer, own] : cases)
        for (const DisagreementCase& at : own) {
            uninfluenced[observer].push_back(at);
            Term& condition = uninfluenced[observer].back().condition;
            condition = terms.both(condition, terms.negation(influence.on(at)));
            some_case = terms.either(some_case, at.condition);
            some_uninfluenced = terms.either(some_uninfluenced, condition);
        }
    const std::map<std::string, Cases> earliest = earliest_of(terms, uninfluenced);
    const std::map<std::string, Cases> earliest_of_all = earliest_of(terms, cases);
    const Term only_influenced = terms.both(some_case, terms.negation(some_uninfluenced));
    for (const auto& [observer, own] : cases)
        for (std::size_t i = 0; i < own.size(); ++i)
            if (stands_at_the_end(comparison, own[i]))
                add(comparison, end_case(comparison, own[i]), comparison.at_the_end->condition);
            else
                add(comparison, own[i],
                    terms.either(earliest.at(observer)[i].condition,
                                 terms.both(only_influenced, earliest_of_all.at(observer)[i].condition)));

    // The order of events is a root of its own where no observer's disagreement tells of either event or comes before.
    std::map<std::string, Reached> reached;
    for (const auto& [observer, own] : cases) reached.emplace(observer, Reached(terms, own));
    for (const DisagreementCase& at : disagreement_cases(terms, comparison, "order")) {
        Term explained = terms.truth(false);
        for (const auto& [observer, own] : cases) {
            explained = terms.either(explained, reached.at(observer).by(left_position(at), right_position(at)));
            for (const DisagreementCase& other : own)
                if ((other.left_slot >= 0 && other.left_slot == at.left_slot) ||
                    (other.right_slot >= 0 && other.right_slot == at.right_slot))
                    explained = terms.either(explained, other.condition);
        }
        add(comparison, at, terms.both(at.condition, terms.negation(explained)));
    }
}

void Roots::add(const Comparison& comparison, const DisagreementCase& at, Term condition) {
    if (t_.is_false(condition)) return;
    const RootShape shape{at.observer, kind_at(comparison.left, at.left_slot),
                          kind_at(comparison.right, at.right_slot)};
    by_shape_[shape].push_back({at, condition});
}

std::vector<RootShape> Roots::shapes() const {
    std::vector<RootShape> all;
    for (const auto& [shape, cases] : by_shape_) all.push_back(shape);
    return all;
}

const std::vector<RootCase>& Roots::cases(const RootShape& shape) const {
    static const std::vector<RootCase> none;
    const auto found = by_shape_.find(shape);
    return found == by_shape_.end() ? none : found->second;
}

std::vector<std::string> Roots::fields(const RootShape& shape) const {
    std::set<std::string> names;
    for (const RootCase& root : cases(shape))
        for (const FieldDifference& field : root.difference.fields) names.insert(field.name);
    return {names.begin(), names.end()};
}

Term Roots::of_shape(const RootShape& shape) const {
    Term result = t_.truth(false);
    for (const RootCase& root : cases(shape)) result = t_.either(result, root.condition);
    return result;
}

Term Roots::with_field(const RootShape& shape, const std::string& field) const {
    Term result = t_.truth(false);
    for (const RootCase& root : cases(shape))
        for (const FieldDifference& difference : root.difference.fields)
            if (difference.name == field) result = t_.either(result, t_.both(root.condition, difference.differs));
    return result;
}

Term Roots::within_fields(const RootShape& shape, const std::vector<std::string>& fields) const {
    Term result = t_.truth(false);
    for (const RootCase& root : cases(shape)) result = t_.either(result, only_these_differ(t_, root, fields));
    return result;
}

Term Roots::any() const { return not_allowed({}); }

Term Roots::not_allowed(const RootShape& shape, const std::vector<AllowedRoot>& allowed) const {
    Term result = t_.truth(false);
    for (const RootCase& root : cases(shape)) {
        Term excused = t_.truth(false);
        for (const AllowedRoot& one : allowed)
            if (one.shape == shape)
                excused = t_.either(excused, t_.both(one.condition, only_these_differ(t_, root, one.fields)));
        result = t_.either(result, t_.both(root.condition, t_.negation(excused)));
    }
    return result;
}

Term Roots::not_allowed(const std::vector<AllowedRoot>& allowed) const {
    Term result = t_.truth(false);
    for (const auto& [shape, cases] : by_shape_) result = t_.either(result, not_allowed(shape, allowed));
    return result;
}

}  // namespace entryproof::checker
