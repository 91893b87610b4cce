// SPDX-License-Identifier: MIT
// The recurrence: a slot that does not happen is passed over; two that do must show the same.
#include "checker/align.h"

#include "checker/error.h"

#include <algorithm>
#include <map>
#include <utility>

namespace entryproof::checker {

namespace {

// Values of unequal width are compared as numbers.
Term equal_numbers(Terms& terms, Term left, Term right) {
    const ir::Width width = std::max(terms.width(left), terms.width(right));
    return terms.equal(terms.extend(left, width, false), terms.extend(right, width, false));
}

std::map<std::string, Term> by_name(const Sight& sight) {
    std::map<std::string, Term> values;
    for (const SlotField& field : sight.fields) values.emplace(field.name, field.value);
    return values;
}

}  // namespace

Sight sight_of(const Slot& slot, std::size_t index) {
    Sight sight{index, slot.guard, slot.observer, slot.kind, slot.subject, {}};
    for (const SlotField& field : slot.fields)
        if (field.shown) sight.fields.push_back(field);
    std::sort(sight.fields.begin(), sight.fields.end(),
              [](const SlotField& one, const SlotField& other) { return one.name < other.name; });
    return sight;
}

std::vector<FieldDifference> field_differences(Terms& terms, const Sight& left, const Sight& right) {
    std::map<std::string, Term> left_values = by_name(left);
    const std::map<std::string, Term> right_values = by_name(right);
    std::map<std::string, Term> differences;
    for (const auto& [name, value] : left_values) {
        const auto other = right_values.find(name);
        const bool is_alone = other == right_values.end();
        differences[name] = is_alone ? terms.truth(true) : terms.negation(equal_numbers(terms, value, other->second));
    }
    for (const auto& [name, value] : right_values)
        if (left_values.count(name) == 0) differences[name] = terms.truth(true);
    if (left.subject != right.subject) differences["subject"] = terms.truth(true);
    std::vector<FieldDifference> found;
    for (const auto& [name, differs] : differences)
        if (!terms.is_false(differs)) found.push_back({name, differs});
    return found;
}

Term same(Terms& terms, const Sight& left, const Sight& right) {
    if (left.observer != right.observer || left.kind != right.kind) return terms.truth(false);
    Term result = terms.truth(true);
    for (const FieldDifference& field : field_differences(terms, left, right))
        result = terms.both(result, terms.negation(field.differs));
    return result;
}

Alignment::Alignment(Terms& terms, std::vector<Sight> left) : terms_(terms), left_(std::move(left)) {
    std::vector<Term> none{terms_.truth(true)};
    for (const Sight& sight : left_) none.push_back(terms_.both(none.back(), terms_.negation(sight.guard)));
    table_.push_back(std::move(none));
}

void Alignment::append(Sight right) {
    right_.push_back(std::move(right));
    std::vector<Term> same_here;
    for (const Sight& sight : left_) same_here.push_back(same(terms_, sight, right_.back()));
    same_.push_back(std::move(same_here));
    const Term silent = terms_.negation(right_.back().guard);
    std::vector<Term> column{terms_.both(table_.back()[0], silent)};
    for (std::size_t i = 1; i <= left_.size(); ++i) column.push_back(cell(i, column));
    table_.push_back(std::move(column));
}

// agree(i, newest). Where both guards are one term, both happen or neither does, and the corner decides.
Term Alignment::cell(std::size_t i, const std::vector<Term>& column) {
    const std::vector<Term>& before = table_.back();
    const Term left_guard = left_[i - 1].guard;
    const Term right_guard = right_.back().guard;
    const Term match = same_.back()[i - 1];
    if (left_guard == right_guard) return terms_.both(before[i - 1], terms_.implies(left_guard, match));
    const Term left_happens = terms_.select(right_guard, terms_.both(before[i - 1], match), before[i]);
    return terms_.select(left_guard, left_happens, column[i - 1]);
}

}  // namespace entryproof::checker
