// SPDX-License-Identifier: MIT
// The hand-built paths, by name.
#pragma once

#include "model/ir/program.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::paths {

struct PathInfo {
    std::string name;
    std::string description;
    std::string release;  // of the kernel it stands for: "7.3"
};

// legacy, legacy-6.1, legacy-6.12, generic, generic-permit.
const std::vector<PathInfo>& built_in_paths();

// A path without its environment: everything kernel::path_functions() asks for. Nothing when the name is unknown.
std::optional<ir::Program> built_in_path(const std::string& name);

}  // namespace entryproof::paths
