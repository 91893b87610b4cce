// SPDX-License-Identifier: MIT
// Symbolic execution: a whole program becomes one merged formula, a list of guarded slots and the final value of every
// cell. No list of paths.
//
// 1. A slot is one hook call site of the run with calls inlined: it happens exactly when its guard holds. Slots stand
// in
//    program order, so the events of a concrete run are the slots whose guard is true, in order.
// 2. A read of a local that may hold no value is a slot of the observer `undefined` (same rules as
// checker/interpret.h).
// 3. A branch whose condition folds to a constant leaves nothing behind; a slot whose guard folds to false is dropped.
// 4. Where answers come from, and whether the state is cut at a hook, is the policy's affair.
#pragma once

#include "checker/term.h"
#include "model/ir/program.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::checker {

struct SlotField {
    std::string name;
    Term value;
    bool shown = true;
};

struct SlotAnswer {
    std::string name;
    ir::Width width = 1;
    Term value;  // filled in by the policy
};

struct Slot {
    std::string hook;       // empty for an uninitialised read
    unsigned instance = 0;  // counts the slots of this hook from 0, in program order
    std::string observer;
    std::string kind;
    std::string subject;  // of an uninitialised read "function:variable", else empty
    Term guard;
    std::vector<SlotField> fields;
    std::vector<SlotAnswer> answers;
    ir::Sharing sharing = ir::Sharing::history;
    ir::Source source;
    std::vector<ir::Source> call_chain;
};

using CellTerms = std::map<std::string, Term>;

// One per side of a comparison.
class HookPolicy {
public:
    virtual ~HookPolicy() = default;
    // Called at every hook in program order, but not for uninitialised reads. Everything in `slot` is filled in except
    // the answers' values. The policy sets them; it may replace guard, fields and cells (in the order of program.cells)
    // by terms that are worth the same whenever the guard holds.
    virtual void at_hook(Slot& slot, std::vector<Term>& cells) = 0;
    // Called for every uninitialised read, once its slot is complete.
    virtual void at_undefined(const Slot&) {}
};

// Gives every answer a fresh variable: "<side>.<hook>.<answer>@<instance>".
class FreshAnswers : public HookPolicy {
public:
    FreshAnswers(Terms& terms, std::string side) : terms_(terms), side_(std::move(side)) {}
    void at_hook(Slot& slot, std::vector<Term>& cells) override;

private:
    Terms& terms_;
    std::string side_;
};

struct Execution {
    std::vector<Slot> slots;  // in program order
    CellTerms initial;        // every cell
    CellTerms final;          // every cell; where Halt ended the run: as it was then
    Term halted;
};

// Every cell as a variable that bears its name: the start that both sides of a comparison share.
CellTerms initial_cells(Terms& terms, const ir::Program& program);

// The variable an uninitialised read yields: one for each function and variable, the same on both sides, 64 bits wide
// of which the read takes the low ones. (The interpreter takes it from Scenario::undefined.)
Term undefined_value(Terms& terms, const std::string& function, const std::string& variable);

// Requires: validate(program) is empty; `initial` names every cell, in its width.
Execution execute(Terms& terms, const ir::Program& program, const CellTerms& initial, HookPolicy& policy);

}  // namespace entryproof::checker
