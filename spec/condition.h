// SPDX-License-Identifier: MIT
// Conditions that people write: `--assume EXPR` and the condition of a declared difference.
//
//   task.emu && !exit.step || exit_stop.request == PTRACE_SYSCALL
//
// Operators ! == != < <= > >= && || and parentheses, C's precedence; < and friends are unsigned. A name alone means
// "not zero". Numbers are decimal, 0x..., or a name in the constants of the vocabulary (PTRACE_SYSCALL, -1 is written
// -1).
#pragma once

#include "model/ir/expression.h"

#include <cstdint>
#include <map>
#include <string>

namespace entryproof::spec {

struct ConditionVocabulary {
    std::map<std::string, ir::Width> names;          // what may be read, with its width
    std::map<std::string, std::uint64_t> constants;  // PTRACE_CONT, SIGKILL, ...
};

// Says where (0-based offset in the text) and why a condition cannot be read; for an unknown name the message names the
// nearest known one.
struct ConditionError {
    unsigned offset;
    std::string message;
};

// A 1-bit expression over Reads of names in the vocabulary. Throws ConditionError.
ir::ExpressionRef parse_condition(const std::string& text, const ConditionVocabulary& vocabulary);

}  // namespace entryproof::spec
