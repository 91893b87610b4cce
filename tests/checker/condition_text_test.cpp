// SPDX-License-Identifier: MIT
#include "checker/condition_text.h"

#include "spec/condition.h"

#include <doctest/doctest.h>

using namespace entryproof;
using entryproof::checker::any_of_text;

TEST_CASE("one conjunction is its literals") {
    CHECK(any_of_text({{"a"}}) == "a");
    CHECK(any_of_text({{"a", "!b", "c != d"}}) == "a && !b && c != d");
}

TEST_CASE("what all conjunctions share stands in front of the rest") {
    CHECK(any_of_text({{"a", "b"}, {"a", "c", "d"}}) == "a && (b || c && d)");
    CHECK(any_of_text({{"b", "a"}, {"c", "a"}}) == "a && (b || c)");
    CHECK(any_of_text({{"a"}, {"b", "c"}}) == "a || b && c");
}

TEST_CASE("a conjunction that the others only narrow says it all") {
    CHECK(any_of_text({{"a"}, {"a", "b"}}) == "a");
    CHECK(any_of_text({{}, {"a"}}) == "");
}

TEST_CASE("nothing is nothing") { CHECK(any_of_text({}) == ""); }

TEST_CASE("the text is read back") {
    spec::ConditionVocabulary vocabulary;
    for (const std::string name : {"a", "b", "c", "d"}) vocabulary.names[name] = 1;
    CHECK_NOTHROW(spec::parse_condition(any_of_text({{"a", "b", "c != d"}, {"a", "!c"}}), vocabulary));
}
