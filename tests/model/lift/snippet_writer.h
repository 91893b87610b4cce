// SPDX-License-Identifier: MIT
// Random C functions of the subset that is lifted, as kernel code uses it: every integer type, conversions, side
// effects in every place where C orders them, structured and unstructured control flow, macros, helpers, enumerations,
// the task's structures.
//
// Nothing is undefined or unspecified as the kernel compiles it (-fwrapv -funsigned-char): shift amounts are masked,
// divisors are positive constants, locals are initialised, and a place that an expression writes is read in it only
// where C says which comes first.
#pragma once

#include "model/ir/expression.h"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace entryproof::snippet {

struct Kind {
    std::string name;
    ir::Width width;
    bool is_signed;
};

struct Snippet {
    std::string name;
    std::string text;  // macros, enumerations, helpers, and last the function itself
    Kind result;
    std::vector<Kind> parameters;  // behind the pointers to the task's structures
};

// What stands before every snippet, for the lifter and for a compiler.
extern const char* const declarations;
// What a compiler needs besides: the kernel's types, annotations and bit primitives.
extern const char* const compiler_prelude;

// The fields that snippets read and write, with their cells.
struct Field {
    std::string text;  // regs->orig_x0
    std::string cell;
    Kind kind;
};
const std::vector<Field>& fields();

Snippet random_snippet(std::mt19937_64& random, unsigned number);

}  // namespace entryproof::snippet
