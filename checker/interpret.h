// SPDX-License-Identifier: MIT
// The concrete interpreter: runs a program on numbers and records what every observer sees.
//
// It is the second, simpler way of computing what the symbolic executor computes, and replays every counterexample; it
// shares no code with the executor beyond the IR. Answers are asked for only when the run reaches the hook.
#pragma once

#include "model/ir/program.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace entryproof::checker {

using Values = std::map<std::string, std::uint64_t>;

struct FieldValue {
    std::string name;
    std::uint64_t value;
    ir::Width width;
    bool shown;
};

// One hook call of a run. An uninitialised read is an event too: observer "undefined", kind "uninitialised read",
// with the function and the variable in `subject` and no fields.
struct Event {
    std::string hook;
    std::string observer;  // empty: seen by nobody
    std::string kind;
    std::string subject;
    std::vector<FieldValue> fields;
    std::vector<FieldValue> answers;
    ir::Sharing sharing = ir::Sharing::history;
    ir::Source source;                   // of the Hook statement
    std::vector<ir::Source> call_chain;  // of the Call statements that led there, outermost first
};

// Where answers come from.
class Oracle {
public:
    virtual ~Oracle() = default;
    // The value of answer `name` (of `width` bits; the rest is cut off) of the hook call `event`, whose fields and
    // earlier answers are filled in. `occurrence` counts calls of this hook in this run from 0.
    virtual std::uint64_t answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width width) = 0;
    // The arbitrary value of an uninitialised read.
    virtual std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) = 0;
};

// Looks on while a run goes its way, and changes nothing.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void enters(const ir::Function& function) = 0;
    virtual void leaves(const ir::Function& function) = 0;
    virtual void reads(const std::string& place) = 0;  // a local or cell, once for each evaluation
    virtual void decides(const ir::Expression& condition) = 0;
    virtual void happens(const Event&) {}  // once it is complete
};

struct Run {
    std::vector<Event> events;  // in order
    Values initial;             // every cell, as the run started
    Values final;               // every cell, as it ended
    bool halted = false;        // ended in Halt
};

// Requires: validate(program) is empty. Cells that `initial` does not name start as 0; a name in `initial` that is no
// cell is std::invalid_argument.
Run interpret(const ir::Program& program, const Values& initial, Oracle& oracle, Watcher* watcher = nullptr);

}  // namespace entryproof::checker
