// SPDX-License-Identifier: MIT
// The files that were compiled in, so that the executable needs no data folder at run time.
//
// Defined in source files that the build generates from spec/differences, expectations and changes (*.toml)
// (cmake/embed.cmake), in the order of their names, byte for byte. Nothing is parsed here.
#pragma once

#include <string_view>
#include <vector>

namespace entryproof::spec {

// One file: its name without a folder, and its whole text.
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

// Every spec/differences/*.toml of the source this was built from.
const std::vector<EmbeddedFile>& embedded_differences();

// Every spec/expectations/*.toml of it.
const std::vector<EmbeddedFile>& embedded_expectations();

// Every spec/changes/*.toml of it.
const std::vector<EmbeddedFile>& embedded_changes();

}  // namespace entryproof::spec
