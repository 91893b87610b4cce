// SPDX-License-Identifier: MIT
// Declared differences: what is read, what is compiled in, and every mistake with its place.
#include "spec/difference.h"

#include <doctest/doctest.h>

#include <set>

using namespace entryproof::spec;

namespace {

const std::string good = R"(# a comment
[[difference]]
name = "no-report"
pair = ["legacy", "generic"]
observer = "tracer"
left = "signal stop"
right = "nothing"
fields = []
condition = "exit.step && exit.emu"
reason = "a reason"
)";

// `good` with one part replaced.
std::string with(const std::string& old, const std::string& replacement) {
    std::string text = good;
    const std::size_t place = text.find(old);
    REQUIRE(place != std::string::npos);
    return text.replace(place, old.size(), replacement);
}

// "line:column: message" of the error, or "".
std::string error_of(const std::string& text) {
    try {
        parse_differences(text, "d.toml");
        return "";
    } catch (const DifferenceFileError& error) {
        CHECK(error.file == "d.toml");
        return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
    }
}

}  // namespace

TEST_CASE("a declaration is read whole, with its place") {
    const std::vector<DeclaredDifference> all =
        parse_differences(good + "patch = \"a patch\"\nlink = \"a link\"\n", "d.toml");
    REQUIRE(all.size() == 1);
    const DeclaredDifference& one = all[0];
    CHECK(one.name == "no-report");
    CHECK(one.left_path == "legacy");
    CHECK(one.right_path == "generic");
    CHECK(one.observer == "tracer");
    CHECK(one.left == "signal stop");
    CHECK(one.right == "nothing");
    CHECK(one.fields.empty());
    CHECK(one.condition == "exit.step && exit.emu");
    CHECK(one.reason == "a reason");
    CHECK(one.patch == "a patch");
    CHECK(one.link == "a link");
    CHECK(one.file == "d.toml");
    CHECK(one.line == 2);
}

TEST_CASE("declarations keep the order of the file, and their fields are sorted") {
    const std::string second = R"([[difference]]
name = "another"
pair = ["a", "b"]
observer = "o"
left = "k"
right = "k"
fields = ["x", "message"]
condition = ""
reason = "r"
)";
    const std::vector<DeclaredDifference> all = parse_differences(good + second, "d.toml");
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "no-report");
    CHECK(all[1].fields == std::vector<std::string>{"message", "x"});
    CHECK(all[1].patch.empty());
    CHECK(all[1].line == 11);
}

TEST_CASE("a file without declarations declares nothing") {
    CHECK(parse_differences("", "d.toml").empty());
    CHECK(parse_differences("# nothing\n", "d.toml").empty());
}

TEST_CASE("an unknown key is refused") {
    CHECK(error_of(with("reason =", "raeson =")) == "10:1: unknown key 'raeson'");
    CHECK(error_of(good + "[other]\n") == "11:2: unknown key 'other'");
    CHECK(error_of("version = 1\n" + good) == "1:1: unknown key 'version'");
}

TEST_CASE("each missing key is refused") {
    for (const std::string key : {"name", "pair", "observer", "left", "right", "fields", "condition", "reason"}) {
        std::string text = good;
        const std::size_t start = text.find("\n" + key + " =") + 1;
        text.erase(start, text.find('\n', start) - start + 1);
        CHECK(error_of(text) == "2:1: the key '" + key + "' is missing");
    }
}

TEST_CASE("a wrong type is refused") {
    CHECK(error_of(with("\"no-report\"", "7")) == "3:8: 'name' must be a string");
    CHECK(error_of(with("[\"legacy\", \"generic\"]", "\"legacy\"")) == "4:8: 'pair' must be an array");
    CHECK(error_of(with("\"legacy\"", "1")) == "4:9: the left path must be a string");
    CHECK(error_of(with("fields = []", "fields = \"x\"")) == "8:10: 'fields' must be an array");
    CHECK(error_of(with("fields = []", "fields = [true]")) == "8:11: a field must be a string");
    CHECK(error_of(good + "link = 3\n") == "11:8: 'link' must be a string");
    CHECK(error_of("difference = 3\n") == "1:14: 'difference' must be tables [[difference]]");
    CHECK(error_of("difference = [3]\n") == "1:15: 'difference' must be tables [[difference]]");
}

TEST_CASE("an empty text is refused where something must be said") {
    CHECK(error_of(with("\"a reason\"", "\"\"")) == "10:10: 'reason' is empty");
    CHECK(error_of(with("\"tracer\"", "\"\"")) == "5:12: 'observer' is empty");
    CHECK(error_of(with("\"legacy\"", "\"\"")) == "4:8: a path's name is empty");
    CHECK(error_of(with("\"exit.step && exit.emu\"", "\"\"")).empty());
}

TEST_CASE("a pair names two paths") {
    CHECK(error_of(with(", \"generic\"", "")) == "4:8: 'pair' must name 2 paths, not 1");
    CHECK(error_of(with("\"generic\"", "\"generic\", \"more\"")) == "4:8: 'pair' must name 2 paths, not 3");
}

TEST_CASE("a name used twice is refused at its second place") {
    CHECK(error_of(good + good) == "13:8: the name 'no-report' is used twice");
}

TEST_CASE("fields may differ only between events of one kind, and there some must") {
    CHECK(error_of(with("fields = []", "fields = [\"x\"]")) == "8:10: with different kinds 'fields' must be empty");
    CHECK(error_of(with("\"nothing\"", "\"signal stop\"")) ==
          "8:10: with equal kinds 'fields' must name the fields that differ");
    CHECK(error_of(with("\"signal stop\"", "\"nothing\"")) ==
          "6:8: both sides show nothing, so there is no difference");
    CHECK(error_of(with("fields = []", "fields = [\"\"]")) == "8:11: a field's name is empty");
    CHECK(error_of(with("fields = []", "fields = [\"x\", \"x\"]")) == "8:16: the field 'x' is listed twice");
}

TEST_CASE("what is not TOML is refused where it goes wrong") {
    CHECK(error_of("[[difference]]\nname = \n").find("2:8: not TOML: ") == 0);
    CHECK(error_of(good + "reason = \"again\"\n").find("11:10: not TOML: ") == 0);
}

TEST_CASE("every compiled-in declaration can be read and has a name of its own") {
    const std::vector<DeclaredDifference> all = built_in_differences();
    REQUIRE_FALSE(all.empty());
    std::set<std::string> names;
    for (const DeclaredDifference& one : all) CHECK(names.insert(one.name).second);
}

TEST_CASE("only the declarations of exactly that pair apply") {
    std::size_t applying = 0;
    for (const DeclaredDifference& one : built_in_differences())
        applying += one.left_path == "legacy" && one.right_path == "generic" ? 1 : 0;
    CHECK(applying > 0);
    CHECK(built_in_differences("legacy", "generic").size() == applying);
    CHECK(built_in_differences("legacy", "legacy").empty());
    CHECK(built_in_differences("generic", "generic").empty());
    CHECK(built_in_differences("generic", "legacy").empty());
}

TEST_CASE("a pair that differs as a built-in one does has all its declarations, under its own names") {
    const std::string same =
        "[[same]]\npair = [\"tree:arm64\", \"tree+overlay:arm64\"]\nas = [\"legacy\", \"generic\"]\n";
    const std::vector<DeclaredDifference> known = built_in_differences("legacy", "generic");
    const std::vector<DeclaredDifference> found = parse_differences(same, "d.toml");
    REQUIRE(found.size() == known.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].name == known[i].name);
        CHECK(found[i].condition == known[i].condition);
        CHECK(found[i].left_path == "tree:arm64");
        CHECK(found[i].right_path == "tree+overlay:arm64");
        CHECK(found[i].file == "d.toml");  // where it is said of this pair
        CHECK(found[i].line == 1);
    }
    CHECK(parse_differences(same + good, "d.toml").size() == known.size() + 1);
    CHECK(error_of(same + same) == "6:6: the name 'no-step-report-under-sysemu' is used twice");
    CHECK(error_of("[[same]]\npair = [\"a\", \"b\"]\nas = [\"generic\", \"legacy\"]\n") ==
          "3:6: nothing is declared for generic and legacy");
    CHECK(error_of("[[same]]\npair = [\"a\", \"b\"]\n") == "1:1: the key 'as' is missing");
    CHECK(error_of("[[same]]\npair = [\"a\"]\nas = [\"legacy\", \"generic\"]\n") ==
          "2:8: 'pair' must name 2 paths, not 1");
    CHECK(error_of("same = 1\n") == "1:8: 'same' must be tables [[same]]");
}
