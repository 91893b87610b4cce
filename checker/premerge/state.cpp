// SPDX-License-Identifier: MIT
#include "checker/premerge/state.h"

#include "checker/digest.h"

namespace entryproof::checker::premerge {

namespace {

// Tells which files were asked for, and refuses those that are no text any more.
class WatchedTree : public lift::SourceTree {
public:
    WatchedTree(const PatchedTree& tree, std::set<std::string>& asked) : tree_(tree), asked_(asked) {}

    std::optional<std::string> read(const std::string& path) const override {
        asked_.insert(path);
        const auto found = tree_.opaque().find(path);
        if (found != tree_.opaque().end())
            throw lift::LiftError(path, 0, 0, "", "the series makes it " + found->second, "only text can be lifted");
        return tree_.read(path);
    }

private:
    const PatchedTree& tree_;
    std::set<std::string>& asked_;
};

// Each part has its length before it, or says that there is nothing.
std::string digest_of(const PatchedTree& tree, const std::set<std::string>& asked) {
    std::string all;
    for (const std::string& path : asked) {
        const std::optional<std::string> text = tree.opaque().count(path) != 0 ? std::nullopt : tree.read(path);
        all += std::to_string(path.size()) + ":" + path + (text ? sha256(*text) : "nothing");
    }
    return sha256(all);
}

std::string place_of(const lift::LiftError& error) {
    std::string place = error.file;
    if (error.line != 0) place += ":" + std::to_string(error.line);
    if (error.line != 0 && error.column != 0) place += ":" + std::to_string(error.column);
    return place;
}

}  // namespace

std::optional<std::string> KeptTree::read(const std::string& path) const {
    const auto found = files_.find(path);
    if (found != files_.end()) return found->second;
    return files_[path] = base_.read(path);
}

State lifted_state(const PatchedTree& tree, const std::string& name, const std::string& arch) {
    State state;
    try {
        state.path = path_of(name, arch, lift::lift({arch, name}, WatchedTree(tree, state.asked)));
    } catch (const lift::LiftError& error) {
        state.reason = error.construct.empty() ? error.reason : "'" + error.construct + "': " + error.reason;
        state.place = place_of(error);
        state.hint = error.hint;
    }
    state.digest = digest_of(tree, state.asked);
    return state;
}

std::vector<std::string> changed_functions(const State& before, const State& after) {
    std::map<std::string, std::string> hashes;
    for (const lift::LiftedFunction& function : before.path->lifted->functions) hashes[function.name] = function.hash;
    std::set<std::string> changed;
    for (const lift::LiftedFunction& function : after.path->lifted->functions) {
        const auto found = hashes.find(function.name);
        if (found == hashes.end() || found->second != function.hash) changed.insert(function.name);
        if (found != hashes.end()) hashes.erase(found);
    }
    for (const auto& [name, hash] : hashes) changed.insert(name);
    return {changed.begin(), changed.end()};
}

}  // namespace entryproof::checker::premerge
