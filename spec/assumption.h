// SPDX-License-Identifier: MIT
// The named assumptions about the start of a syscall. Each shows up in the verdicts that need it, and each can be
// dropped with --drop-assumption NAME to see that it matters.
#pragma once

#include "model/ir/expression.h"
#include "spec/condition.h"

#include <string>
#include <vector>

namespace entryproof::spec {

enum class AssumptionKind {
    invariant,  // one of I1..I10: kept by every transition (spec/invariant.h); a verdict that could not show that calls
                // it unproved
    premise,    // what a kernel is built to be
    limit       // what is not modelled yet; holds for every verdict of a run, needed or not
};

struct Assumption {
    std::string name;             // I1, native, ...
    std::string text;             // one sentence
    std::string why;              // what makes it true in a kernel, or why the proof is limited to it
    ir::ExpressionRef condition;  // over the cells a syscall starts with
    AssumptionKind kind;
    // It is made only where the two programs have, or lack, this cell. What is made for lack of a cell cannot be
    // dropped.
    std::string with_cell = {};
    std::string without_cell = {};
};

// In the order they are printed.
const std::vector<Assumption>& assumptions();

// What a condition may read: the facts, options and registers a syscall starts with; used by --assume.
ConditionVocabulary start_vocabulary();

// The same and the decision points of the run: `exit.emu` for the left side, `right.exit.emu` for the right; used by
// declared differences.
ConditionVocabulary outcome_vocabulary();

}  // namespace entryproof::spec
