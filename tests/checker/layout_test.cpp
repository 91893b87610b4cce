// SPDX-License-Identifier: MIT
#include "checker/layout.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;
using Lines = std::vector<std::string>;

TEST_CASE("text is broken at blanks and continued under an indent") {
    CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
    CHECK(wrap("one two three", 8, 2) == Lines{"one two", "  three"});
    CHECK(wrap("one two three", 13) == Lines{"one two three"});
}

TEST_CASE("a word that is too long is cut and nothing of it is lost") {
    CHECK(wrap("abcdefgh", 3) == Lines{"abc", "def", "gh"});
    CHECK(wrap("abcdefgh", 4, 2) == Lines{"abcd", "  ef", "  gh"});
    CHECK(wrap("abc def", 3) == Lines{"abc", "def"});
}

TEST_CASE("nothing is one empty line") {
    CHECK(wrap("", 10) == Lines{""});
    CHECK(wrap_parts({}, 10).empty());
}

TEST_CASE("parts are never broken inside unless they must be") {
    CHECK(wrap_parts({"x0 7", "x7 0"}, 9) == Lines{"x0 7 x7 0"});
    CHECK(wrap_parts({"x0 7", "x7 0"}, 8) == Lines{"x0 7", "x7 0"});
    CHECK(wrap_parts({"abcdef", "x"}, 4, 1) == Lines{"abc", " def", " x"});
}

TEST_CASE("a paragraph stays on the page and under its lead") {
    const std::string text = paragraph("note: ", std::string(70, 'a') + " " + std::string(10, 'b'));
    CHECK(text == "note: " + std::string(70, 'a') + "\n      " + std::string(10, 'b') + "\n");
}

TEST_CASE("padding never cuts") {
    CHECK(padded("ab", 4) == "ab  ");
    CHECK(padded("abcdef", 4) == "abcdef");
    CHECK(joined({"a", "b"}, ", ") == "a, b");
    CHECK(joined({}, ", ") == "");
}
