// SPDX-License-Identifier: MIT
// Changes to a kernel tree that name what they change instead of quoting it: our own files, and edits by function,
// type, macro, Kconfig symbol or object. They are applied in memory.
//
// A folder with overlay.toml, which holds tables [[edit]]; `base = "../other"` first takes all edits of another
// overlay. Every edit has `file`, a path in the tree, and one action:
//
//   add-file = F                       F of the overlay's folder becomes `file`, which must not be there yet
//   replace-file = F                   the same for a file that the base adds
//   remove-function, remove-prototype, remove-macro, remove-type = NAME, or an array of names
//   replace-function = NAME, with = F  F, which defines NAME, goes beside `file`, which includes it there
//   add-field = "TYPE NAME", to = STRUCT
//   add-include = HEADER               as the last line
//   add-select = X, remove-select = X, to = SYMBOL
//   add-object = X, to = LIST          as the last line of a Makefile
//   remove-object = X
//
// 1. An edit must find what it names exactly once, and no two edits may overlap. Else LiftError with the place of the
//    edit in overlay.toml. Nothing is found by its position, its neighbours or the words of a comment.
// 2. The lines of C that stay keep their numbers.
#pragma once

#include "model/lift/source_tree.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::lift {

struct OverlayEdit {
    enum class Action {
        add_file,
        replace_file,
        remove_function,
        replace_function,
        remove_prototype,
        remove_macro,
        remove_type,
        add_field,
        add_include,
        add_select,
        remove_select,
        add_object,
        remove_object
    };
    Action action;
    std::string file;    // in the tree
    std::string name;    // what is added, removed or replaced
    std::string to;      // where it is added, or the name of the file that replaces it
    std::string text;    // of our own file
    std::string own;     // its path
    std::string origin;  // the overlay.toml that says so
    unsigned line = 0;
};

struct Overlay {
    std::vector<OverlayEdit> edits;  // the base's first
};

// `files` holds overlays, `folder` is a path in it. Throws LiftError.
Overlay read_overlay(const SourceTree& files, const std::string& folder);
// A folder on disk; errors name it as it is given.
Overlay read_overlay(const std::string& folder);

struct OverlaidFile {
    std::string text;
    std::string own;  // the file of the overlay that this is; empty: a file of the tree, changed
};

// What each file that the overlay touches becomes, by path in the tree. Throws LiftError.
std::map<std::string, OverlaidFile> apply_overlay(const Overlay& overlay, const SourceTree& tree);

}  // namespace entryproof::lift
