// SPDX-License-Identifier: MIT
// C's types as far as the path needs them, and C's conversions between integers, exactly.
//
// There is no memory: a pointer is either one of the task's own structures (known, needs no value), or a value that is
// only tested, or stands for one local or cell, or for the table of system calls.
#pragma once

#include "model/lift/fold.h"

#include <string>

namespace entryproof::lift {

struct Type {
    enum class Kind {
        nothing,
        integer,
        task_pointer,     // to a structure of the task; `structure` is empty for void *
        place_pointer,    // to an integer: one local or cell, or an array of them
        syscall_pointer,  // to a system call: its number in the table, and which table
        syscall_table     // of system calls: 1 bit, the one for 32-bit tasks
    };
    Kind kind = Kind::nothing;
    ir::Width width = 0;     // of an integer, or of what a place_pointer points to
    bool is_signed = false;  // 1-bit integers are bool
    std::string structure;

    bool is_integer() const { return kind == Kind::integer; }
    bool is_bool() const { return kind == Kind::integer && width == 1; }
};

Type integer(ir::Width width, bool is_signed);
Type boolean();
Type task_pointer(std::string structure);
Type syscall_table();

// A value of a type. A task_pointer without expression is not NULL.
struct Value {
    Type type;
    ir::ExpressionRef expression;
    std::string place;      // of a place_pointer
    bool is_array = false;  // the place_pointer names an array: place[0], place[1], ...
};

Value int_value(std::int64_t value);
Value truth_value(ir::ExpressionRef condition);  // a 1-bit condition as C's int

// Conversions between integers (and of syscall pointers to themselves). Require is_integer on both.
ir::ExpressionRef converted(const Value& value, const Type& type);
Type promoted(const Type& type);
Type common_type(const Type& left, const Type& right);

}  // namespace entryproof::lift
