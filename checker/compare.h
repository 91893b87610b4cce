// SPDX-License-Identifier: MIT
// Two programs under the same start: both executed, answers shared, and every first disagreement as a formula.
//
// Answers are definitions, so nothing has to be asserted beside the caller's premises. With cut points the right side's
// formulas are simplified by lemmas, each proved by the solver under the premises given in `CutOptions`: every later
// query must have those premises too.
#pragma once

#include "checker/sharing.h"
#include "checker/smt.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

// Which lemmas to look for. Without them the comparison is the plain one, which is what a second solver re-checks.
struct CutOptions {
    bool enabled = false;
    std::vector<Term> premises;
    SolverOptions solver;
    std::set<Term> leaned_on = {};  // see Question
};

struct CutStatistics {
    unsigned hooks_matched = 0;
    unsigned cells_replaced = 0;
    unsigned lemmas = 0;  // proved by the solver; what is equal as written needs none
};

// A first disagreement of one observer, at fixed slots. A side without slot shows nothing there; then `after` is its
// observer's last slot that happened, or none.
struct DisagreementCase {
    std::string observer;
    int left_slot = -1;
    int right_slot = -1;
    int left_after = -1;
    int right_after = -1;
    Term condition;
    std::vector<FieldDifference> fields;  // equal kinds only
};

// Slots proved to be one event: they happen together, after the same history of their observer, and show the same.
struct Twins {
    std::map<std::size_t, std::size_t> of_left;   // left slot -> right slot
    std::map<std::size_t, std::size_t> of_right;  // right slot -> left slot
};

struct Comparison {
    Execution left;
    Execution right;
    Alignments alignments;               // by observer, with "order"; "hook:..." for what nobody observes
    std::vector<std::string> observers;  // sorted, without "order"
    CutStatistics cuts;
    // Rule 4 of checker/sharing.h for the left: a premise of every question about this comparison.
    std::vector<Term> passive;
    std::set<Term> used_premises;  // those that the lemmas lean on, beside CutOptions::leaned_on
    Twins twins;                   // none without cut points
    // The disagreement about the last slots of both sides while all other observers agree. It is stated in a run of the
    // right side of its own, in which every call gets the answer of its match unchecked: that is the same run wherever
    // all others agree, and a far smaller formula. Nothing without cut points, and when the last slots are not one
    // observer's.
    std::optional<DisagreementCase> at_the_end;

    // That `observer` (or "order") sees the same on both sides. True for an observer that no slot has.
    Term agreement(Terms& terms, const std::string& observer) const;
};

// Requires: valid programs; `initial` names every cell of both.
Comparison compare(Terms& terms, const ir::Program& left, const ir::Program& right, const CellTerms& initial,
                   const CutOptions& cuts, QueryLog& log);

// Every way in which `observer` can first disagree. Exactly one holds when it does; left out are conditions that fold
// to false and those that twins exclude. For "order": only those between events of two observers, as all others are
// first disagreements of an observer too.
std::vector<DisagreementCase> disagreement_cases(Terms& terms, const Comparison& comparison,
                                                 const std::string& observer);

// Cells of both programs as variables, for `initial`. A cell of two widths is std::invalid_argument.
CellTerms shared_cells(Terms& terms, const ir::Program& left, const ir::Program& right);

}  // namespace entryproof::checker
