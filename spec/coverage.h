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

}  // namespace entryproof::spec
