// SPDX-License-Identifier: MIT
// Reads known changes from TOML, key by key. Everything that is not exactly what change.h describes is refused with its
// place.
#include "spec/change.h"

#include "spec/assumption.h"
#include "spec/embedded.h"

#include <toml++/toml.h>
#include <algorithm>
#include <optional>
#include <set>

namespace entryproof::spec {

namespace {

using Words = std::vector<std::string>;

const Words required_keys = {"patches", "observer", "left", "right", "known_as", "note"};
const Words optional_keys = {"condition", "without"};

bool holds(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ChangeReader {
public:
    explicit ChangeReader(const std::string& file_name) : file_name_(file_name) {}

    std::vector<KnownChange> read(const std::string& text) {
        const toml::table root = parse(text);
        std::vector<KnownChange> found;
        for (const auto& [key, node] : root) {
            if (key.str() != "change") fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
            const toml::array* array = node.as_array();
            if (array == nullptr) fail(node.source().begin, "'change' must be tables [[change]]");
            for (const toml::node& item : *array) read_one(item, found);
        }
        return found;
    }

private:
    [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const {
        throw KnownChangeError{file_name_, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column), message};
    }

    toml::table parse(const std::string& text) const {
        try {
            return toml::parse(std::string_view(text), std::string_view(file_name_));
        } catch (const toml::parse_error& error) {
            fail(error.source().begin, "not TOML: " + std::string(error.description()));
        }
    }

    void read_one(const toml::node& node, std::vector<KnownChange>& found) {
        const toml::table* table = node.as_table();
        if (table == nullptr) fail(node.source().begin, "'change' must be tables [[change]]");
        for (const auto& [key, value] : *table)
            if (!holds(required_keys, key.str()) && !holds(optional_keys, key.str()))
                fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
        KnownChange one;
        one.observer = word(*table, "observer");
        one.left = word(*table, "left");
        one.right = word(*table, "right");
        one.known_as = word(*table, "known_as");
        one.note = word(*table, "note");
        if (table->contains("condition")) one.condition = word(*table, "condition");
        if (table->contains("without")) one.without = assumptions_of(*table);
        one.file = file_name_;
        one.line = static_cast<unsigned>(table->source().begin.line);
        if (one.left == "nothing" && one.right == "nothing")
            fail(table->get("left")->source().begin, "both sides show nothing, so nothing changes");
        for (const std::string& path : names(*table, "patches")) {
            one.path = path;
            if (!seen_.insert(one.name()).second) fail(table->source().begin, one.name() + " stands here twice");
            found.push_back(one);
        }
    }

    // One that nobody can drop would never be looked for.
    Words assumptions_of(const toml::table& table) const {
        Words found = names(table, "without");
        for (const std::string& name : found)
            if (std::none_of(assumptions().begin(), assumptions().end(),
                             [&](const Assumption& known) { return known.name == name; }))
                fail(table.get("without")->source().begin, "there is no assumption '" + name + "'");
        std::sort(found.begin(), found.end());
        return found;
    }

    Words names(const toml::table& table, const std::string& key) const {
        const toml::node* node = table.get(key);
        if (node == nullptr) fail(table.source().begin, "the key '" + key + "' is missing");
        const toml::array* array = node->as_array();
        if (array == nullptr || array->empty()) fail(node->source().begin, "'" + key + "' must be an array of names");
        Words found;
        for (const toml::node& item : *array) {
            const std::optional<std::string> name = item.value_exact<std::string>();
            if (!name || name->empty()) fail(item.source().begin, "'" + key + "' must be an array of names");
            found.push_back(*name);
        }
        return found;
    }

    std::string word(const toml::table& table, const std::string& key) const {
        const toml::node* node = table.get(key);
        if (node == nullptr) fail(table.source().begin, "the key '" + key + "' is missing");
        const std::optional<std::string> value = node->value_exact<std::string>();
        if (!value) fail(node->source().begin, "'" + key + "' must be a string");
        if (value->empty()) fail(node->source().begin, "'" + key + "' is empty");
        return *value;
    }

    const std::string& file_name_;
    std::set<std::string> seen_;
};

}  // namespace

std::vector<KnownChange> parse_changes(const std::string& text, const std::string& file_name) {
    return ChangeReader(file_name).read(text);
}

std::vector<KnownChange> built_in_changes() {
    std::vector<KnownChange> all;
    for (const EmbeddedFile& file : embedded_changes())
        for (KnownChange& one : parse_changes(std::string(file.text), std::string(file.name)))
            all.push_back(std::move(one));
    return all;
}

std::vector<KnownChange> changes_of(const std::vector<KnownChange>& all, const std::string& path,
                                    const std::vector<std::string>& dropped_assumptions) {
    std::vector<KnownChange> found;
    for (const KnownChange& one : all)
        if (one.path == path && std::all_of(one.without.begin(), one.without.end(),
                                            [&](const std::string& name) { return holds(dropped_assumptions, name); }))
            found.push_back(one);
    return found;
}

}  // namespace entryproof::spec
