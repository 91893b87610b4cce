// SPDX-License-Identifier: MIT
// SHA-256: names of what nobody could make collide on purpose.
#pragma once

#include <string>

namespace entryproof::checker {

// 64 hexadecimal digits.
std::string sha256(const std::string& bytes);
// The same digest as 44 characters of base64, as pages name their scripts.
std::string sha256_base64(const std::string& bytes);
// The same of a file of any size; InternalError when it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace entryproof::checker
