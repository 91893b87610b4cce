// SPDX-License-Identifier: MIT
// Small C files in memory, lifted by function.
#pragma once

#include "model/lift/lift.h"

#include <string>
#include <vector>

namespace entryproof::snippet {

inline const std::string file = "kernel/snippet.c";

// `names` of the text, which is the only file of its tree. Throws LiftError.
inline lift::Lifted lifted(const std::string& text, const std::vector<std::string>& names) {
    lift::MemoryTree tree;
    tree.write(file, text);
    return lift::lift_functions({}, tree, file, names);
}

// The error of lifting `f` from the text; a sentence of ours when there is none.
inline lift::LiftError error(const std::string& text) {
    try {
        lifted(text, {"f"});
    } catch (const lift::LiftError& error) {
        return error;
    }
    return {"", 0, 0, "", "it was lifted", ""};
}

// "line:column: reason (hint)", the hint only when there is one.
inline std::string told(const lift::LiftError& error) {
    return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.reason +
           (error.hint.empty() ? "" : " (" + error.hint + ")");
}

}  // namespace entryproof::snippet
