// SPDX-License-Identifier: MIT
// A path as a picture: its functions as an outline in the order of the calls, drawn as SVG inside the page.
//
// Not by Graphviz: its layout differs from version to version, so that one result would give two pages, and the page
// would lack its picture where it is not installed. An outline is also what a reader of the source has in mind.
#pragma once

#include "checker/load.h"
#include "checker/page/html.h"
#include "checker/scenario.h"

#include <set>
#include <string>

namespace entryproof::checker::page {

// Functions and hooks, by name.
struct Visited {
    std::set<std::string> reached;  // by the run
    std::set<std::string> marked;   // on the way to the first disagreement
};

// `marked`: index of the event of the first disagreement; -1: this side shows nothing there.
Visited visited(const ir::Program& whole, const Run& run, int marked);

// Without a run: nothing is emphasised.
Markup graph_figure(const LoadedPath& path, const Visited& run);

}  // namespace entryproof::checker::page
