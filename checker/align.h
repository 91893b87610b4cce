// SPDX-License-Identifier: MIT
// When two lists of guarded slots show the same events: the heart of every comparison.
//
// agree(i, j) holds when the events among the first i left slots and those among the first j right slots are equal
// lists. It is a function of the guards and of what is shown, so no counters, arrays or quantifiers are needed.
// The left list is given; right slots are appended one by one, so that an answer can depend on the history so far.
#pragma once

#include "checker/execute.h"
#include "checker/term.h"

#include <cstddef>
#include <string>
#include <vector>

namespace entryproof::checker {

// What an observer can see of a slot. Fields sorted by name, shown ones only.
struct Sight {
    std::size_t slot = 0;  // index in its execution
    Term guard;
    std::string observer;
    std::string kind;
    std::string subject;
    std::vector<SlotField> fields;
};

Sight sight_of(const Slot& slot, std::size_t index);

// That two events show the same: same kind, subject and fields, and equal values.
Term same(Terms& terms, const Sight& left, const Sight& right);

// The names that only one side shows, or whose values may differ, each with the condition that it differs. "subject"
// when that differs. Requires: same observer and kind.
struct FieldDifference {
    std::string name;
    Term differs;
};
std::vector<FieldDifference> field_differences(Terms& terms, const Sight& left, const Sight& right);

class Alignment {
public:
    Alignment(Terms& terms, std::vector<Sight> left);
    void append(Sight right);

    const std::vector<Sight>& left() const { return left_; }
    const std::vector<Sight>& right() const { return right_; }
    Term agree(std::size_t left_count, std::size_t right_count) const { return table_[right_count][left_count]; }
    Term agree() const { return table_.back().back(); }
    Term same_at(std::size_t left, std::size_t right) const { return same_[right][left]; }  // counted from 0

private:
    Term cell(std::size_t i, const std::vector<Term>& column);

    Terms& terms_;
    std::vector<Sight> left_;
    std::vector<Sight> right_;
    std::vector<std::vector<Term>> table_;  // by right count, then left count
    std::vector<std::vector<Term>> same_;   // by right, then left
};

}  // namespace entryproof::checker
