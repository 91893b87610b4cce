// SPDX-License-Identifier: MIT
// The JSON report against its published schema, by a small validator that knows the keywords the schema uses and
// refuses others.
#include "checker/report_json.h"

#include "tests/checker/sample_result.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

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

Json schema(const std::string& name = "prove-v1") {
    std::ifstream stream("checker/schema/" + name + ".json");
    REQUIRE(stream);
    return Json::parse(stream);
}

Json report() { return Json::parse(report_json(sample::result(), std::nullopt)); }

std::string flaw(const Json& value, const std::string& name = "prove-v1") {
    const Json rules = schema(name);
    return Validator(rules).flaw(value);
}

}  // namespace

TEST_CASE("a result is as the schema says") {
    CHECK(flaw(report()) == "");
    const Recheck second{"cvc5", false, {{"undefined", "unsat", "none", "killed"}}};
    CHECK(flaw(Json::parse(report_json(sample::result(), second))) == "");
    CHECK(flaw(Json::parse(
              report_json(Result{"prove", "a", "b", {}, {}, {}, {}, {}, {}, ExitCode::vacuous}, std::nullopt))) == "");
}

TEST_CASE("what diff found is as its own schema says, and not as that of prove") {
    Result result = sample::result();
    result.command = "diff";
    result.differences[1].is_exact = false;
    result.differences[1].at_most = "task.watched";
    result.differences[1].unless = {"0123abcd"};
    const Json value = Json::parse(report_json(result, std::nullopt));
    CHECK(flaw(value, "diff-v1") == "");
    CHECK(flaw(value) != "");
    CHECK(flaw(report(), "diff-v1") != "");
    CHECK(value["differences"][0]["at_most"] == value["differences"][0]["condition"]);
    CHECK(value["differences"][1]["exact"] == false);
    CHECK(value["differences"][1]["at_most"] == "task.watched");
    CHECK(value["differences"][1]["unless"] == Json::array({"0123abcd"}));
}

TEST_CASE("an error is as the schema says") {
    CHECK(flaw(Json::parse(error_json(ExitCode::unreadable, "no \"such\" file\n", "a\\b", 3, 4))) == "");
}

TEST_CASE("the schema refuses unknown keys, missing keys and wrong values") {
    Json value = report();
    value["claims"][0]["colour"] = "red";
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0].erase("id");
    CHECK(flaw(value) != "");
    value = report();
    value["exit"]["code"] = 9;
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0]["stories"][0]["initial"]["task.visitor"] = -1;
    CHECK(flaw(value) != "");
    value = report();
    value["differences"][0]["id"] = "0123ABCD";
    CHECK(flaw(value) != "");
}

TEST_CASE("every story is a scenario that can be read back") {
    const Json value = report();
    const Json& story = value["differences"][0]["stories"][0];
    const Scenario read = parse_scenario(story.dump(), "story");
    CHECK(read.left == "gate");
    CHECK(read.right == "gate-ignoring");
    CHECK(read.summary == "the guard refused");
    CHECK(read.initial == sample::refused_visitor().initial);
    CHECK(read.answers == sample::refused_visitor().answers);
}

TEST_CASE("the exit code and its word are fields") {
    const Json value = report();
    CHECK(value["exit"]["code"] == 10);
    CHECK(value["exit"]["word"] == "refuted");
    CHECK(value["differences"][1]["declared"] == true);
    CHECK(value["ledger"][1]["narrower"] == "now.day");
}

TEST_CASE("the same result gives the same bytes") {
    CHECK(report_json(sample::result(), std::nullopt) == report_json(sample::result(), std::nullopt));
}
