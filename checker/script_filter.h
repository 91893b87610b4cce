// SPDX-License-Identifier: MIT
// The seccomp filters of a script as rules, evaluated as the kernel evaluates a chain.
#pragma once

#include "checker/script.h"

namespace entryproof::checker {

// What a filter is asked about: the number and argument 0 of struct seccomp_data.
struct FilterQuestion {
    std::int32_t nr;
    std::uint64_t arg0;
};

struct FilterVerdict {
    std::uint32_t value;     // action | data
    bool by_listener_owner;  // the filter that decided has the listener
};

class FilterChain {
public:
    explicit FilterChain(const std::vector<ScriptFilter>& filters) : filters_(filters), installed_(filters.size()) {}

    void add(const ScriptFilter& filter) { filters_.push_back(filter); }
    // By the task itself: a sibling's tree is not its descendant any more.
    void install(const ScriptFilter& filter) {
        filters_.push_back(filter);
        is_own_ = true;
    }
    bool is_own() const { return is_own_; }

    // kernel/seccomp.c:seccomp_run_filters: newest first, the strongest action wins, the newest of equals.
    FilterVerdict ask(const FilterQuestion& question) const;

private:
    std::vector<ScriptFilter> filters_;  // oldest first
    bool is_own_ = false;
    std::size_t installed_;  // those from the start, which may have the listener
};

}  // namespace entryproof::checker
