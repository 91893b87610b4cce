// SPDX-License-Identifier: MIT
// One run, as each observer sees it: `entryproof trace`.
#pragma once

#include "checker/interpret.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct TraceView {
    std::string path;
    const Run& run;
    std::vector<std::string> observers;  // empty: all
    bool all_fields = false;
};

// One line per event: observer, kind, fields as a debugger would print them.
std::string trace_text(const TraceView& view);

// All fields shown, answers, source and calls of every event.
std::string trace_json(const TraceView& view);

}  // namespace entryproof::checker
