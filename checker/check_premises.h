// SPDX-License-Identifier: MIT
// What a check assumes: what every run assumes (checker/premises.h), and what is said about cells that few programs
// have.
#pragma once

#include "checker/premises.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// With them, where the program has such a thing: I5, the latch of user dispatch is clear when a syscall starts, and
// x32-table, the size of x86's x32 table is below the bit that marks its numbers.
// Throws InputError (is_usage): an assumption that there is not, a condition that cannot be read.
Premises check_premises(Terms& terms, const CellTerms& initial, const std::vector<std::string>& assume,
                        const std::vector<std::string>& dropped);

}  // namespace entryproof::checker
