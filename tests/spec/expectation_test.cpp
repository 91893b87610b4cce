// SPDX-License-Identifier: MIT
#include "spec/expectation.h"

#include "spec/property.h"

#include <doctest/doctest.h>

#include <set>

using namespace entryproof::spec;

namespace {

const std::string good =
    "[[expect]]\npaths = ['legacy', 'generic']\nproperty = 'P1'\nverdict = 'refuted'\nkind = 'bug'\nnote = 'why'\n";

// "line: message"
std::string flaw(const std::string& text) {
    try {
        parse_expectations(text, "e.toml");
    } catch (const ExpectationFileError& error) {
        return std::to_string(error.line) + ": " + error.message;
    }
    return "";
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("an expectation stands for each of its paths") {
    const std::vector<Expectation> found = parse_expectations(good, "e.toml");
    REQUIRE(found.size() == 2);
    CHECK(found[0].path == "legacy");
    CHECK(found[1].path == "generic");
    CHECK(found[1].property == "P1");
    CHECK(found[1].kind == "bug");
    CHECK(found[1].note == "why");
    CHECK(found[1].line == 1);
}

TEST_CASE("what is not exactly an expectation is refused with its place") {
    CHECK(flaw("[[expect") != "");
    CHECK(flaw("x = 1\n") == "1: unknown key 'x'");
    CHECK(flaw(with("note", "nota")) == "6: unknown key 'nota'");
    CHECK(flaw(with("note = 'why'\n", "")) == "1: the key 'note' is missing");
    CHECK(flaw(with("note = 'why'", "note = 1")) == "6: 'note' must be a string");
    CHECK(flaw(with("note = 'why'", "note = ''")) == "6: 'note' is empty");
    CHECK(flaw(with("'bug'", "'bag'")) == "5: 'kind' is one of 'wart', 'abi', 'bug', 'model', not 'bag'");
    CHECK(flaw(with("'refuted'", "'proved'")) ==
          "4: 'verdict' is one of 'refuted', 'vacuous', 'not covered', not 'proved'");
    CHECK(flaw(with("'refuted'", "'vacuous'")) == "5: only what is refuted has a kind");
    CHECK(flaw(with("kind = 'bug'\n", "")) == "1: the key 'kind' is missing");
    CHECK(flaw(with("['legacy', 'generic']", "[]")) == "2: 'paths' must be an array of names");
    CHECK(flaw(with("['legacy', 'generic']", "['']")) == "2: a path is a name");
    CHECK(flaw(good + good) == "7: P1 of legacy stands here twice");
}

TEST_CASE("what is built in speaks of properties that there are") {
    std::set<std::string> ids;
    for (const Property& property : properties(entryproof::kernel::arch("arm64"))) ids.insert(property.id);
    CHECK(built_in_expectations().size() > 50);
    for (const Expectation& one : built_in_expectations()) CHECK_MESSAGE(ids.count(one.property) == 1, one.property);
}
