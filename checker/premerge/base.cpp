// SPDX-License-Identifier: MIT
#include "checker/premerge/base.h"

#include "checker/error.h"
#include "checker/premerge/patched_tree.h"
#include "checker/tree_name.h"

#include <optional>

namespace entryproof::checker::premerge {

namespace {

constexpr std::size_t most_tags = 3;

// Empty: every patch applies.
std::string what_does_not_apply(const PostedSeries& series, const lift::SourceTree& tree) {
    PatchedTree patched(tree);
    for (const PostedPatch& patch : series.patches) {
        try {
            patched.apply(parse_diff(patch.diff));
        } catch (const PatchError& error) {
            return "patch " + std::to_string(patch.number) + ": " + error.what();
        }
    }
    return "";
}

std::shared_ptr<const lift::SourceTree> kernel_tree(const GitRepository& repository, const std::string& revision,
                                                    const std::string& arch) {
    auto tree = std::make_shared<GitTree>(repository.tree(revision));
    if (!tree->read("arch/" + arch + "/Kconfig")) return nullptr;
    return tree;
}

}  // namespace

Base tree_base(const std::string& folder, const std::string& arch) {
    TreeName name;
    name.folder = folder;
    name.arch = arch;
    Base base;
    base.name = folder;
    base.tree = source_tree(name, folder);
    return base;
}

Base git_base(const GitRepository& repository, const std::string& revision, const PostedSeries& series,
              const std::string& arch, const std::vector<std::string>& tracked) {
    std::vector<std::string> revisions;
    if (!revision.empty()) {
        revisions.push_back(revision);
    } else {
        revisions = tracked;
        if (!series.base_commit.empty()) revisions.push_back(series.base_commit);
        revisions.push_back("HEAD");
        for (const std::string& tag : repository.youngest_tags(most_tags)) revisions.push_back(tag);
    }
    Base base;
    std::optional<Base> second_best;
    for (const std::string& one : revisions) {
        base.attempts.push_back({one, "", false});
        std::string& outcome = base.attempts.back().outcome;
        const std::optional<std::string> commit = repository.commit(one);
        if (!commit) {
            outcome = "not in this repository";
            continue;
        }
        base.tree = kernel_tree(repository, one, arch);
        base.name = repository.folder() + "@" + one;
        base.commit = *commit;
        if (!base.tree) {
            outcome = "no kernel tree with arch/" + arch;
            continue;
        }
        outcome = what_does_not_apply(series, *base.tree);
        base.attempts.back().is_taken = outcome.empty();
        if (outcome.empty()) {
            outcome = "every patch applies";
            return base;
        }
        if (!second_best) second_best = base;
    }
    if (!second_best)
        throw InputError(
            repository.folder(), 0, 0,
            "no base for the series: " + base.attempts.front().revision + ": " + base.attempts.front().outcome,
            "name one with --base");
    const std::size_t taken = second_best->attempts.size() - 1;
    second_best->attempts = base.attempts;
    second_best->attempts[taken].is_taken = true;
    return *second_best;
}

}  // namespace entryproof::checker::premerge
