// SPDX-License-Identifier: MIT
// The JSON form of a scenario, read strictly and written deterministically, and the check of its names against
// programs.
#include "checker/scenario.h"

#include "checker/error.h"
#include "checker/json_tree.h"

#include <nlohmann/json.hpp>
#include <set>

namespace entryproof::checker {

namespace {

// Beyond 2^53 a reader that keeps numbers as doubles rounds.
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;

class ScenarioReader {
public:
    ScenarioReader(const std::string& text, const std::string& file_name) : text_(text), file_name_(file_name) {}

    Scenario read() {
        const JsonNode root = parse_json(text_, file_name_);
        require(root, JsonNode::Kind::object, "a scenario");
        refuse_other_keys(root,
                          {"version", "kind", "pair", "summary", "initial", "answers", "right_answers", "undefined"});
        read_head(root);
        Scenario scenario;
        if (const JsonNode* pair = find(root, "pair")) read_pair(*pair, scenario);
        if (const JsonNode* summary = find(root, "summary")) scenario.summary = string(*summary, "'summary'");
        if (const JsonNode* initial = find(root, "initial")) scenario.initial = values(*initial, "'initial'");
        if (const JsonNode* answers = find(root, "answers")) read_answers(*answers, "'answers'", scenario.answers);
        if (const JsonNode* answers = find(root, "right_answers"))
            read_answers(*answers, "'right_answers'", scenario.right_answers);
        if (const JsonNode* undefined = find(root, "undefined")) read_undefined(*undefined, scenario);
        return scenario;
    }

private:
    [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
        const auto [line, column] = line_and_column(text_, offset);
        throw InputError(file_name_, line, column, message);
    }

    static const char* word(JsonNode::Kind kind) {
        switch (kind) {
            case JsonNode::Kind::null:
                return "null";
            case JsonNode::Kind::boolean:
                return "a boolean";
            case JsonNode::Kind::number:
            case JsonNode::Kind::other_number:
                return "a number";
            case JsonNode::Kind::string:
                return "a string";
            case JsonNode::Kind::array:
                return "an array";
            case JsonNode::Kind::object:
                return "an object";
        }
        return "a value";
    }

    void require(const JsonNode& node, JsonNode::Kind kind, const std::string& what) const {
        if (node.kind != kind) fail(node.offset, what + " must be " + word(kind) + ", not " + word(node.kind));
    }

    void refuse_other_keys(const JsonNode& object, const std::set<std::string>& known) const {
        for (const JsonNode::Member& member : object.members)
            if (known.count(member.key) == 0) fail(member.key_offset, "unknown key '" + member.key + "'");
    }

    static const JsonNode* find(const JsonNode& object, const std::string& key) {
        for (const JsonNode::Member& member : object.members)
            if (member.key == key) return &member.value;
        return nullptr;
    }

    const JsonNode& member(const JsonNode& object, const std::string& key) const {
        const JsonNode* found = find(object, key);
        if (found == nullptr) fail(object.offset, "the key '" + key + "' is missing");
        return *found;
    }

    std::string string(const JsonNode& node, const std::string& what) const {
        require(node, JsonNode::Kind::string, what);
        return node.text;
    }

    // A decimal number, or a string "0x" and 1 to 16 hexadecimal digits.
    std::uint64_t number(const JsonNode& node, const std::string& what) const {
        if (node.kind == JsonNode::Kind::number) return node.number;
        if (node.kind == JsonNode::Kind::other_number)
            fail(node.offset, what + " must be a whole number from 0 to 2^64 - 1, not " + node.text);
        if (node.kind != JsonNode::Kind::string)
            fail(node.offset, what + " must be a number or a string \"0x...\", not " + word(node.kind));
        const std::string digits = node.text.substr(0, 2) == "0x" ? node.text.substr(2) : "";
        const bool is_hexadecimal = digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
        if (digits.empty() || digits.size() > 16 || !is_hexadecimal)
            fail(node.offset, what + " must be \"0x\" and 1 to 16 hexadecimal digits, not \"" + node.text + "\"");
        return std::stoull(digits, nullptr, 16);
    }

    void read_head(const JsonNode& root) const {
        const JsonNode& version = member(root, "version");
        if (version.kind != JsonNode::Kind::number || version.number != 1) fail(version.offset, "'version' must be 1");
        const JsonNode& kind = member(root, "kind");
        if (string(kind, "'kind'") != "scenario") fail(kind.offset, "'kind' must be \"scenario\"");
    }

    void read_pair(const JsonNode& node, Scenario& scenario) const {
        require(node, JsonNode::Kind::array, "'pair'");
        if (node.items.size() != 2)
            fail(node.offset, "'pair' must name 2 paths, not " + std::to_string(node.items.size()));
        scenario.left = string(node.items[0], "the left path");
        scenario.right = string(node.items[1], "the right path");
        for (const JsonNode& item : node.items)
            if (item.text.empty()) fail(item.offset, "a path's name is empty");
    }

    Values values(const JsonNode& node, const std::string& what) const {
        require(node, JsonNode::Kind::object, what);
        Values values;
        for (const JsonNode::Member& member : node.members)
            values[member.key] = number(member.value, "'" + member.key + "'");
        return values;
    }

    void read_answers(const JsonNode& node, const std::string& what, Answers& answers) const {
        require(node, JsonNode::Kind::array, what);
        for (const JsonNode& item : node.items) {
            require(item, JsonNode::Kind::object, "an entry of " + what);
            refuse_other_keys(item, {"hook", "occurrence", "values"});
            const std::string hook = string(member(item, "hook"), "'hook'");
            const JsonNode& occurrence = member(item, "occurrence");
            const std::uint64_t count = number(occurrence, "'occurrence'");
            if (count > 0xffffffffu) fail(occurrence.offset, "'occurrence' must be below 2^32");
            const HookCall call{hook, static_cast<unsigned>(count)};
            if (!answers.emplace(call, values(member(item, "values"), "'values'")).second)
                fail(item.offset, "occurrence " + std::to_string(count) + " of hook '" + hook + "' is given twice");
        }
    }

    void read_undefined(const JsonNode& node, Scenario& scenario) const {
        require(node, JsonNode::Kind::array, "'undefined'");
        for (const JsonNode& item : node.items) {
            require(item, JsonNode::Kind::object, "an entry of 'undefined'");
            refuse_other_keys(item, {"function", "variable", "value"});
            const std::string function = string(member(item, "function"), "'function'");
            const std::string variable = string(member(item, "variable"), "'variable'");
            const std::uint64_t value = number(member(item, "value"), "'value'");
            if (!scenario.undefined.emplace(std::make_pair(function, variable), value).second)
                fail(item.offset, "variable '" + function + ":" + variable + "' is given twice");
        }
    }

    const std::string& text_;
    const std::string& file_name_;
};

// Writing.

using Json = nlohmann::ordered_json;

Json number_to_json(std::uint64_t value) {
    if (value <= largest_exact) return value;
    std::string digits;
    for (; value != 0; value >>= 4) digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
    return "0x" + digits;
}

Json values_to_json(const Values& values) {
    Json object = Json::object();
    for (const auto& [name, value] : values) object[name] = number_to_json(value);
    return object;
}

Json answers_to_json(const Answers& answers) {
    Json array = Json::array();
    for (const auto& [call, values] : answers) {
        Json entry = Json::object();
        entry["hook"] = call.first;
        entry["occurrence"] = call.second;
        entry["values"] = values_to_json(values);
        array.push_back(std::move(entry));
    }
    return array;
}

Json undefined_to_json(const Scenario& scenario) {
    Json array = Json::array();
    for (const auto& [variable, value] : scenario.undefined) {
        Json entry = Json::object();
        entry["function"] = variable.first;
        entry["variable"] = variable.second;
        entry["value"] = number_to_json(value);
        array.push_back(std::move(entry));
    }
    return array;
}

// Checking names.

using HookAnswers = std::map<std::string, std::set<std::string>>;

// Adds the hooks of a body with the names of their answers.
void collect_hooks(const ir::Body& body, HookAnswers& hooks) {
    for (const ir::Statement& statement : body) {
        if (const auto* hook = std::get_if<ir::Hook>(&statement.node)) {
            std::set<std::string>& answers = hooks[hook->name];
            for (const ir::Answer& answer : hook->answers) answers.insert(answer.name);
        } else if (const auto* branch = std::get_if<ir::If>(&statement.node)) {
            collect_hooks(branch->then_body, hooks);
            collect_hooks(branch->else_body, hooks);
        } else if (const auto* block = std::get_if<ir::Block>(&statement.node)) {
            collect_hooks(block->body, hooks);
        }
    }
}

struct KnownNames {
    std::set<std::string> cells;
    std::set<std::pair<std::string, std::string>> variables;
    HookAnswers hooks;

    explicit KnownNames(const std::vector<const ir::Program*>& programs) {
        for (const ir::Program* program : programs) {
            for (const auto& [name, cell] : program->cells) cells.insert(name);
            for (const auto& [name, function] : program->functions) {
                collect_hooks(function.body, hooks);
                for (const ir::Parameter& parameter : function.parameters) variables.insert({name, parameter.name});
                for (const ir::Local& local : function.locals) variables.insert({name, local.name});
            }
        }
    }
};

void add_unknown(const Answers& answers, const KnownNames& known, std::set<std::string>& unknown) {
    for (const auto& [call, values] : answers) {
        const auto hook = known.hooks.find(call.first);
        if (hook == known.hooks.end()) {
            unknown.insert("hook '" + call.first + "'");
            continue;
        }
        for (const auto& [name, value] : values)
            if (hook->second.count(name) == 0) unknown.insert("answer '" + name + "' of hook '" + call.first + "'");
    }
}

}  // namespace

Scenario parse_scenario(const std::string& text, const std::string& file_name) {
    return ScenarioReader(text, file_name).read();
}

std::string to_json(const Scenario& scenario) {
    Json root = Json::object();
    root["version"] = 1;
    root["kind"] = "scenario";
    if (!scenario.right.empty()) root["pair"] = Json::array({scenario.left, scenario.right});
    if (!scenario.summary.empty()) root["summary"] = scenario.summary;
    root["initial"] = values_to_json(scenario.initial);
    root["answers"] = answers_to_json(scenario.answers);
    if (!scenario.right_answers.empty()) root["right_answers"] = answers_to_json(scenario.right_answers);
    if (!scenario.undefined.empty()) root["undefined"] = undefined_to_json(scenario);
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::string> unknown_names(const Scenario& scenario, const std::vector<const ir::Program*>& programs) {
    const KnownNames known(programs);
    std::set<std::string> unknown;
    for (const auto& [name, value] : scenario.initial)
        if (known.cells.count(name) == 0) unknown.insert("cell '" + name + "'");
    add_unknown(scenario.answers, known, unknown);
    add_unknown(scenario.right_answers, known, unknown);
    for (const auto& [variable, value] : scenario.undefined)
        if (known.variables.count(variable) == 0)
            unknown.insert("variable '" + variable.first + ":" + variable.second + "'");
    return {unknown.begin(), unknown.end()};
}

}  // namespace entryproof::checker
