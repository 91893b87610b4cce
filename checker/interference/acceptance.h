// SPDX-License-Identifier: MIT
// Whether two runs show the same, or differ only as declared: on numbers, by the rules of checker/disagreement.h, and
// for the sequence of all events by those of checker/root.h.
#pragma once

#include "checker/disagreement.h"
#include "model/ir/expression.h"

#include <string>
#include <vector>

namespace entryproof::checker::interference {

// A declared difference, ready to be evaluated.
struct Allowed {
    std::string observer;
    std::string left;  // kind, or "nothing"
    std::string right;
    std::vector<std::string> fields;
    ir::ExpressionRef condition;
};

// The root disagreements of the two runs that nobody declared, those of "order" included.
std::vector<Disagreement> undeclared_roots(const Run& left, const Run& right, const std::vector<Allowed>& allowed);

std::string kind_at(const Run& run, int event);  // "nothing" for none

}  // namespace entryproof::checker::interference
