// SPDX-License-Identifier: MIT
// One state of the tree within a series: what lifting it gave, and which files it asked for.
#pragma once

#include "checker/load.h"
#include "checker/premerge/patched_tree.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

// Keeps what was read of a base: every state asks for nearly the same files.
class KeptTree : public lift::SourceTree {
public:
    explicit KeptTree(const lift::SourceTree& base) : base_(base) {}
    std::optional<std::string> read(const std::string& path) const override;

private:
    const lift::SourceTree& base_;
    mutable std::map<std::string, std::optional<std::string>> files_;
};

struct State {
    std::optional<LoadedPath> path;  // nothing: it cannot be lifted
    std::set<std::string> asked;     // files that lifting asked for, there or not
    std::string digest;              // of the text of all these: what the state is made of, besides the architecture
    // Why it cannot be lifted.
    std::string reason;
    std::string place;  // "file:line:column"
    std::string hint;
};

State lifted_state(const PatchedTree& tree, const std::string& name, const std::string& arch);

// Functions whose text is not the same, that are new or gone; by name.
std::vector<std::string> changed_functions(const State& before, const State& after);

}  // namespace entryproof::checker::premerge
