// SPDX-License-Identifier: MIT
// A unified diff as values. Read by ourselves: libgit2 reads no diff without "diff --git" (quilt's), and applies none
// at an offset.
//
// 1. Strict: a hunk that does not hold the lines it promises, or a line that belongs nowhere, is a PatchError.
// 2. Every path is relative, without ".." and ".git"; else PatchError.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

class PatchError : public std::runtime_error {
public:
    PatchError(const std::string& message, unsigned line) : std::runtime_error(message), line(line) {}
    unsigned line;  // 1-based, of the diff; 0: the whole
};

struct HunkLine {
    char kind;         // ' ', '-' or '+'
    std::string text;  // with its \n, unless the file ends without one
};

struct Hunk {
    unsigned old_start = 0, old_count = 0;  // lines, 1-based
    unsigned new_start = 0, new_count = 0;
    std::vector<HunkLine> lines;
    unsigned line = 0;  // of its header in the diff
};

struct FilePatch {
    enum class Kind { change, add, remove, rename, copy };
    Kind kind = Kind::change;
    std::string old_path;  // empty: added
    std::string new_path;  // empty: removed
    bool is_binary = false;
    bool is_special = false;  // a symbolic link or a submodule, before or after
    bool changes_mode = false;
    std::vector<Hunk> hunks;
    unsigned line = 0;

    const std::string& path() const { return new_path.empty() ? old_path : new_path; }
};

std::vector<FilePatch> parse_diff(const std::string& text);

}  // namespace entryproof::checker::premerge
