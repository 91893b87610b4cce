// SPDX-License-Identifier: MIT
// The files of a tree that were looked at, each read and indexed once, and one table of all names in them.
// Header names are resolved as the kernel's build does it, with generated wrappers standing for asm-generic.
#pragma once

#include "model/lift/file_index.h"
#include "model/lift/lift.h"
#include "model/lift/source_tree.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace entryproof::lift {

struct Macro {
    bool takes_arguments = false;
    bool variadic = false;
    std::vector<std::string_view> parameters;
    std::vector<Token> body;
};

class Sources {
public:
    Sources(const SourceTree& tree, std::string arch) : tree_(tree), arch_(std::move(arch)) {}
    Sources(const Sources&) = delete;

    const SourceTree& tree() const { return tree_; }
    const std::string& arch() const { return arch_; }

    // Reads and indexes a file; nothing when it is not there.
    std::optional<FileId> file(const std::string& path);
    // `include` is one of index(from).includes.
    std::optional<FileId> resolve(FileId from, const Include& include);

    const std::string& path(FileId file) const { return files_[file]->path; }
    std::string_view text(FileId file) const { return files_[file]->text; }
    const FileIndex& index(FileId file) const { return files_[file]->index; }
    Position position(FileId file, Offset at) const;

    struct Named {
        FileId file;
        std::uint32_t item;
        std::uint32_t next;  // in named(); none: the last
    };
    static constexpr std::uint32_t none = ~0u;
    // The first entry with this name; follow `next`.
    std::uint32_t first_named(std::string_view name) const;
    const Named& named(std::uint32_t entry) const { return named_[entry]; }
    const Item& item(const Named& entry) const { return index(entry.file).items[entry.item]; }

    const Macro& macro(FileId file, const Item& item);

    // Keeps text that no file holds (a pasted token) for as long as the sources live.
    std::string_view keep(std::string text);

    // Headers that are included by a name no file of the tree has (generated when the kernel is built, say), sorted.
    const std::set<std::string>& missing() const { return missing_; }

    LiftError error(FileId file, Offset at, const std::string& reason, const std::string& hint) const;

private:
    struct File {
        std::string path;
        std::string text;
        FileIndex index;
        mutable std::vector<Offset> lines;
        std::vector<std::optional<std::optional<FileId>>> resolved;  // by include; nothing: not asked yet
    };
    FileId add(std::string path, std::string text);
    std::optional<FileId> resolve_new(FileId from, const Include& include);
    std::optional<FileId> search(const Include& include);
    const std::set<std::string>& wrapped();

    const SourceTree& tree_;
    std::string arch_;
    std::vector<std::unique_ptr<File>> files_;
    std::unordered_map<std::string, std::optional<FileId>> by_path_;
    std::unordered_map<std::string, std::optional<FileId>> by_header_;
    std::unordered_map<std::string_view, std::uint32_t> heads_;
    std::vector<Named> named_;
    std::map<const Item*, Macro> macros_;
    std::deque<std::string> kept_;
    std::optional<std::set<std::string>> wrapped_;
    std::set<std::string> missing_;
};

}  // namespace entryproof::lift
