// SPDX-License-Identifier: MIT
// What a CONFIG_ option is on one architecture: constant when the architecture decides it, symbolic when the user does.
//
// Always: selected by the architecture without a condition (also through other such options), or `def_bool y` without
// one. Never: has no prompt, no default, and nothing that was read selects it; or nothing selects it and it depends on
// an option that is never set, or on the absence of one that always is. Everything else is symbolic, which is never
// wrong, only wider. Kconfig files are searched for the option that is asked for; they are not evaluated.
#pragma once

#include "model/kernel/arch.h"
#include "model/lift/condition.h"
#include "model/lift/source_tree.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace entryproof::lift {

class Kconfig {
public:
    Kconfig(const SourceTree& tree, const kernel::Arch& arch, Conditions& conditions);

    const kernel::Arch& arch() const { return arch_; }

    // `name` with its CONFIG_ prefix.
    Conditions::Id option(const std::string& name);
    const std::vector<std::string>& notes() const { return notes_; }

private:
    struct Requirement {
        std::string option;
        bool value;
    };
    struct Entry {
        bool has_prompt = false;
        bool has_default = false;
        bool is_always = false;  // def_bool y, nothing attached
        bool depends = false;
        unsigned definitions = 0;
        std::vector<Requirement> requirements;
        std::vector<std::string> selects;  // unconditional
    };
    void read(const std::string& text);
    static void add_requirements(Entry& entry, std::string_view line);
    bool can_be_met(const Entry& entry);
    void select_from(const std::string& option);
    Conditions::Id decide(const std::string& bare, const std::string& name);

    const kernel::Arch& arch_;
    Conditions& conditions_;
    std::map<std::string, Entry> entries_;
    std::set<std::string> selected_always_;
    std::set<std::string> selected_somewhere_;
    std::map<std::string, Conditions::Id> decided_;
    std::set<std::string> deciding_;  // dependencies may go round
    std::vector<std::string> notes_;
    bool has_arch_ = false;
};

}  // namespace entryproof::lift
