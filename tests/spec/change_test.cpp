// SPDX-License-Identifier: MIT
// Known changes of the series: what is read, what is compiled in, and every mistake with its place.
#include "spec/change.h"

#include "model/series/series.h"
#include "spec/assumption.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using namespace entryproof::spec;

namespace {

const std::string good = R"([[change]]
patches = ["series:03", "series-fixed:05"]
observer = "audit"
left = "record"
right = "nothing"
known_as = "D10"
condition = "task.audit"
without = ["I1"]
note = "a note"
)";

std::string with(const std::string& old, const std::string& replacement) {
    std::string text = good;
    const std::size_t place = text.find(old);
    REQUIRE(place != std::string::npos);
    return text.replace(place, old.size(), replacement);
}

std::string error_of(const std::string& text) {
    try {
        parse_changes(text, "c.toml");
        return "";
    } catch (const KnownChangeError& error) {
        CHECK(error.file == "c.toml");
        return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
    }
}

}  // namespace

TEST_CASE("a change is read whole, once for each patch") {
    const std::vector<KnownChange> all = parse_changes(good, "c.toml");
    REQUIRE(all.size() == 2);
    CHECK(all[0].name() == "series:03, audit: record / nothing");
    CHECK(all[1].path == "series-fixed:05");
    CHECK(all[1].known_as == "D10");
    CHECK(all[1].condition == "task.audit");
    CHECK(all[1].without == std::vector<std::string>{"I1"});
    CHECK(all[1].note == "a note");
    CHECK(all[1].line == 1);
    CHECK(parse_changes("", "c.toml").empty());
}

TEST_CASE("what needs a dropped assumption is for runs that drop it") {
    const std::vector<KnownChange> all = parse_changes(good, "c.toml");
    CHECK(changes_of(all, "series:03", {}).empty());
    CHECK(changes_of(all, "series:03", {"I2"}).empty());
    CHECK(changes_of(all, "series:03", {"I1"}).size() == 1);
    CHECK(changes_of(all, "series:04", {"I1"}).empty());
}

TEST_CASE("every mistake is refused with its place") {
    CHECK(error_of("x = 1").find("unknown key 'x'") != std::string::npos);
    CHECK(error_of("[[change]\n").find("not TOML") != std::string::npos);
    CHECK(error_of("[change]\n").find("must be tables") != std::string::npos);
    CHECK(error_of(with("note = \"a note\"\n", "")) == "1:1: the key 'note' is missing");
    CHECK(error_of(with("note", "notes")).find("unknown key 'notes'") != std::string::npos);
    CHECK(error_of(with("\"audit\"", "1")).find("must be a string") != std::string::npos);
    CHECK(error_of(with("\"audit\"", "\"\"")).find("is empty") != std::string::npos);
    CHECK(error_of(with("[\"I1\"]", "[\"I11\"]")) == "8:11: there is no assumption 'I11'");
    CHECK(error_of(with("[\"I1\"]", "\"I1\"")).find("array of names") != std::string::npos);
    CHECK(error_of(with("[\"series:03\", \"series-fixed:05\"]", "[]")).find("array of names") != std::string::npos);
    CHECK(error_of(with("\"record\"", "\"nothing\"")).find("nothing changes") != std::string::npos);
    CHECK(error_of(good + good).find("stands here twice") != std::string::npos);
}

TEST_CASE("what is built in is about states that exist, in conditions that can be read") {
    CHECK(built_in_changes().size() > 20);
    for (const KnownChange& one : built_in_changes()) {
        CHECK_MESSAGE(series::series_path(one.path).has_value(), one.name());
        if (!one.condition.empty()) CHECK_NOTHROW(parse_condition(one.condition, outcome_vocabulary()));
    }
}
