// SPDX-License-Identifier: MIT
// Terms on numbers: what a term is worth when its variables have the values of an assignment.
#pragma once

#include "checker/term.h"

#include <cstdint>
#include <map>
#include <vector>

namespace entryproof::checker {

// Values of variables; those not named are 0.
using Assignment = std::map<Term, std::uint64_t>;

// Result of one operation on numbers, cut to the width of the node. `node` is neither constant nor variable; values are
// of its operands, in order, each cut to `operand_width` (of the last operand).
std::uint64_t apply(const TermNode& node, const std::array<std::uint64_t, 3>& values, ir::Width operand_width);

// Works in index order and keeps what it has computed, so asking for many terms costs one sweep and depth costs
// nothing.
class Evaluator {
public:
    Evaluator(const Terms& terms, Assignment assignment) : terms_(terms), assignment_(std::move(assignment)) {}
    std::uint64_t value(Term term);
    bool is_true(Term condition) { return value(condition) != 0; }
    const Assignment& assignment() const { return assignment_; }

private:
    const Terms& terms_;
    Assignment assignment_;
    std::vector<std::uint64_t> values_;  // of the terms computed so far, by index
};

}  // namespace entryproof::checker
