// SPDX-License-Identifier: MIT
// DIR[+OVERLAY][:ARCH], what follows "tree:" in a PATH, and REPO@REV[+OVERLAY][:ARCH], what follows "git:".
#pragma once

#include "model/lift/source_tree.h"

#include <memory>
#include <string>

namespace entryproof::checker {

struct TreeName {
    std::string folder;
    std::string overlay;  // empty: the tree as it is
    std::string arch = "arm64";
    std::string revision = {};  // of the git repository in `folder`; empty: a folder
};

// What follows the last colon counts as the architecture only if it is one, and what follows a plus sign as the overlay
// only if no folder has the whole name: a folder's name may hold both. Of several plus signs the last one counts that
// has a folder before it.
TreeName tree_name(const std::string& text);

// The same for git: the last at sign that has a folder before it ends the repository's name, and what follows a plus
// sign is the overlay only if it is a folder: a revision's name may hold one.
TreeName git_name(const std::string& text);

// Throws InputError: no such folder, no kernel tree; `path` is the whole PATH.
void require_tree(const TreeName& name, const std::string& path);

// The files that a name stands for, without its overlay. InputError: no such folder, repository or revision, or no
// kernel tree; `path` is the whole PATH.
std::unique_ptr<lift::SourceTree> source_tree(const TreeName& name, const std::string& path);

// "DIR" or "REPO@REV": what is put before a file's name.
std::string place_name(const TreeName& name);

}  // namespace entryproof::checker
