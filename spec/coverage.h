// SPDX-License-Identifier: MIT
// What a proof rests on and what it does not speak about, in sentences that every verdict carries.
#pragma once

#include <string>
#include <vector>

namespace entryproof::spec {

const std::vector<std::string>& not_covered();
const std::vector<std::string>& trusted();

// The one of not_covered() that induction over all transitions takes away.
const std::string& one_syscall_only();

// The sentence about others that does not count where they act between any two reads, and the one that stands for it.
const std::string& sleeping_others_only();
const std::string& interference_limits();

}  // namespace entryproof::spec
