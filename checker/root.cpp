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

}  // namespace

std::string to_string(const RootShape& shape) { return shape.observer + ": " + shape.left + " / " + shape.right; }

Roots::Roots(Terms& terms, const Comparison& comparison) : t_(terms) {
    std::map<std::string, Cases> cases;
    std::map<std::string, Reached> reached;
    for (const std::string& observer : comparison.observers) {
        cases[observer] = disagreement_cases(terms, comparison, observer);
        reached.emplace(observer, Reached(terms, cases[observer]));
    }
    for (auto& [observer, own] : cases)
        for (DisagreementCase& at : own) {
            Term condition = at.condition;
            // Two observers never stand at the same place on both sides, so "at or before" is "before".
            for (const auto& [other, places] : reached)
                if (other != observer)
                    condition = terms.both(condition, terms.negation(places.by(left_position(at), right_position(at))));
            if (terms.is_false(condition)) continue;
            const RootShape shape{observer, kind_at(comparison.left, at.left_slot),
                                  kind_at(comparison.right, at.right_slot)};
            by_shape_[shape].push_back({std::move(at), condition});
        }
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
