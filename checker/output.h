// SPDX-License-Identifier: MIT
// Writing results: a file is written whole or not at all, and a full disk is never silent.
#pragma once

#include <stdexcept>
#include <string>

namespace entryproof::checker {

// A result could not be written. Exit 3: the machine lacks the place for it; or 1 when the command line names a place
// where nothing can be written.
class OutputError : public std::runtime_error {
public:
    explicit OutputError(const std::string& message, bool is_usage = false)
        : std::runtime_error(message), is_usage(is_usage) {}
    bool is_usage;
};

// What can be known before the work is done: throws when `path` is a directory or its folder cannot be written to.
void require_writable(const std::string& path);

// Writes to a temporary file beside `path` and renames it; whatever stood there before stays until then. Devices and
// pipes are written to directly, links are followed.
void write_file(const std::string& path, const std::string& text);

void write_standard_output(const std::string& text);

}  // namespace entryproof::checker
