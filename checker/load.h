// SPDX-License-Identifier: MIT
// From a PATH on the command line to a program: built in, or lifted from a kernel tree.
#pragma once

#include "model/ir/program.h"
#include "model/lift/lift.h"

#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

struct LoadedPath {
    std::string name;       // as given: legacy, tree:linux-7.3:arm64
    std::string pair_name;  // for declared differences: the built-in name, or "tree:arm64" for any tree of that arch,
                            // "tree+overlay:arm64" for any with an overlay
    std::string origin;     // "built-in, Linux 7.3", or "lifted from linux 7.3.4, 14 functions, sha256 ..."
    ir::Program program;    // the path without its environment, validated
    std::optional<lift::Lifted> lifted;
    std::vector<std::string> notes;
    std::string tree = {};  // folder and architecture of what was lifted, without overlay; empty: built in
    // differences.toml of the overlay: what is declared between the tree and the tree with the overlay.
    std::string differences_file = {};  // empty: none
    std::string differences_text = {};
};

// What was lifted from some tree, as a path called `name`. Throws lift::LiftError: it is not whole.
LoadedPath path_of(const std::string& name, const std::string& arch, lift::Lifted lifted);

// PATH: legacy | generic | generic-permit | series:NN | series-fixed:NN | tree:DIR[+OVERLAY][:ARCH] |
// git:REPO@REV[+OVERLAY][:ARCH] (see tree_name.h). Throws InputError: unknown path (is_usage, with the nearest known
// name), tree unreadable, not liftable.
LoadedPath load_path(const std::string& path);

}  // namespace entryproof::checker
