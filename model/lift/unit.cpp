// SPDX-License-Identifier: MIT
#include "model/lift/unit.h"

#include "model/lift/if_expression.h"

#include <algorithm>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_include_depth = 150;
constexpr std::size_t max_instances = 20000;
constexpr std::uint32_t max_rank = 400;
constexpr Conditions::Id unknown = ~0u;

}  // namespace

Unit::Unit(Sources& sources, Conditions& conditions, Kconfig& kconfig, FileId root)
    : sources_(sources), conditions_(conditions), kconfig_(kconfig) {
    include(root, Conditions::always, {});
}

std::uint32_t Unit::include(FileId file, Condition condition, std::vector<Offset> path) {
    if (path.size() > max_include_depth || instances_.size() >= max_instances)
        throw sources_.error(file, 0, "includes are nested too deeply", "does the file include itself?");
    const auto instance = static_cast<std::uint32_t>(instances_.size());
    instances_.push_back({file, condition, std::move(path), {}});
    instances_.back().arms.assign(sources_.index(file).arms.size(), unknown);
    if (by_file_.size() <= file) by_file_.resize(file + 1);
    by_file_[file].push_back(instance);
    open_.push_back(file);
    follow(instance);
    open_.pop_back();
    return instance;
}

// Something that keeps a second look at the file from going on: every #if is taken for it.
bool Unit::has_guard(FileId file) const {
    return sources_.index(file).arms.size() > 1 || sources_.text(file).find("#pragma once") != std::string_view::npos;
}

void Unit::follow(std::uint32_t instance) {
    const FileId file = instances_[instance].file;
    for (const Include& include : sources_.index(file).includes) {
        const Condition here = condition(instance, include.arm);
        if (here == Conditions::never) continue;
        const std::optional<FileId> header = sources_.resolve(file, include);
        if (!header) continue;
        if (std::find(open_.begin(), open_.end(), *header) != open_.end() && !has_guard(*header))
            throw sources_.error(file, include.at, "this file includes itself without end",
                                 "it has no #ifndef or #pragma once");
        Condition covered = Conditions::never;
        if (*header < by_file_.size())
            for (const std::uint32_t earlier : by_file_[*header])
                covered = conditions_.either(covered, instances_[earlier].condition);
        if (conditions_.implies(here, covered)) continue;
        std::vector<Offset> path = instances_[instance].path;
        path.push_back(include.at);
        this->include(*header, here, std::move(path));
    }
}

bool Unit::is_before(Place left, Place right) const {
    const std::vector<Offset>& a = instances_[left.instance].path;
    const std::vector<Offset>& b = instances_[right.instance].path;
    for (std::size_t depth = 0;; ++depth) {
        const Offset at_a = depth < a.size() ? a[depth] : left.offset;
        const Offset at_b = depth < b.size() ? b[depth] : right.offset;
        if (at_a != at_b) return at_a < at_b;
        if (depth >= a.size() || depth >= b.size()) return false;
    }
}

Unit::Condition Unit::condition(std::uint32_t instance, std::uint32_t arm) {
    Condition known = instances_[instance].arms[arm];
    if (known == unknown) {
        known = compute(instance, arm);
        instances_[instance].arms[arm] = known;
    }
    return known;
}

// What is left for this arm after the arms before it in the same #if.
Unit::Condition Unit::remaining(std::uint32_t instance, std::uint32_t arm) {
    const Arm& here = sources_.index(file(instance)).arms[arm];
    if (here.previous == 0) return condition(instance, here.parent);
    return conditions_.both(remaining(instance, here.previous),
                            conditions_.negation(condition(instance, here.previous)));
}

Unit::Condition Unit::compute(std::uint32_t instance, std::uint32_t arm) {
    if (arm == 0) return instances_[instance].condition;
    const FileId file = instances_[instance].file;
    const Arm& here = sources_.index(file).arms[arm];
    if (here.rank > max_rank) throw sources_.error(file, here.begin, "#if has too many arms", "");
    const Condition left = remaining(instance, arm);
    if (left == Conditions::never || here.kind == Arm::Kind::otherwise) return left;
    return conditions_.both(left, evaluate_if(*this, instance, here));
}

std::vector<Unit::Definition> Unit::macro_history(std::string_view name, Place place) {
    std::vector<Definition> history;
    for (std::uint32_t entry = sources_.first_named(name); entry != Sources::none;) {
        const Sources::Named named = sources_.named(entry);
        entry = named.next;
        const Item& item = sources_.item(named);
        if ((item.kind != Item::Kind::define && item.kind != Item::Kind::undef) || named.file >= by_file_.size())
            continue;
        for (const std::uint32_t instance : by_file_[named.file])
            if (is_before({instance, item.name_at}, place)) history.push_back({instance, named.file, &item, 0});
    }
    std::sort(history.begin(), history.end(), [&](const Definition& a, const Definition& b) {
        return is_before({b.instance, b.item->name_at}, {a.instance, a.item->name_at});
    });
    return history;
}

// A header that is included here under one option and there under its opposite defines the same thing twice.
const Macro* Unit::macro(std::string_view name, Place place, Condition assumption) {
    const Macro* found = nullptr;
    Condition first = Conditions::never;
    for (const Definition& definition : macro_history(name, place)) {
        const Condition here = condition(definition.instance, definition.item->arm);
        if (conditions_.both(assumption, here) == Conditions::never) continue;
        const Macro* macro =
            definition.item->kind == Item::Kind::undef ? nullptr : &sources_.macro(definition.file, *definition.item);
        const bool is_first = first == Conditions::never;
        if (is_first) {
            found = macro;
            first = here;
        } else if (found != macro) {
            throw Undecided{first};
        }
        if (conditions_.implies(assumption, here)) return found;
        assumption = conditions_.both(assumption, conditions_.negation(here));
    }
    if (first != Conditions::never) throw Undecided{first};
    return nullptr;
}

Unit::Condition Unit::defined(std::string_view name, Place place) {
    Condition left = Conditions::always;
    Condition result = Conditions::never;
    for (const Definition& definition : macro_history(name, place)) {
        const Condition here = condition(definition.instance, definition.item->arm);
        if (definition.item->kind == Item::Kind::define)
            result = conditions_.either(result, conditions_.both(left, here));
        left = conditions_.both(left, conditions_.negation(here));
        if (left == Conditions::never) break;
    }
    return result;
}

std::vector<Unit::Definition> Unit::definitions(std::string_view name, Item::Kind kind) {
    std::vector<Definition> found;
    for (std::uint32_t entry = sources_.first_named(name); entry != Sources::none;) {
        const Sources::Named named = sources_.named(entry);
        entry = named.next;
        const Item& item = sources_.item(named);
        if (item.kind != kind || named.file >= by_file_.size()) continue;
        for (const std::uint32_t instance : by_file_[named.file]) {
            const Condition here = condition(instance, item.arm);
            if (here != Conditions::never) found.push_back({instance, named.file, &item, here});
        }
    }
    std::sort(found.begin(), found.end(), [&](const Definition& a, const Definition& b) {
        return is_before({a.instance, a.item->begin}, {b.instance, b.item->begin});
    });
    return found;
}

}  // namespace entryproof::lift
