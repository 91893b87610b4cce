// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace entryproof::checker {

// The text of a file that a person named. InputError: there is none, it is a folder, it is too big.
std::string read_input_file(const std::string& path);

}  // namespace entryproof::checker
