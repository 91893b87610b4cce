// SPDX-License-Identifier: MIT
// One call for two functions that do nearly the same, so that a hook below them is one place in the program, not two.
#pragma once

#include "model/ir/builder.h"
#include "model/ir/program.h"

#include <string>

namespace entryproof::environment {

// Adds to `body` what means: if (condition) then_function(); else else_function();
// Both must be without parameters and result. Calls that stand in both in the same order are made once, with arguments
// chosen by the condition; two different such functions become one of both names, added to `program`. What cannot be
// put together stays as it is, each under its condition.
void call_either(ir::Program& program, ir::BodyBuilder& body, const ir::ExpressionRef& condition,
                 const std::string& then_function, const std::string& else_function);

}  // namespace entryproof::environment
