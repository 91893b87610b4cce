// SPDX-License-Identifier: MIT
// The kinds of failure, never confused: bad input, unsupported construct, our bug. (Undecided is a value, see
// result.h.)
#pragma once

#include <stdexcept>
#include <string>

namespace entryproof::checker {

// Something a person wrote cannot be read. Printed once by main as "file:line:column: message". Exit 2, or 1 when it is
// part of the command line (`is_usage`).
class InputError : public std::runtime_error {
public:
    InputError(std::string file, unsigned line, unsigned column, const std::string& message, std::string hint = "")
        : std::runtime_error(message), file(std::move(file)), line(line), column(column), hint(std::move(hint)) {}
    std::string file;
    unsigned line;    // 1-based; 0: not known
    unsigned column;  // 1-based; 0: not known
    std::string hint;
    bool is_usage = false;
};

// We are wrong. Exit 6.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

// Alive in every build type. `why` says why it must hold.
inline void check(bool condition, const char* why) {
    if (!condition) throw InternalError(why);
}

}  // namespace entryproof::checker
