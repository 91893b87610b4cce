// SPDX-License-Identifier: MIT
#include "checker/script_reader.h"

#include "checker/error.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace entryproof::checker {

void ScriptReader::fail(const toml::source_position& at, const std::string& message) const {
    throw InputError(file_name_, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column), message);
}

void ScriptReader::fail(const toml::node& at, const std::string& message) const { fail(at.source().begin, message); }

toml::table ScriptReader::parse(const std::string& text) const {
    try {
        return toml::parse(std::string_view(text), std::string_view(file_name_));
    } catch (const toml::parse_error& error) {
        fail(error.source().begin, "not TOML: " + std::string(error.description()));
    }
}

void ScriptReader::refuse_other_keys(const toml::table& row, const std::vector<std::string_view>& known) const {
    for (const auto& [key, value] : row)
        if (std::find(known.begin(), known.end(), key.str()) == known.end())
            fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
}

const toml::node& ScriptReader::member(const toml::table& row, const std::string& key) const {
    const toml::node* found = row.get(key);
    if (found == nullptr) fail(row, "the key '" + key + "' is missing");
    return *found;
}

const toml::table& ScriptReader::table(const toml::node& node, const std::string& what) const {
    if (node.as_table() == nullptr) fail(node, what + " must be a table");
    return *node.as_table();
}

const toml::array& ScriptReader::array(const toml::node& node, const std::string& what) const {
    if (node.as_array() == nullptr) fail(node, what + " must be an array");
    return *node.as_array();
}

std::vector<const toml::table*> ScriptReader::tables(const toml::table& root, const std::string& key) const {
    std::vector<const toml::table*> found;
    const toml::node* node = root.get(key);
    if (node == nullptr) return found;
    const std::string what = "'" + key + "' must be tables [[" + key + "]]";
    if (node->as_array() == nullptr) fail(*node, what);
    for (const toml::node& item : *node->as_array()) {
        if (item.as_table() == nullptr) fail(item, what);
        found.push_back(item.as_table());
    }
    return found;
}

std::string ScriptReader::string(const toml::node& node, const std::string& what) const {
    const std::optional<std::string> value = node.value_exact<std::string>();
    if (!value.has_value()) fail(node, what + " must be a string");
    return *value;
}

bool ScriptReader::boolean(const toml::node& node, const std::string& what) const {
    const std::optional<bool> value = node.value_exact<bool>();
    if (!value.has_value()) fail(node, what + " must be true or false");
    return *value;
}

std::int64_t ScriptReader::integer(const toml::node& node, const std::string& what) const {
    const std::optional<std::int64_t> value = node.value_exact<std::int64_t>();
    if (!value.has_value()) fail(node, what + " must be a whole number");
    return *value;
}

std::int64_t ScriptReader::number(const toml::node& node, const std::string& what, std::int64_t low,
                                  std::int64_t high) const {
    const std::int64_t value = integer(node, what);
    if (value < low || value > high)
        fail(node, what + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                       std::to_string(value));
    return value;
}

std::int32_t ScriptReader::int32(const toml::node& node, const std::string& what) const {
    using Limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(number(node, what, Limits::min(), Limits::max()));
}

std::uint64_t ScriptReader::named(const toml::node& node, const std::string& what, const std::string& kind,
                                  const NumberedNames& names) const {
    const std::string wanted = string(node, what);
    for (const auto& [name, value] : names)
        if (name == wanted) return value;
    fail(node, "no " + kind + " is called '" + wanted + "'");
}

}  // namespace entryproof::checker
