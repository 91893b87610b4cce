// SPDX-License-Identifier: MIT
#include "model/lift/condition.h"

#include "model/lift/lift.h"

#include <algorithm>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_nodes = 1u << 18;
constexpr std::size_t max_atoms = 4096;
constexpr std::uint32_t leaf = ~0u;

[[noreturn]] void too_many() {
    throw LiftError("", 0, 0, "", "too many combinations of build options", "is this a kernel tree?");
}

}  // namespace

Conditions::Conditions() : nodes_{{leaf, never, never}, {leaf, always, always}} {}

Conditions::Id Conditions::make(std::uint32_t variable, Id low, Id high) {
    if (low == high) return low;
    const auto [entry, fresh] = unique_.try_emplace({variable, low, high}, static_cast<Id>(nodes_.size()));
    if (fresh) {
        if (nodes_.size() >= max_nodes) too_many();
        nodes_.push_back({variable, low, high});
    }
    return entry->second;
}

Conditions::Id Conditions::atom(const std::string& name) {
    const auto found = by_name_.find(name);
    if (found != by_name_.end()) return found->second;
    if (names_.size() >= max_atoms) too_many();
    names_.push_back(name);
    return by_name_[name] = make(static_cast<std::uint32_t>(names_.size() - 1), never, always);
}

Conditions::Id Conditions::cofactor(Id id, std::uint32_t variable, bool value) const {
    const Node& node = nodes_[id];
    if (node.variable != variable) return id;
    return value ? node.high : node.low;
}

Conditions::Id Conditions::choose(Id condition, Id then_id, Id else_id) {
    if (condition == always) return then_id;
    if (condition == never) return else_id;
    if (then_id == else_id) return then_id;
    if (then_id == always && else_id == never) return condition;
    const auto key = std::tuple(condition, then_id, else_id);
    const auto found = chosen_.find(key);
    if (found != chosen_.end()) return found->second;
    const std::uint32_t variable =
        std::min({nodes_[condition].variable, nodes_[then_id].variable, nodes_[else_id].variable});
    const auto branch = [&](bool value) {
        return choose(cofactor(condition, variable, value), cofactor(then_id, variable, value),
                      cofactor(else_id, variable, value));
    };
    const Id low = branch(false);
    const Id high = branch(true);
    return chosen_[key] = make(variable, low, high);
}

std::set<std::string> Conditions::atoms(Id id) const {
    std::set<std::string> found;
    std::set<Id> seen;
    std::vector<Id> open{id};
    while (!open.empty()) {
        const Id next = open.back();
        open.pop_back();
        if (next <= always || !seen.insert(next).second) continue;
        found.insert(names_[nodes_[next].variable]);
        open.push_back(nodes_[next].low);
        open.push_back(nodes_[next].high);
    }
    return found;
}

}  // namespace entryproof::lift
