// SPDX-License-Identifier: MIT
// DIR[+OVERLAY][:ARCH], what follows "tree:" in a PATH.
#pragma once

#include <string>

namespace entryproof::checker {

struct TreeName {
    std::string folder;
    std::string overlay;  // empty: the tree as it is
    std::string arch = "arm64";
};

// What follows the last colon counts as the architecture only if it is one, and what follows a plus sign as the overlay
// only if no folder has the whole name: a folder's name may hold both. Of several plus signs the last one counts that
// has a folder before it.
TreeName tree_name(const std::string& text);

// Throws InputError: no such folder, no kernel tree; `path` is the whole PATH.
void require_tree(const TreeName& name, const std::string& path);

}  // namespace entryproof::checker
