// SPDX-License-Identifier: MIT
// Reads expectations from TOML, key by key. Everything that is not exactly what expectation.h describes is refused with
// its place.
#include "spec/expectation.h"

#include "spec/embedded.h"

#include <toml++/toml.h>
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace entryproof::spec {

namespace {

using Words = std::vector<std::string>;

const Words keys = {"paths", "property", "verdict", "kind", "note"};
const Words verdicts = {"refuted", "vacuous", "not covered"};
const Words kinds = {"wart", "abi", "bug", "model"};

bool holds(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string listed(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
    return text;
}

class ExpectationReader {
public:
    explicit ExpectationReader(const std::string& file_name) : file_name_(file_name) {}

    std::vector<Expectation> read(const std::string& text) {
        const toml::table root = parse(text);
        std::vector<Expectation> found;
        for (const auto& [key, node] : root) {
            if (key.str() != "expect") fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
            const toml::array* array = node.as_array();
            if (array == nullptr) fail(node.source().begin, "'expect' must be tables [[expect]]");
            for (const toml::node& item : *array) read_one(item, found);
        }
        return found;
    }

private:
    [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const {
        throw ExpectationFileError{file_name_, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column),
                                   message};
    }

    toml::table parse(const std::string& text) const {
        try {
            return toml::parse(std::string_view(text), std::string_view(file_name_));
        } catch (const toml::parse_error& error) {
            fail(error.source().begin, "not TOML: " + std::string(error.description()));
        }
    }

    void read_one(const toml::node& node, std::vector<Expectation>& found) {
        const toml::table* table = node.as_table();
        if (table == nullptr) fail(node.source().begin, "'expect' must be tables [[expect]]");
        for (const auto& [key, value] : *table)
            if (!holds(keys, key.str())) fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
        Expectation one;
        one.property = word(*table, "property");
        one.verdict = word(*table, "verdict");
        one.note = word(*table, "note");
        one.file = file_name_;
        one.line = static_cast<unsigned>(table->source().begin.line);
        require_one_of(*table, "verdict", one.verdict, verdicts);
        if (one.verdict == "refuted") {
            one.kind = word(*table, "kind");
            require_one_of(*table, "kind", one.kind, kinds);
        } else if (table->contains("kind")) {
            fail(table->get("kind")->source().begin, "only what is refuted has a kind");
        }
        for (const std::string& path : paths(*table)) {
            one.path = path;
            if (!seen_.insert({one.path, one.property}).second)
                fail(table->source().begin, one.property + " of " + one.path + " stands here twice");
            found.push_back(one);
        }
    }

    std::vector<std::string> paths(const toml::table& table) const {
        const toml::node* node = table.get("paths");
        if (node == nullptr) fail(table.source().begin, "the key 'paths' is missing");
        const toml::array* array = node->as_array();
        if (array == nullptr || array->empty()) fail(node->source().begin, "'paths' must be an array of names");
        std::vector<std::string> names;
        for (const toml::node& item : *array) {
            const std::optional<std::string> name = item.value_exact<std::string>();
            if (!name || name->empty()) fail(item.source().begin, "a path is a name");
            names.push_back(*name);
        }
        return names;
    }

    std::string word(const toml::table& table, const std::string& key) const {
        const toml::node* node = table.get(key);
        if (node == nullptr) fail(table.source().begin, "the key '" + key + "' is missing");
        const std::optional<std::string> value = node->value_exact<std::string>();
        if (!value) fail(node->source().begin, "'" + key + "' must be a string");
        if (value->empty()) fail(node->source().begin, "'" + key + "' is empty");
        return *value;
    }

    void require_one_of(const toml::table& table, const std::string& key, const std::string& value,
                        const Words& words) const {
        if (!holds(words, value))
            fail(table.get(key)->source().begin, "'" + key + "' is one of " + listed(words) + ", not '" + value + "'");
    }

    const std::string& file_name_;
    std::set<std::pair<std::string, std::string>> seen_;  // path, property
};

}  // namespace

std::vector<Expectation> parse_expectations(const std::string& text, const std::string& file_name) {
    return ExpectationReader(file_name).read(text);
}

std::vector<Expectation> built_in_expectations() {
    std::vector<Expectation> all;
    for (const EmbeddedFile& file : embedded_expectations())
        for (Expectation& one : parse_expectations(std::string(file.text), std::string(file.name)))
            all.push_back(std::move(one));
    return all;
}

}  // namespace entryproof::spec
