// SPDX-License-Identifier: MIT
// What a caller needs to know of a function that is being or has been lifted.
#pragma once

#include "model/lift/c_type.h"
#include "model/lift/condition.h"
#include "model/lift/flow.h"
#include "model/lift/unit.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::lift {

struct ParameterInfo {
    std::string name;
    Type type;
    std::string place;                      // in the IR; an array's elements are place[0], place[1], ...
    unsigned elements = 0;                  // of an array passed by reference; 0: one place
    std::string structure;                  // what a void * is converted to inside, if it is
    bool is_unused = false;                 // a pointer to another structure that the body does not name
    bool is_walked = false;                 // an array that is read or written as *p++
    std::optional<std::uint64_t> constant;  // specialised on this argument
    bool is_constant = false;               // const in C

    bool is_by_value() const {
        return type.is_integer() || type.kind == Type::Kind::syscall_pointer || type.kind == Type::Kind::syscall_table;
    }
    bool is_dropped() const { return type.kind == Type::Kind::task_pointer; }
};

struct FunctionInfo {
    std::string ir_name;
    std::vector<ParameterInfo> parameters;
    Type result;
    bool is_pure = true;                                            // writes no cell, calls no hook
    Conditions::Id domain = Conditions::never;                      // when there is such a function
    std::map<std::string, std::optional<Flow::Values>> out_values;  // of places passed by reference
    std::map<std::string, bool> may_leave_unassigned;
};

// The constant arguments of a call, by position.
using ConstantArguments = std::vector<std::optional<std::uint64_t>>;

// Something inside needs a number where it has a parameter: lift again for the constant of the call.
struct NeedsConstant {
    FileId file;
    Offset at;
    std::string reason;
};

}  // namespace entryproof::lift
