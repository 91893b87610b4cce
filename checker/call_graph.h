// SPDX-License-Identifier: MIT
// What a path calls, for pictures: the functions on the way from the entry that do something (reach a hook or change
// the task's state), the kernel hooks they call, and who watches there.
#pragma once

#include "checker/interpret.h"
#include "checker/load.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// One call of a function: of several calls the first in the order of the text stands for all.
struct GraphCall {
    std::string from;
    std::string to;
    bool is_conditional = false;  // stands below an if
};

struct GraphHook {
    std::string name;
    std::string observer;  // the first that is shown something by what the environment does there; empty: nobody
};

struct CallGraph {
    std::string entry;
    std::vector<std::string> functions;  // in order of discovery, the entry first
    std::vector<GraphHook> hooks;        // the same
    std::vector<GraphCall> calls;        // those of one function stand in the order of its text
};

// Deterministic.
CallGraph call_graph(const LoadedPath& path);

// The functions of `whole` (a path with its environment) that led to an event, the entry first, its hook last. Found by
// the places of the calls; empty when no chain of calls has these places.
std::vector<std::string> functions_to(const ir::Program& whole, const Event& event);

// The file's own name and the line: "ptrace.c:123"; the name alone where no line is known.
std::string short_place(const ir::Source& source);

}  // namespace entryproof::checker
