// SPDX-License-Identifier: MIT
// What every program must satisfy before anything is executed or proved from it:
// every name resolves, widths agree, labels enclose their Leave, calls match their callee (arguments, result, by
// reference without aliasing), hooks have unique names, there is no recursion, a function that returns a value ends in
// Return or Halt on every way through, and the entry exists and takes nothing.
#pragma once

#include "model/ir/program.h"

namespace entryproof::ir {

struct Flaw {
    std::string function;
    Source source;
    std::string message;
};

// All flaws, in order of function name and position. Empty: the program is valid.
std::vector<Flaw> validate(const Program& program);

}  // namespace entryproof::ir
