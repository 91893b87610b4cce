// SPDX-License-Identifier: MIT
// Reads declared differences from TOML, key by key. Everything that is not exactly what difference.h describes is
// refused with its place.
#include "spec/difference.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "spec/embedded.h"

namespace entryproof::spec {

namespace {

constexpr std::array required_keys = {"name", "pair", "observer", "left", "right", "fields", "condition", "reason"};
constexpr std::array optional_keys = {"patch", "link", "interference"};
constexpr std::array same_keys = {"pair", "as"};

template <typename Keys>
bool holds(const Keys& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

class DifferenceReader {
public:
    explicit DifferenceReader(const std::string& file_name) : file_name_(file_name) {}

    std::vector<DeclaredDifference> read(const std::string& text) {
        const toml::table root = parse(text);
        std::vector<DeclaredDifference> differences;
        for (const auto& [key, node] : root) {
            if (key.str() == "same") {
                read_same(node, differences);
                continue;
            }
            if (key.str() != "difference") fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
            const toml::array* array = node.as_array();
            if (array == nullptr) fail(node.source().begin, "'difference' must be tables [[difference]]");
            for (const toml::node& item : *array) differences.push_back(read_difference(item));
        }
        return differences;
    }

private:
    [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const {
        throw DifferenceFileError{file_name_, static_cast<unsigned>(at.line), static_cast<unsigned>(at.column),
                                  message};
    }

    toml::table parse(const std::string& text) const {
        try {
            return toml::parse(std::string_view(text), std::string_view(file_name_));
        } catch (const toml::parse_error& error) {
            fail(error.source().begin, "not TOML: " + std::string(error.description()));
        }
    }

    void read_same(const toml::node& node, std::vector<DeclaredDifference>& differences) {
        const toml::array* array = node.as_array();
        if (array == nullptr) fail(node.source().begin, "'same' must be tables [[same]]");
        for (const toml::node& item : *array) {
            const toml::table* table = item.as_table();
            if (table == nullptr) fail(item.source().begin, "'same' must be tables [[same]]");
            require_keys(*table, same_keys, std::array<const char*, 0>{});
            const auto [left, right] = read_pair(*table, "pair");
            const auto [known_left, known_right] = read_pair(*table, "as");
            std::vector<DeclaredDifference> known = built_in_differences(known_left, known_right);
            if (known.empty())
                fail(table->get("as")->source().begin, "nothing is declared for " + known_left + " and " + known_right);
            for (DeclaredDifference& difference : known) {
                difference.left_path = left;
                difference.right_path = right;
                difference.file = file_name_;
                difference.line = static_cast<unsigned>(table->source().begin.line);
                require_new_name(difference.name, table->get("as")->source().begin);
                differences.push_back(std::move(difference));
            }
        }
    }

    template <typename Required, typename Optional>
    void require_keys(const toml::table& table, const Required& required, const Optional& optional) const {
        for (const auto& [key, value] : table)
            if (!holds(required, key.str()) && !holds(optional, key.str()))
                fail(key.source().begin, "unknown key '" + std::string(key.str()) + "'");
        for (const char* key : required)
            if (table.get(key) == nullptr) fail(table.source().begin, "the key '" + std::string(key) + "' is missing");
    }

    void require_new_name(const std::string& name, const toml::source_position& at) {
        if (!names_.insert(name).second) fail(at, "the name '" + name + "' is used twice");
    }

    DeclaredDifference read_difference(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) fail(node.source().begin, "'difference' must be tables [[difference]]");
        require_keys(*table, required_keys, optional_keys);
        DeclaredDifference difference;
        difference.file = file_name_;
        difference.line = static_cast<unsigned>(table->source().begin.line);
        difference.name = word(*table, "name");
        require_new_name(difference.name, table->get("name")->source().begin);
        std::tie(difference.left_path, difference.right_path) = read_pair(*table, "pair");
        difference.observer = word(*table, "observer");
        difference.left = word(*table, "left");
        difference.right = word(*table, "right");
        read_fields(*table, difference);
        difference.condition = string(*table, "condition");
        difference.reason = word(*table, "reason");
        if (table->contains("patch")) difference.patch = word(*table, "patch");
        if (table->contains("link")) difference.link = word(*table, "link");
        read_interference(*table, difference);
        return difference;
    }

    std::string string(const toml::node& node, const std::string& what) const {
        const std::optional<std::string> value = node.value_exact<std::string>();
        if (!value.has_value()) fail(node.source().begin, what + " must be a string");
        return *value;
    }

    std::string string(const toml::table& table, const std::string& key) const {
        return string(*table.get(key), "'" + key + "'");
    }

    // A string that says something.
    std::string word(const toml::table& table, const std::string& key) const {
        std::string value = string(table, key);
        if (value.empty()) fail(table.get(key)->source().begin, "'" + key + "' is empty");
        return value;
    }

    const toml::array& array(const toml::table& table, const std::string& key) const {
        const toml::node& node = *table.get(key);
        if (node.as_array() == nullptr) fail(node.source().begin, "'" + key + "' must be an array");
        return *node.as_array();
    }

    std::pair<std::string, std::string> read_pair(const toml::table& table, const std::string& key) const {
        const toml::array& pair = array(table, key);
        if (pair.size() != 2)
            fail(pair.source().begin, "'" + key + "' must name 2 paths, not " + std::to_string(pair.size()));
        std::pair<std::string, std::string> paths = {string(*pair.get(0), "the left path"),
                                                     string(*pair.get(1), "the right path")};
        if (paths.first.empty() || paths.second.empty()) fail(pair.source().begin, "a path's name is empty");
        return paths;
    }

    void read_interference(const toml::table& table, DeclaredDifference& difference) const {
        const toml::node* node = table.get("interference");
        if (node == nullptr) return;
        const std::optional<bool> value = node->value_exact<bool>();
        if (!value.has_value()) fail(node->source().begin, "'interference' must be true or false");
        difference.interference = *value;
        if (difference.interference && !difference.condition.empty())
            fail(table.get("condition")->source().begin, "'condition' must be empty where 'interference' is true");
    }

    // Fields may differ only where both sides show an event of the same kind.
    void read_fields(const toml::table& table, DeclaredDifference& difference) const {
        const toml::array& fields = array(table, "fields");
        std::set<std::string> names;
        for (const toml::node& node : fields) {
            const std::string name = string(node, "a field");
            if (name.empty()) fail(node.source().begin, "a field's name is empty");
            if (!names.insert(name).second) fail(node.source().begin, "the field '" + name + "' is listed twice");
        }
        difference.fields.assign(names.begin(), names.end());
        const bool is_same_kind = difference.left == difference.right;
        if (is_same_kind && difference.left == "nothing")
            fail(table.get("left")->source().begin, "both sides show nothing, so there is no difference");
        if (is_same_kind && names.empty())
            fail(fields.source().begin, "with equal kinds 'fields' must name the fields that differ");
        if (!is_same_kind && !names.empty()) fail(fields.source().begin, "with different kinds 'fields' must be empty");
    }

    const std::string& file_name_;
    std::set<std::string> names_;
};

}  // namespace

std::vector<DeclaredDifference> parse_differences(const std::string& text, const std::string& file_name) {
    return DifferenceReader(file_name).read(text);
}

std::vector<DeclaredDifference> built_in_differences(const std::string& left_path, const std::string& right_path) {
    std::vector<DeclaredDifference> differences = built_in_differences();
    differences.erase(std::remove_if(differences.begin(), differences.end(),
                                     [&](const DeclaredDifference& difference) {
                                         return difference.left_path != left_path ||
                                                difference.right_path != right_path;
                                     }),
                      differences.end());
    return differences;
}

std::vector<DeclaredDifference> built_in_differences() {
    std::vector<DeclaredDifference> differences;
    for (const EmbeddedFile& file : embedded_differences())
        for (DeclaredDifference& difference : parse_differences(std::string(file.text), std::string(file.name)))
            differences.push_back(std::move(difference));
    return differences;
}

}  // namespace entryproof::spec
