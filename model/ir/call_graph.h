// SPDX-License-Identifier: MIT
// Who calls whom, and which cells a function touches, directly or through what it calls.
//
// Made for programs that are not known to be valid: unknown callees and recursion are allowed here and end the search.
#pragma once

#include "model/ir/program.h"

#include <set>

namespace entryproof::ir {

class CallGraph {
public:
    explicit CallGraph(const Program& program);

    // Cells read or written by `function` or anything it calls.
    const std::set<std::string>& touched_cells(const std::string& function) const;

    // The functions on a shortest way of calls from `from` to `to`, both included; empty when there is none. A function
    // reaches itself only by a call.
    std::vector<std::string> way(const std::string& from, const std::string& to) const;

private:
    std::map<std::string, std::set<std::string>> callees_;
    std::map<std::string, std::set<std::string>> touched_;
};

}  // namespace entryproof::ir
