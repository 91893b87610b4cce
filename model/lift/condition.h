// SPDX-License-Identifier: MIT
// Conditions over build options, as reduced ordered decision diagrams: two equal conditions have the same number, so
// "always" and "never" are recognised whatever shape an #if has.
//
// An atom is an option cell (CONFIG_X) or an opaque test that nobody could evaluate; an opaque atom is an error only
// when something that is needed depends on it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace entryproof::lift {

class Conditions {
public:
    using Id = std::uint32_t;
    static constexpr Id never = 0;
    static constexpr Id always = 1;

    Conditions();
    Id atom(const std::string& name);
    Id both(Id left, Id right) { return choose(left, right, never); }
    Id either(Id left, Id right) { return choose(left, always, right); }
    Id negation(Id operand) { return choose(operand, never, always); }
    Id choose(Id condition, Id then_id, Id else_id);
    bool implies(Id premise, Id conclusion) { return both(premise, negation(conclusion)) == never; }

    struct Node {
        std::uint32_t variable;
        Id low;
        Id high;
    };
    const Node& node(Id id) const { return nodes_[id]; }  // of neither never nor always
    const std::string& name(std::uint32_t variable) const { return names_[variable]; }
    std::set<std::string> atoms(Id id) const;

private:
    Id make(std::uint32_t variable, Id low, Id high);
    Id cofactor(Id id, std::uint32_t variable, bool value) const;

    std::vector<Node> nodes_;
    std::vector<std::string> names_;
    std::map<std::string, Id> by_name_;
    std::map<std::tuple<std::uint32_t, Id, Id>, Id> unique_;
    std::map<std::tuple<Id, Id, Id>, Id> chosen_;
};

}  // namespace entryproof::lift
