// SPDX-License-Identifier: MIT
// The steps of an induction as formulas, and runs of several steps from the first task.
#pragma once

#include "checker/execute.h"
#include "checker/induct.h"
#include "spec/invariant.h"

#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

struct Step {
    std::string name;
    std::string text;
    std::size_t program = 0;  // of Machine::programs()
    Execution execution;
};

// All transitions of a path, executed over variables that bear the cells' names.
class Machine {
public:
    Machine(Terms& terms, const InductionPrograms& programs);

    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<ir::Program>& programs() const { return programs_; }

    // A condition over facts; what a program does not have is 0.
    Term term(const ir::ExpressionRef& condition, const CellTerms& cells);
    // Whether it is true of spec::first_state(), whatever the rest is.
    bool holds_first(const ir::ExpressionRef& condition);

private:
    Terms& terms_;
    std::vector<ir::Program> programs_;
    std::vector<Step> steps_;
};

// A shortest run from the first task after which the invariant is false, over the facts that it speaks of; each step
// run by the interpreter as well. Empty: none of at most `longest` steps was found. InternalError: the interpreter
// disagrees.
std::vector<InductionStep> run_that_breaks(Machine& machine, const spec::Invariant& invariant, const Question& question,
                                           unsigned longest);

}  // namespace entryproof::checker
