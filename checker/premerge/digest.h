// SPDX-License-Identifier: MIT
// SHA-256: names of what nobody could make collide on purpose.
#pragma once

#include <string>

namespace entryproof::checker::premerge {

// 64 hexadecimal digits.
std::string sha256(const std::string& bytes);

}  // namespace entryproof::checker::premerge
