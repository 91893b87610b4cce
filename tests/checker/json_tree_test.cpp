// SPDX-License-Identifier: MIT
// Where values stand, and what is refused beyond JSON's own rules.
#include "checker/json_tree.h"

#include <doctest/doctest.h>

#include "checker/error.h"

using namespace entryproof::checker;

namespace {

// "line:column: message" of the error, or "".
std::string error_of(const std::string& text) {
    try {
        parse_json(text, "f.json");
        return "";
    } catch (const InputError& error) {
        CHECK(error.file == "f.json");
        return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.what();
    }
}

}  // namespace

TEST_CASE("every value knows where it starts") {
    const std::string text = R"({ "a\"\\": [10, "x\\" , true,false, null ,-1.5e3, {}], "b":0})";
    const JsonNode root = parse_json(text, "f.json");
    const auto starts = [&](const JsonNode& node, const std::string& with) {
        return text.compare(node.offset, with.size(), with) == 0;
    };
    CHECK(root.offset == 0);
    REQUIRE(root.members.size() == 2);
    CHECK(root.members[0].key == "a\"\\");
    CHECK(root.members[0].key_offset == 2);
    const std::vector<JsonNode>& items = root.members[0].value.items;
    REQUIRE(items.size() == 7);
    CHECK(starts(root.members[0].value, "[10"));
    CHECK(starts(items[0], "10,"));
    CHECK(starts(items[1], "\"x"));
    CHECK(starts(items[2], "true"));
    CHECK(starts(items[3], "false"));
    CHECK(starts(items[4], "null"));
    CHECK(starts(items[5], "-1.5e3"));
    CHECK(items[5].text == "-1.5e3");
    CHECK(starts(items[6], "{}"));
    CHECK(starts(root.members[1].value, "0}"));
}

TEST_CASE("a number at the very end of the text knows its start") {
    CHECK(parse_json(" 123", "f.json").offset == 1);
    CHECK(parse_json(" 123", "f.json").number == 123);
}

TEST_CASE("only whole numbers of 64 bits without sign are numbers") {
    CHECK(parse_json("18446744073709551615", "f").kind == JsonNode::Kind::number);
    CHECK(parse_json("18446744073709551616", "f").kind == JsonNode::Kind::other_number);
    CHECK(parse_json("-1", "f").kind == JsonNode::Kind::other_number);
    CHECK(parse_json("1.0", "f").kind == JsonNode::Kind::other_number);
}

TEST_CASE("lines and columns count from 1") {
    CHECK(line_and_column("ab\ncd\n", 0) == std::make_pair(1u, 1u));
    CHECK(line_and_column("ab\ncd\n", 4) == std::make_pair(2u, 2u));
    CHECK(line_and_column("ab\ncd\n", 99) == std::make_pair(3u, 1u));
}

TEST_CASE("what is not JSON is refused where it goes wrong") {
    CHECK(error_of("{\n  \"a\": }").find("2:8: not JSON: syntax error") == 0);
    CHECK(error_of("").find("1:1: not JSON: ") == 0);
    CHECK(error_of("{} x").find("1:4: not JSON: ") == 0);
    CHECK(error_of("{'a': 1}").find("1:2: not JSON: ") == 0);
}

TEST_CASE("a key given twice is refused at its second place") {
    CHECK(error_of("{\"a\": 1,\n \"a\": 2}") == "2:2: the key 'a' is given twice");
    CHECK(error_of("{\"a\": {\"a\": 2}}").empty());
}

TEST_CASE("deep nesting is refused") {
    CHECK(error_of(std::string(16, '[') + std::string(16, ']')).empty());
    CHECK(error_of(std::string(100000, '[')) == "1:17: nested more than 16 levels deep");
}
