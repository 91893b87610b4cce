// SPDX-License-Identifier: MIT
#include "checker/git_repository.h"

#include "checker/error.h"

#include <git2.h>

#include <algorithm>
#include <tuple>

namespace entryproof::checker {

namespace {

template <typename Type, void (*release)(Type*)>
struct Release {
    void operator()(Type* pointer) const { release(pointer); }
};
template <typename Type, void (*release)(Type*)>
using Owned = std::unique_ptr<Type, Release<Type, release>>;

using Repository = Owned<git_repository, git_repository_free>;
using Commit = Owned<git_commit, git_commit_free>;
using Tree = Owned<git_tree, git_tree_free>;
using Entry = Owned<git_tree_entry, git_tree_entry_free>;
using Blob = Owned<git_blob, git_blob_free>;
using Object = Owned<git_object, git_object_free>;
using Walk = Owned<git_revwalk, git_revwalk_free>;
using Diff = Owned<git_diff, git_diff_free>;

// libgit2 counts: as many starts as ends.
struct Library {
    Library() { git_libgit2_init(); }
    ~Library() { git_libgit2_shutdown(); }
};

std::string last_error() {
    const git_error* error = git_error_last();
    return error == nullptr || error->message == nullptr ? "libgit2 gives no reason" : error->message;
}

std::string hint_of(int code, const std::string& reason) {
    if (code == GIT_EOWNER)
        return "it belongs to somebody else: git config --global --add safe.directory, if you trust it";
    if (reason.find("object format") != std::string::npos || reason.find("extension") != std::string::npos ||
        reason.find("repository version") != std::string::npos)
        return "a kind of repository that libgit2 does not read (SHA-256?): use --tree with a checked-out tree";
    if (code == GIT_ENOTFOUND)
        return "the object is not here: a partial or shallow clone lacks it until git fetches it";
    return "";
}

[[noreturn]] void refuse(const std::string& folder, int code, const std::string& what) {
    const std::string reason = last_error();
    throw InputError(folder, 0, 0, what + ": " + reason, hint_of(code, reason));
}

std::string hexadecimal(const git_oid& id) {
    char digits[GIT_OID_HEXSZ + 1];
    git_oid_tostr(digits, sizeof digits, &id);
    return digits;
}

// Paths of ours are relative and clean; what is not cannot be in a tree.
bool is_clean(const std::string& path) {
    return !path.empty() && path.front() != '/' && path.find('\0') == std::string::npos;
}

}  // namespace

struct GitState {
    Library library;  // ends last
    std::string folder;
    Repository repository;
};

struct GitTree::Root {
    Tree tree;
};

GitTree::GitTree(std::shared_ptr<GitState> state, std::string commit)
    : state_(std::move(state)), commit_(std::move(commit)), root_(std::make_unique<Root>()) {
    git_oid id;
    git_oid_fromstr(&id, commit_.c_str());
    git_commit* found = nullptr;
    if (const int code = git_commit_lookup(&found, state_->repository.get(), &id)) {
        refuse(state_->folder, code, commit_);
    }
    const Commit owner(found);
    git_tree* tree = nullptr;
    if (const int code = git_commit_tree(&tree, owner.get())) refuse(state_->folder, code, "tree of " + commit_);
    root_->tree.reset(tree);
}

GitTree::~GitTree() = default;
GitTree::GitTree(GitTree&&) noexcept = default;

std::optional<std::string> GitTree::read(const std::string& path) const {
    if (!is_clean(path)) return std::nullopt;
    git_tree_entry* found = nullptr;
    const int code = git_tree_entry_bypath(&found, root_->tree.get(), path.c_str());
    if (code == GIT_ENOTFOUND) {
        // Two things are called so: a path that is not there, and a subtree that a partial clone lacks.
        if (last_error().find("object not found") != std::string::npos) refuse(state_->folder, code, path);
        return std::nullopt;
    }
    if (code != 0) refuse(state_->folder, code, path);
    const Entry entry(found);
    const git_filemode_t mode = git_tree_entry_filemode(entry.get());
    if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) return std::nullopt;
    git_blob* blob = nullptr;
    if (const int failed = git_blob_lookup(&blob, state_->repository.get(), git_tree_entry_id(entry.get())))
        refuse(state_->folder, failed, path);
    const Blob owner(blob);
    const auto size = static_cast<std::size_t>(git_blob_rawsize(blob));
    return std::string(static_cast<const char*>(git_blob_rawcontent(blob)), std::min(size, lift::max_file_bytes + 1));
}

GitRepository::GitRepository(const std::string& folder) : folder_(folder), state_(std::make_shared<GitState>()) {
    state_->folder = folder;
    git_repository* repository = nullptr;
    // Exactly the folder that was named, not one above it.
    const int code = git_repository_open_ext(&repository, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
    if (code == GIT_ENOTFOUND)
        throw InputError(folder, 0, 0, "no git repository", "name its top folder or its .git folder");
    if (code != 0) refuse(folder, code, "cannot be opened");
    state_->repository.reset(repository);
}

std::optional<std::string> GitRepository::commit(const std::string& revision) const {
    git_object* found = nullptr;
    if (git_revparse_single(&found, state_->repository.get(), revision.c_str()) != 0) return std::nullopt;
    const Object object(found);
    git_object* peeled = nullptr;
    if (git_object_peel(&peeled, object.get(), GIT_OBJECT_COMMIT) != 0) return std::nullopt;
    const Object owner(peeled);
    return hexadecimal(*git_object_id(peeled));
}

GitTree GitRepository::tree(const std::string& revision) const {
    const std::optional<std::string> id = commit(revision);
    if (!id)
        throw InputError(folder_, 0, 0, "no commit is called '" + revision + "'",
                         "a partial or shallow clone lacks what git has not fetched");
    return GitTree(state_, *id);
}

namespace {

std::string diff_of(const std::string& folder, git_repository* repository, git_commit* commit) {
    git_commit* parent = nullptr;
    if (const int code = git_commit_parent(&parent, commit, 0)) refuse(folder, code, "parent of a commit");
    const Commit before(parent);
    git_tree *old_tree = nullptr, *new_tree = nullptr;
    int code = git_commit_tree(&old_tree, parent);
    const Tree old_owner(old_tree);
    if (code == 0) code = git_commit_tree(&new_tree, commit);
    const Tree new_owner(new_tree);
    git_diff* diff = nullptr;
    if (code == 0) code = git_diff_tree_to_tree(&diff, repository, old_tree, new_tree, nullptr);
    const Diff owner(diff);
    git_buf text = GIT_BUF_INIT;
    if (code == 0) code = git_diff_to_buf(&text, diff, GIT_DIFF_FORMAT_PATCH);
    if (code != 0) refuse(folder, code, "cannot be compared with its parent");
    std::string result(text.ptr, text.size);
    git_buf_dispose(&text);
    return result;
}

GitPatch patch_of(const std::string& folder, git_repository* repository, git_commit* commit) {
    GitPatch patch;
    patch.commit = hexadecimal(*git_commit_id(commit));
    const git_signature* author = git_commit_author(commit);
    if (author != nullptr) patch.author = std::string(author->name) + " <" + author->email + ">";
    const std::string message = git_commit_message(commit) == nullptr ? "" : git_commit_message(commit);
    const std::size_t end = std::min(message.find('\n'), message.size());
    patch.subject = message.substr(0, end);
    patch.message = message.substr(std::min(message.find_first_not_of('\n', end), message.size()));
    patch.diff = diff_of(folder, repository, commit);
    return patch;
}

}  // namespace

std::vector<GitPatch> GitRepository::range(const std::string& text) const {
    git_repository* repository = state_->repository.get();
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos || text.find("...") != std::string::npos) {
        InputError error("", 0, 0, "'" + text + "' is no range", "write A..B: what B has and A has not");
        error.is_usage = true;
        throw error;
    }
    git_revwalk* walk = nullptr;
    if (const int code = git_revwalk_new(&walk, repository)) refuse(folder_, code, text);
    const Walk owner(walk);
    git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE);
    if (const int code = git_revwalk_push_range(walk, text.c_str())) refuse(folder_, code, "'" + text + "'");
    std::vector<GitPatch> patches;
    git_oid id;
    int code = 0;
    while ((code = git_revwalk_next(&id, walk)) == 0) {
        git_commit* found = nullptr;
        if (const int failed = git_commit_lookup(&found, repository, &id)) refuse(folder_, failed, hexadecimal(id));
        const Commit commit(found);
        if (git_commit_parentcount(found) != 1)
            throw InputError(folder_, 0, 0, "'" + text + "' holds " + hexadecimal(id) + ", which has not one parent",
                             "a series is a line of commits: give the range without merges");
        patches.push_back(patch_of(folder_, repository, found));
    }
    if (code != GIT_ITEROVER) refuse(folder_, code, "'" + text + "'");
    if (patches.empty()) throw InputError(folder_, 0, 0, "'" + text + "' holds no commit");
    return patches;
}

std::vector<std::string> GitRepository::youngest_tags(std::size_t count) const {
    git_strarray names = {nullptr, 0};
    if (const int code = git_tag_list(&names, state_->repository.get())) refuse(folder_, code, "its tags");
    std::vector<std::tuple<git_time_t, std::string>> tags;
    for (std::size_t at = 0; at < names.count; ++at) {
        git_object *found = nullptr, *peeled = nullptr;
        const std::string name = std::string("refs/tags/") + names.strings[at];
        if (git_revparse_single(&found, state_->repository.get(), name.c_str()) != 0) continue;
        const Object object(found);
        if (git_object_peel(&peeled, found, GIT_OBJECT_COMMIT) != 0) continue;
        const Object commit(peeled);
        tags.emplace_back(-git_commit_time(reinterpret_cast<git_commit*>(peeled)), names.strings[at]);
    }
    git_strarray_dispose(&names);
    std::sort(tags.begin(), tags.end());
    std::vector<std::string> youngest;
    for (const auto& tag : tags)
        if (youngest.size() < count) youngest.push_back(std::get<1>(tag));
    return youngest;
}

}  // namespace entryproof::checker
