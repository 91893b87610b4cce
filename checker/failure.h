// SPDX-License-Identifier: MIT
// What stopped a run, said once: where, what, and what to do about it.
#pragma once

#include "checker/exit_code.h"

#include <exception>
#include <string>

namespace entryproof::checker {

struct Failure {
    ExitCode exit = ExitCode::internal;
    std::string message;
    std::string hint;
    std::string file;     // empty: no file
    unsigned line = 0;    // 0: not known
    unsigned column = 0;  // 0: not known
};

Failure describe(const std::exception_ptr& error);

// "entryproof: file:line:column: message", the source line with a caret where it can be read, and the hint.
std::string failure_text(const Failure& failure);

}  // namespace entryproof::checker
