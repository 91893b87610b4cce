// SPDX-License-Identifier: MIT
// Whether two programs are the same program: every function, statement and expression alike. Structure against
// structure, so that no ambiguity of a printed form and no collision of a hash can make two programs one.
#pragma once

#include "model/ir/program.h"

namespace entryproof::ir {

// Names of the programs, places in the source and the meanings of cells do not count; names of locals do.
bool same_steps(const Program& left, const Program& right);
bool same_steps(const Function& left, const Function& right);

// Numbers of the flags and members of the masks, in order.
bool same_layout(const Program& left, const Program& right);

bool same_expression(const Expression& left, const Expression& right);

}  // namespace entryproof::ir
