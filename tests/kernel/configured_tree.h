// SPDX-License-Identifier: MIT
// A kernel tree that was configured and built for arm64, as the lab keeps one: what a changed file compiles to.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace entryproof::configured_tree {

enum class Compared { same, differs, does_not_compile, undecided };

class ConfiguredTree {
public:
    // ENTRYPROOF_CONFIGURED_TREE, or a tree of this version among the lab's kernels in ENTRYPROOF_CACHE (.cache).
    explicit ConfiguredTree(const std::string& version);
    ~ConfiguredTree();
    ConfiguredTree(const ConfiguredTree&) = delete;

    // The objects of both texts of a file, byte by byte; of a header: those of the files of the path that include it.
    // Undecided: there is no tree, or the file is not compiled in it.
    Compared compare(const std::string& file, const std::string& before, const std::string& after) const;

private:
    std::string folder_;  // empty: none
    std::string scratch_;
    mutable std::map<std::string, std::string> originals_;  // by unit: the object of the unchanged text
};

}  // namespace entryproof::configured_tree
