// SPDX-License-Identifier: MIT
// IR as text for people: `entryproof lift PATH --ir`. One statement a line, its source at the end of the line.
// The text is deterministic; it is not meant to be parsed back.
#pragma once

#include "model/ir/program.h"

namespace entryproof::ir {

std::string to_string(const Expression& expression);
std::string to_string(const Function& function);
std::string to_string(const Program& program);

}  // namespace entryproof::ir
