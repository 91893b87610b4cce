// SPDX-License-Identifier: MIT
// A real kernel tree with scratch changes laid over in memory, and questions to what was proved about it.
// No kernel text is kept: changes are made by short patterns. Needs ENTRYPROOF_KERNEL_SOURCE (see with-source.sh).
#pragma once

#include "checker/prove.h"
#include "model/lift/lift.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace entryproof::tests {

struct Edit {
    std::string file;
    std::string after;  // the first `from` behind this text is replaced
    std::string from;
    std::string to;
};

// `variable` names the folder; an older kernel has a variable of its own.
inline lift::FolderTree tree_of(const char* variable) {
    const char* folder = std::getenv(variable);
    REQUIRE_MESSAGE(folder != nullptr, "run through tests/kernel/with-source.sh");
    return lift::FolderTree(folder);
}

inline const lift::FolderTree& kernel_tree() {
    static const lift::FolderTree tree = tree_of("ENTRYPROOF_KERNEL_SOURCE");
    return tree;
}

inline lift::MemoryTree edited(const std::vector<Edit>& edits) {
    lift::MemoryTree tree(&kernel_tree());
    for (const Edit& edit : edits) {
        const auto text = tree.read(edit.file);
        REQUIRE_MESSAGE(text.has_value(), edit.file);
        const std::size_t start = text->find(edit.after);
        const std::size_t at = start == std::string::npos ? start : text->find(edit.from, start);
        REQUIRE_MESSAGE(at != std::string::npos, (edit.file + " no longer holds: " + edit.from));
        std::string changed = *text;
        tree.write(edit.file, changed.replace(at, edit.from.size(), edit.to));
    }
    return tree;
}

inline checker::LoadedPath lifted_path(const std::string& arch, const lift::SourceTree& tree) {
    lift::LiftOptions options;
    options.arch = arch;
    return {"tree", "tree:" + arch, "real source", lift::lift(options, tree).program, std::nullopt, {}};
}

inline checker::Verdict verdict(const checker::Result& result, const std::string& claim) {
    const auto found = std::find_if(result.claims.begin(), result.claims.end(),
                                    [&](const checker::Claim& one) { return one.name == claim; });
    REQUIRE_MESSAGE(found != result.claims.end(), claim);
    return found->verdict;
}

inline bool shows(const checker::Result& result, const std::string& observer, const std::string& left,
                  const std::string& right, const std::string& field = "") {
    return std::any_of(result.differences.begin(), result.differences.end(), [&](const checker::Difference& one) {
        return one.observer == observer && one.left == left && one.right == right &&
               (field.empty() || std::find(one.fields.begin(), one.fields.end(), field) != one.fields.end());
    });
}

}  // namespace entryproof::tests
