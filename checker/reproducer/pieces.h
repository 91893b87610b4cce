// SPDX-License-Identifier: MIT
// The part of every reproducer that is the same: C texts, compiled in from checker/reproducer/runtime/*.c by the build
// (cmake/embed.cmake), byte for byte. runtime/README.md says how they are put together.
#pragma once

#include <string_view>
#include <vector>

namespace entryproof::checker::reproducer {

struct Piece {
    std::string_view name;  // tracer.c
    std::string_view text;
};

const std::vector<Piece>& embedded_runtime();

}  // namespace entryproof::checker::reproducer
