// SPDX-License-Identifier: MIT
// One translation unit: a .c file and everything it includes, with every #if as a condition over options.
//
// Nothing is copied and nothing expanded ahead of time. A question about a name is answered for a place in the unit by
// looking back from there through the definitions that come before it, as the preprocessor would have seen them.
// A header is taken once for each condition under which it is included; including it again on purpose is not modelled.
#pragma once

#include "model/lift/condition.h"
#include "model/lift/kconfig.h"
#include "model/lift/sources.h"

#include <string_view>
#include <vector>

namespace entryproof::lift {

// The answer differs within the assumption: ask again with `condition`, and with its negation.
struct Undecided {
    Conditions::Id condition;
};

class Unit {
public:
    using Condition = Conditions::Id;

    struct Place {
        std::uint32_t instance;
        Offset offset;
    };

    Unit(Sources& sources, Conditions& conditions, Kconfig& kconfig, FileId root);
    Unit(const Unit&) = delete;

    Sources& sources() const { return sources_; }
    Conditions& conditions() const { return conditions_; }
    Kconfig& kconfig() const { return kconfig_; }

    FileId file(std::uint32_t instance) const { return instances_[instance].file; }
    FileId root() const { return instances_.front().file; }
    std::uint32_t instances() const { return static_cast<std::uint32_t>(instances_.size()); }

    // When the text of this arm is compiled.
    Condition condition(std::uint32_t instance, std::uint32_t arm);

    // The macro that `name` is at `place`, or null. Throws Undecided.
    const Macro* macro(std::string_view name, Place place, Condition assumption);
    // When `name` is defined as a macro at `place`.
    Condition defined(std::string_view name, Place place);

    struct Definition {
        std::uint32_t instance;
        FileId file;
        const Item* item;
        Condition condition;
    };
    // All items of this kind and name anywhere in the unit that can be compiled at all, in order of the text.
    std::vector<Definition> definitions(std::string_view name, Item::Kind kind);

private:
    struct Instance {
        FileId file;
        Condition condition;
        std::vector<Offset> path;     // offsets of the includes that lead here
        std::vector<Condition> arms;  // memo, unknown until asked
    };
    std::uint32_t include(FileId file, Condition condition, std::vector<Offset> path);
    void follow(std::uint32_t instance);
    bool has_guard(FileId file) const;
    bool is_before(Place left, Place right) const;
    Condition compute(std::uint32_t instance, std::uint32_t arm);
    Condition remaining(std::uint32_t instance, std::uint32_t arm);
    // Definitions and undefinitions of a macro before `place`, latest first.
    std::vector<Definition> macro_history(std::string_view name, Place place);

    Sources& sources_;
    Conditions& conditions_;
    Kconfig& kconfig_;
    std::vector<Instance> instances_;
    std::vector<std::vector<std::uint32_t>> by_file_;  // instances of a file
    std::vector<FileId> open_;                         // files whose includes are being followed
};

}  // namespace entryproof::lift
