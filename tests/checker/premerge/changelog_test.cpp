// SPDX-License-Identifier: MIT
#include "checker/premerge/changelog.h"

#include <doctest/doctest.h>

using namespace entryproof::checker::premerge;

namespace {

// The quote of the claim that nothing changes; empty: none is made.
std::string no_change(const std::string& message, const std::string& subject = "arm64: x") {
    for (const ChangelogStatement& one : changelog_statements(subject, message))
        if (one.said == Said::no_change) return one.quote;
    return "";
}

}  // namespace

TEST_CASE("the claim that nothing changes, in its spellings") {
    for (const std::string text :
         {"No functional changes intended.", "No functional change.", "There is no functional change here.",
          "no change in behaviour", "No behavioral changes.", "This is NFC.", "[NFC]",
          "No functional\nchanges are intended.", "no intended functional changes", "It has no functional impact.",
          "No functionality change."})
        CHECK_MESSAGE(no_change(text) != "", text);
    CHECK(no_change("", "arm64: x (NFC)") == "arm64: x (NFC)");
}

TEST_CASE("words that are no such claim") {
    for (const std::string text : {"Functional changes follow.", "The NFC_FOO bit.", "nfc", "CONFIG_NFC=y is INFCX",
                                   "no functional changelog", "It changes behaviour.", "known functional change"})
        CHECK_MESSAGE(no_change(text) == "", text);
}

TEST_CASE("the sentence is quoted, not the paragraph") {
    CHECK(no_change("Rename it. No functional\n  changes intended! More words.\n") ==
          "No functional changes intended!");
    CHECK(no_change("Title\n\nno functional change\n\nSigned-off-by: A\n") == "no functional change");
    CHECK(no_change("no functional change " + std::string(400, 'x')).size() == 200);
}

TEST_CASE("impact, fixes and reverts") {
    const auto found = changelog_statements("Revert \"arm64: a\"",
                                            "[Rationale]\nr\n\n[Impact]\n- one\n- two\n\nmore\nFixes: 1234 (\"b\")\n");
    REQUIRE(found.size() == 3);
    CHECK(found[0].said == Said::impact);
    CHECK(found[0].quote == "- one - two");
    CHECK(found[1].said == Said::reverts);
    CHECK(found[1].about == "arm64: a");
    CHECK(found[2].said == Said::fixes);
    CHECK(found[2].about == "1234 (\"b\")");
    CHECK(changelog_statements("x", "[Impact]\n\n").empty());
    CHECK(changelog_statements("x", "[Impact]\n- one\n[Next]\n- two\n")[0].quote == "- one");
}

TEST_CASE("whether a text speaks of an observer") {
    CHECK(speaks_of("A tracer sees it.", "tracer"));
    CHECK(speaks_of("PTRACE_SYSEMU: ptrace", "tracer"));
    CHECK_FALSE(speaks_of("A retracer sees it.", "tracer"));
    CHECK(speaks_of("The audit record", "audit"));
    CHECK_FALSE(speaks_of("We audited it", "audit"));
    CHECK_FALSE(speaks_of("", "seccomp"));
}
