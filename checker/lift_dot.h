// SPDX-License-Identifier: MIT
// A path as a picture for Graphviz: what runs, in which order, and where somebody watches.
#pragma once

#include "checker/load.h"

#include <string>

namespace entryproof::checker {

// One box per function on the way from the entry that does something (reaches a hook or changes the task's state), one
// coloured oval per kernel hook; the colour is the observer that sees it. Calls stand from left to right in the order
// of the text, dashed when they happen only under a condition. Deterministic.
std::string dot_of(const LoadedPath& path);

}  // namespace entryproof::checker
