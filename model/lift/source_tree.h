// SPDX-License-Identifier: MIT
// Where source text comes from: the one impure seam of the lifter.
// Paths are relative to the root of the kernel tree, with forward slashes and without "..".
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace entryproof::lift {

// No source file of a kernel's entry path comes near this; a reader may stop one byte after it.
constexpr std::size_t max_file_bytes = 4u << 20;

class SourceTree {
public:
    virtual ~SourceTree() = default;
    // The text of a file, or nothing when there is no such file. Must answer the same for the same path.
    virtual std::optional<std::string> read(const std::string& path) const = 0;
};

// A folder on disk. Only regular files below the root are read.
class FolderTree : public SourceTree {
public:
    explicit FolderTree(std::string root) : root_(std::move(root)) {}
    std::optional<std::string> read(const std::string& path) const override;

private:
    std::string root_;
};

// Files in memory, laid over another tree when there is one: patched sources and tests.
class MemoryTree : public SourceTree {
public:
    explicit MemoryTree(const SourceTree* below = nullptr) : below_(below) {}
    void write(const std::string& path, std::string text) { files_[path] = std::move(text); }
    void remove(const std::string& path) { files_[path] = std::nullopt; }
    std::optional<std::string> read(const std::string& path) const override;

private:
    const SourceTree* below_;
    std::map<std::string, std::optional<std::string>> files_;
};

}  // namespace entryproof::lift
