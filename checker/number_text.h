// SPDX-License-Identifier: MIT
// How a number is written for people, by what it is the value of: nr -1, request PTRACE_SYSCALL, x0 -ENOSYS, pc 0x1004.
#pragma once

#include "model/ir/expression.h"

#include <cstdint>
#include <string>

namespace entryproof::checker {

// `name` is a field, an answer or a cell; what stands before its last dot does not count.
std::string number_text(const std::string& name, std::uint64_t value, ir::Width width);

// Without symbolic names, as a debugger would print it: status 133, x0 -38.
std::string plain_number_text(const std::string& name, std::uint64_t value, ir::Width width);

// "SIGTRAP", "signal 40"
std::string signal_name(std::uint64_t number);

// "SIGTRAP, SIGKILL": bit N-1 for signal N.
std::string signal_set(std::uint64_t bits);

}  // namespace entryproof::checker
