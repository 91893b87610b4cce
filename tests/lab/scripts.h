// SPDX-License-Identifier: MIT
// The scripts that people wrote: tests/lab/scripts/*.toml.
#pragma once

#include "checker/script.h"

#include <string>
#include <vector>

namespace entryproof::lab {

struct NamedScript {
    std::string name;  // of the file, without .toml
    checker::Script script;
};

// In the order of their names; those whose name begins with `prefix`. None is an error.
std::vector<NamedScript> read_scripts(const std::string& prefix = "");
std::vector<checker::Script> bare(const std::vector<NamedScript>& scripts);

}  // namespace entryproof::lab
