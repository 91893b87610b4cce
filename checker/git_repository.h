// SPDX-License-Identifier: MIT
// A git repository that is only read: trees at a revision, ranges of commits, tags. The one file that sees libgit2.
//
// 1. Objects are read from the object store (loose, packed, alternates, that of a worktree's repository); nothing is
//    checked out, nothing is fetched and nothing is written.
// 2. What libgit2 cannot read (a missing object of a partial clone, SHA-256, somebody else's repository) is an
//    InputError with a hint.
#pragma once

#include "model/lift/source_tree.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

// One commit of a range as `git format-patch` would show it.
struct GitPatch {
    std::string commit;  // 40 hexadecimal digits
    std::string author;  // "Name <address>"
    std::string subject;
    std::string message;  // without the subject
    std::string diff;     // against its only parent
};

struct GitState;

// The files of one commit. Keeps its repository open.
class GitTree : public lift::SourceTree {
public:
    GitTree(std::shared_ptr<GitState> state, std::string commit);
    ~GitTree() override;
    GitTree(GitTree&&) noexcept;
    // Regular files only. InputError: an object that the repository names and does not hold.
    std::optional<std::string> read(const std::string& path) const override;
    const std::string& commit() const { return commit_; }

private:
    struct Root;
    std::shared_ptr<GitState> state_;
    std::string commit_;
    std::unique_ptr<Root> root_;
};

class GitRepository {
public:
    // `folder`: a work tree, a linked worktree, a bare repository or a .git folder. InputError: not one, or not
    // readable.
    explicit GitRepository(const std::string& folder);

    // The commit that `revision` names, as git rev-parse would have it; nothing when there is none.
    std::optional<std::string> commit(const std::string& revision) const;
    // Throws InputError instead.
    GitTree tree(const std::string& revision) const;
    // The commits of A..B, oldest first. InputError: not A..B, empty, or it holds a merge.
    std::vector<GitPatch> range(const std::string& text) const;
    // Tags of commits, the youngest commit first, at most `count`.
    std::vector<std::string> youngest_tags(std::size_t count) const;
    const std::string& folder() const { return folder_; }

private:
    std::string folder_;
    std::shared_ptr<GitState> state_;
};

}  // namespace entryproof::checker
