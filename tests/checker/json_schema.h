// SPDX-License-Identifier: MIT
// JSON against a schema, by a small validator that knows the keywords our schemas use and refuses others.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace entryproof::tests {

using Json = nlohmann::json;

class Validator {
public:
    explicit Validator(const Json& schema) : root_(schema) {}

    // Empty: valid. Else where and why not.
    std::string flaw(const Json& value) const { return flaw(value, root_, "$"); }

private:
    std::string flaw(const Json& value, const Json& schema, const std::string& where) const {
        static const std::set<std::string> remarks = {"$schema", "$id", "title", "description", "definitions"};
        for (const auto& [keyword, rule] : schema.items()) {
            if (remarks.count(keyword) != 0 || keyword == "additionalProperties") continue;
            const std::string found = keyword_flaw(keyword, value, rule, where);
            if (!found.empty()) return found;
        }
        return value.is_object() ? other_keys_flaw(value, schema, where) : "";
    }

    // One arm per keyword.
    std::string keyword_flaw(const std::string& keyword, const Json& value, const Json& rule,
                             const std::string& where) const {
        const auto require = [&](bool holds) { return holds ? "" : where + ": " + keyword + " " + rule.dump(); };
        if (keyword == "$ref") return flaw(value, definition(rule), where);
        if (keyword == "type") return require(type_of(value) == rule);
        if (keyword == "const") return require(value == rule);
        if (keyword == "enum") return require(std::find(rule.begin(), rule.end(), value) != rule.end());
        if (keyword == "minimum") return require(!value.is_number() || value >= rule);
        if (keyword == "maximum") return require(!value.is_number() || value <= rule);
        if (keyword == "minItems") return require(!value.is_array() || value.size() >= rule);
        if (keyword == "maxItems") return require(!value.is_array() || value.size() <= rule);
        if (keyword == "pattern") return require(!value.is_string() || matches(value, rule));
        if (keyword == "required") return required_flaw(value, rule, where);
        if (keyword == "properties") return properties_flaw(value, rule, where);
        if (keyword == "items") return items_flaw(value, rule, where);
        if (keyword == "oneOf")
            return require(std::count_if(rule.begin(), rule.end(),
                                         [&](const Json& one) { return flaw(value, one, where).empty(); }) == 1);
        return where + ": the schema has a keyword that is not checked: " + keyword;
    }

    static std::string type_of(const Json& value) {
        if (value.is_number_integer()) return "integer";
        return value.type_name();
    }
    static bool matches(const Json& value, const Json& pattern) {
        return std::regex_search(value.get<std::string>(), std::regex(pattern.get<std::string>()));
    }
    const Json& definition(const Json& reference) const {
        return root_.at(Json::json_pointer(reference.get<std::string>().substr(1)));
    }
    static std::string required_flaw(const Json& value, const Json& names, const std::string& where) {
        for (const Json& name : names)
            if (value.is_object() && !value.contains(name.get<std::string>())) return where + ": lacks " + name.dump();
        return "";
    }
    std::string properties_flaw(const Json& value, const Json& rules, const std::string& where) const {
        for (const auto& [name, rule] : rules.items()) {
            if (!value.is_object() || !value.contains(name)) continue;
            const std::string found = flaw(value.at(name), rule, where + "." + name);
            if (!found.empty()) return found;
        }
        return "";
    }
    std::string items_flaw(const Json& value, const Json& rule, const std::string& where) const {
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
            const std::string found = flaw(value[i], rule, where + "[" + std::to_string(i) + "]");
            if (!found.empty()) return found;
        }
        return "";
    }
    std::string other_keys_flaw(const Json& value, const Json& schema, const std::string& where) const {
        if (!schema.contains("additionalProperties")) return "";
        const Json& rule = schema.at("additionalProperties");
        for (const auto& [name, inner] : value.items()) {
            if (schema.contains("properties") && schema.at("properties").contains(name)) continue;
            if (rule.is_boolean()) return where + ": unknown key " + name;
            const std::string found = flaw(inner, rule, where + "." + name);
            if (!found.empty()) return found;
        }
        return "";
    }

    const Json& root_;
};

// A file of checker/schema; tests run in the source root.
inline Json schema(const std::string& name) {
    std::ifstream stream("checker/schema/" + name);
    REQUIRE(stream);
    return Json::parse(stream);
}

}  // namespace entryproof::tests
