// SPDX-License-Identifier: MIT
#include "spec/expectation.h"

#include "spec/property.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

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

// The cells of a row of a table in Markdown, without blanks around them.
static std::vector<std::string> cells(const std::string& row) {
    std::vector<std::string> found;
    std::istringstream stream(row);
    for (std::string cell; std::getline(stream, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        found.push_back(begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    }
    return found;
}

TEST_CASE("the table of promises says what is expected") {
    std::map<std::pair<std::string, std::string>, std::string> expected;  // property, path
    for (const Expectation& one : built_in_expectations())
        expected[{one.property, one.path}] = one.verdict == "refuted" ? one.kind : one.verdict == "vacuous" ? "." : "?";
    std::ifstream stream("spec/promises.md");
    REQUIRE(stream);
    std::vector<std::string> head;
    std::set<std::string> rows;
    for (std::string line; std::getline(stream, line);) {
        const std::vector<std::string> row = cells(line);
        if (row.size() < 4 || row[1] == "---") continue;
        if (row[1].empty()) {
            head = row;
            continue;
        }
        rows.insert(row[1]);
        REQUIRE(row.size() == head.size());
        for (std::size_t i = 2; i + 1 < row.size(); ++i) {
            if (row[i].empty()) continue;  // another architecture's
            const std::string path = (head[i].find(':') == std::string::npos ? "" : "tree:") + head[i];
            const auto known = expected.find({row[1], path});
            CHECK_MESSAGE(row[i] == (known == expected.end() ? "yes" : known->second), row[1] << " of " << path);
        }
    }
    std::set<std::string> ids;
    for (const Property& property : properties(entryproof::kernel::arch("arm64"))) ids.insert(property.id);
    CHECK(rows == ids);
}
