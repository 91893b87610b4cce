// SPDX-License-Identifier: MIT
// What every path is held to: statements about the events of one syscall, each as data, so that an engine that knows
// nothing of it can prove it, refute it or try it on one concrete run.
//
// A statement speaks of the state a syscall starts with, of the state it ends with, and of events in their order:
//
//   every("x", {"exit_stop"}, some("e", {"entry_stop"}, before("e", "x")))
//
// Events are named by their hook (`entryproof list hooks`) or by the call of a kernel function that nobody observes
// (probes()). Conditions inside a statement are expressions of model/ir; start(), final(), shows() and does() read.
#pragma once

#include "model/ir/expression.h"
#include "model/kernel/arch.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace entryproof::spec {

struct Statement;
using StatementRef = std::shared_ptr<const Statement>;

// A condition, 1 bit, over what the functions below read.
struct Holds {
    ir::ExpressionRef condition;
};

struct Not {
    StatementRef operand;
};

// All of them, or any of them. All of none is true, any of none is false.
struct Join {
    bool all;
    std::vector<StatementRef> operands;
};

// The first event comes before the second; both are bound by Quantified. No event comes before itself.
struct Before {
    std::string earlier;
    std::string later;
};

// For every, or some, event of these hooks, called `variable` inside.
struct Quantified {
    bool every;
    std::string variable;
    std::vector<std::string> hooks;
    StatementRef body;
};

struct Statement {
    std::variant<Holds, Not, Join, Before, Quantified> node;
};

// The value of a cell as the syscall starts, and as the run ends. A cell that a program lacks is 0 there.
ir::ExpressionRef start(const std::string& cell);
ir::ExpressionRef final(const std::string& cell);
// A field that the event shows, hidden ones included, and an answer that its actor gave. An event that lacks it is our
// bug: whoever evaluates it says so.
ir::ExpressionRef shows(const std::string& event, const std::string& field, ir::Width width);
ir::ExpressionRef does(const std::string& event, const std::string& answer, ir::Width width = 1);

// What such a read means, taken apart again.
struct Reading {
    enum class Of { start, final, shown, done } of;
    std::string event;  // bound variable; of shown and done
    std::string name;   // of the cell, the field or the answer
};
Reading reading(const std::string& place);

StatementRef holds(ir::ExpressionRef condition);
StatementRef negated(StatementRef operand);
StatementRef all(std::vector<StatementRef> operands);
StatementRef any(std::vector<StatementRef> operands);
StatementRef implies(StatementRef premise, StatementRef conclusion);
StatementRef before(const std::string& earlier, const std::string& later);
StatementRef every(const std::string& variable, std::vector<std::string> hooks, StatementRef body);
StatementRef some(const std::string& variable, std::vector<std::string> hooks, StatementRef body);
StatementRef happens(std::vector<std::string> hooks);
StatementRef never(std::vector<std::string> hooks);
// No event of these hooks before `event`, after it, and between the two.
StatementRef none_before(std::vector<std::string> hooks, const std::string& event);
StatementRef none_after(std::vector<std::string> hooks, const std::string& event);
StatementRef none_between(std::vector<std::string> hooks, const std::string& earlier, const std::string& later);

// A kernel function whose call, or return, is an event for statements though nobody observes it. The event shows the
// state in roles: nr (32 bits), result, arg0 .. arg5, pc, pending, rseq_memory (64), in_syscall (the audit context's
// mark, 1), x7 on arm64; the parameters by their names; and, of a return, `returned`.
struct Probe {
    std::string function;
    bool at_return;
    std::string hook() const { return (at_return ? "return of " : "call of ") + function; }
};
const std::vector<Probe>& probes();

struct Property {
    std::string id;        // P1
    std::string name;      // entry-stop-first
    std::string sentence;  // what is promised
    std::string source;    // where that is written
    StatementRef premise;  // runs that it is about; impossible: vacuous
    StatementRef claim;    // holds in each of these
    // It needs the signals behind the exit work, of which arm64 alone has a model.
    bool delivers_signals = false;
    std::vector<std::string> events = {};  // probes that it cannot do without
    bool reads_body_arguments = false;     // argument 0 as the body gets it
    std::string not_covered = {};          // why it cannot be said in one syscall; then there is no claim
};

// Of this architecture, in the order of printing.
std::vector<Property> properties(const kernel::Arch& arch);

}  // namespace entryproof::spec
