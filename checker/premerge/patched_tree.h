// SPDX-License-Identifier: MIT
// A tree with patches applied in memory. Nothing is written anywhere.
//
// 1. As git apply: a hunk goes where all its old lines stand, at the line it names or else at the nearest other place;
//    one that starts at line 1 belongs to the beginning, one without trailing context to the end.
// 2. Then with up to two lines of context given up at either end, where that fits one place only.
// 3. What is not text any more (binary, a symbolic link) is remembered: whoever reads it is told so.
#pragma once

#include "checker/premerge/patch.h"
#include "model/lift/source_tree.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

// What became of a patch besides being applied.
struct AppliedPatch {
    std::vector<std::string> paths;  // of every file it touches, before and after; sorted, each once
    std::vector<std::string> notes;  // "arch/arm64/kernel/ptrace.c: hunk 2 applied 3 lines further down"
};

class PatchedTree : public lift::SourceTree {
public:
    explicit PatchedTree(const lift::SourceTree& base) : base_(&base) {}

    std::optional<std::string> read(const std::string& path) const override;
    // All or nothing. PatchError: it does not apply.
    AppliedPatch apply(const std::vector<FilePatch>& patch);
    // Files that a patch made something else than text: why.
    const std::map<std::string, std::string>& opaque() const { return opaque_; }

private:
    const lift::SourceTree* base_;
    std::map<std::string, std::optional<std::string>> files_;
    std::map<std::string, std::string> opaque_;
};

}  // namespace entryproof::checker::premerge
