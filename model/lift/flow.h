// SPDX-License-Identifier: MIT
// What is known about locals at one point of a function: the few values one may hold, and whether it may hold none yet.
// Control only goes forward, so walking the text once and joining at merges is exact enough.
#pragma once

#include "model/ir/program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace entryproof::lift {

class Flow {
public:
    using Values = std::set<std::uint64_t>;

    bool is_live() const { return live_; }
    void stop() { live_ = false; }

    void declare(const std::string& place);            // holds nothing yet
    void declare_reference(const std::string& place);  // may hold something already
    void forget(const std::string& place);             // holds something unknown
    void assign(const std::string& place, const std::optional<Values>& values);
    bool may_hold_nothing(const std::string& place) const { return unassigned_.count(place) > 0; }
    // The values `place` may hold (none if it only ever held nothing); nothing when not known.
    std::optional<Values> values(const std::string& place) const;
    // The values an expression over locals may have; nothing when not known.
    std::optional<Values> values(const ir::ExpressionRef& expression) const;

    // Either this or `other` happened.
    void join(const Flow& other);

private:
    bool live_ = true;
    std::map<std::string, Values> known_;
    std::set<std::string> unassigned_;
    std::set<std::string> declared_;  // a way that jumps over a declaration has not been through it
};

}  // namespace entryproof::lift
