// SPDX-License-Identifier: MIT
// Statements, functions and programs of the step language.
//
// A program is a set of functions over named cells (the state of one task) and their own locals.
// 1. Control flow is structured: If, Block with Leave, Call, Return, Halt. There is no loop and no recursion, so every
//    run ends and executing a program gives one formula.
// 2. Only Hook touches the world: it shows an event to an observer and then takes the answer of an actor.
// 3. Names: a local shadows nothing; a cell's name holds a dot or starts with a capital (kernel option), so that the
// two
//    cannot be confused.
#pragma once

#include "model/ir/expression.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace entryproof::ir {

// Where a statement comes from. Lifted: file, line and column (1-based) in the tree. Hand-built: line and column 0 and
// `function` and `version` name the kernel function it stands for.
struct Source {
    std::string file;      // arch/arm64/kernel/syscall.c
    std::string function;  // el0_svc_common
    std::string version;   // 7.3
    unsigned line = 0;
    unsigned column = 0;
};

// "file:line" when lifted, else "file:function@version".
std::string to_string(const Source& source);

struct Statement;
using Body = std::vector<Statement>;

// place (a local or a cell) := value, of equal width.
struct Assign {
    std::string place;
    ExpressionRef value;
};

struct If {
    ExpressionRef condition;  // 1 bit
    Body then_body;
    Body else_body;
};

// Runs its body; Leave{label} inside it goes to the statement after it. Labels are unique in a function.
struct Block {
    std::string label;
    Body body;
};

struct Leave {
    std::string label;
};

// An argument is a value, or the name of a local or cell passed by reference. By reference means: copied in (defined or
// not) and copied out at the return, so one place must not be passed twice, nor be a cell that the callee touches.
struct Argument {
    ExpressionRef value;    // null when by reference
    std::string reference;  // empty when by value
};

struct Call {
    std::string function;
    std::vector<Argument> arguments;
    std::string result;  // place that takes the value returned; empty: dropped
};

// Ends the function. `value` is null exactly when the function returns nothing.
struct Return {
    ExpressionRef value;
};

// Ends the run: the task never comes back from here (do_exit).
struct Halt {};

// How an actor comes to its answer, which decides when the two sides of a comparison get the same one.
enum class Sharing {
    history,  // same answer when the actor has seen the same events so far, this one included
    function  // same answer whenever the event and the context are equal (a filter, the syscall body, the rseq judge)
};

struct Field {
    std::string name;
    ExpressionRef value;
    // Shown to the observer, and so compared. A field that is not shown only feeds the answer of a `function` actor.
    bool shown = true;
};

struct Answer {
    std::string name;   // unique in its hook
    std::string place;  // local or cell that takes it; the width is the place's
};

// One event and its answer: `fields` are evaluated, the event is shown to `observer`, then every place in `answers` is
// set to what the actor answers. An empty observer means that nobody sees it: only the answer matters.
struct Hook {
    std::string name;      // unique over the program: the hook's identity, e.g. "entry_stop"
    std::string observer;  // "tracer", "seccomp", ...; who sees it; also names the history for Sharing::history
    std::string kind;      // what it is called in a story and in a declared difference, e.g. "exit stop"
    std::vector<Field> fields;
    std::vector<Answer> answers;
    Sharing sharing = Sharing::history;
};

struct Statement {
    std::variant<Assign, If, Block, Leave, Call, Return, Halt, Hook> node;
    Source source;
};

struct Parameter {
    std::string name;
    Width width;
    bool by_reference = false;
};

struct Local {
    std::string name;
    Width width;
};

// Locals hold no value when the function is entered; parameters do, unless passed by reference without one.
struct Function {
    std::string name;
    std::vector<Parameter> parameters;
    std::vector<Local> locals;
    Width result = 0;  // 0: returns nothing
    Body body;
    Source source;
};

// A cell of the task's state. Every cell starts with an arbitrary value, the same on both sides of a comparison.
struct Cell {
    std::string name;  // the kernel's spelling: regs.orig_x0, thread_info.flags
    Width width;
    std::string meaning;
};

// One named bit of a flag word, and a mask with the bits it is said to hold: what `layout.distinct` and `layout.mask`
// are about. `source` is where the number is defined.
struct FlagBit {
    std::string name;  // TIF_SYSCALL_TRACE
    std::string word;  // thread_info.flags
    unsigned bit;
    Source source;
};

struct FlagMask {
    std::string name;  // _TIF_SYSCALL_WORK
    std::string word;
    std::uint64_t value;
    std::vector<std::string> members;  // names of FlagBits it is said to hold, no more and no fewer
    Source source;
};

struct Program {
    std::string name;   // legacy, generic, tree:...:arm64
    std::string entry;  // function the run starts with
    std::map<std::string, Cell> cells;
    std::map<std::string, Function> functions;
    std::vector<FlagBit> flag_bits;
    std::vector<FlagMask> flag_masks;
};

// Copies cells, functions, bits and masks of `other` into `program`. A cell present in both must have the same width
// and a function must not be in both: std::invalid_argument names the one that is.
void link(Program& program, const Program& other);

}  // namespace entryproof::ir
