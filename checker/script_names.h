// SPDX-License-Identifier: MIT
// The names that scripts use, with their numbers: one table each.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace entryproof::checker {

using NumberedNames = std::vector<std::pair<std::string, std::uint64_t>>;

const NumberedNames& script_signals();   // SIGHUP 1 .. SIGSYS 31
const NumberedNames& script_options();   // TRACESYSGOOD 1, ...: PTRACE_O_* without the prefix
const NumberedNames& script_requests();  // CONT 7, ...: those that may start or resume the task
const NumberedNames& script_actions();   // ERRNO 0x50000, ...: SECCOMP_RET_* without the prefix

// The name of a number; std::invalid_argument when there is none.
const std::string& name_of(const NumberedNames& names, std::uint64_t number);

}  // namespace entryproof::checker
