// SPDX-License-Identifier: MIT
#include "checker/premerge/subject.h"

#include <doctest/doctest.h>

using namespace entryproof::checker::premerge;

namespace {

// "reply patch v3 4/14 title"
std::string read(const std::string& text) {
    const Subject subject = parse_subject(text);
    return std::string(subject.is_reply ? "reply " : "") + (subject.has_patch ? "patch " : "") + "v" +
           subject.revision + " " + std::to_string(subject.number) + "/" + std::to_string(subject.total) + " " +
           subject.title;
}

}  // namespace

TEST_CASE("subjects as they are on the lists") {
    CHECK(read("[PATCH v3 04/14] arm64: ptrace: a b") == "patch v3 4/14 arm64: ptrace: a b");
    CHECK(read("[PATCH] x") == "patch v1 0/0 x");
    CHECK(read("[RFC PATCH RESEND v13 1/2] x") == "patch v13 1/2 x");
    CHECK(read("[PATCHv2 1/2] x") == "patch v2 1/2 x");
    CHECK(read("[PATCH,v2,1/2] x") == "patch v2 1/2 x");
    CHECK(read("[PATCH v2.1 1/2] x") == "patch v2.1 1/2 x");
    CHECK(read("[PATCH -next v4 00/19] x") == "patch v4 0/19 x");
    CHECK(read("[arm64] [PATCH v2 1/3] x") == "patch v2 1/3 x");
    CHECK(read("[PATCH 1/3] [arm64] x") == "patch v1 1/3 [arm64] x");
}

TEST_CASE("answers are told from patches") {
    CHECK(read("Re: [PATCH v3 04/14] x") == "reply patch v3 4/14 x");
    CHECK(read("RE: Re: [PATCH 1/2] x") == "reply patch v1 1/2 x");
    CHECK(read("Aw: [PATCH 1/2] x") == "reply patch v1 1/2 x");
    CHECK(read("Report: x") == "v1 0/0 Report: x");
}

TEST_CASE("what is no number is none") {
    CHECK(read("[PATCH 1/x] y") == "patch v1 0/0 y");
    CHECK(read("[PATCH 99999/99999] y") == "patch v1 0/0 y");
    CHECK(read("[PATCH v 1/2] y") == "patch v1 1/2 y");
    CHECK(read("[PATCH vfs 1/2] y") == "patch v1 1/2 y");
    CHECK(read("[PATCH 1/2 y") == "v1 0/0 [PATCH 1/2 y");
    CHECK(read("") == "v1 0/0 ");
}

TEST_CASE("revisions are ordered as numbers") {
    CHECK(is_older("9", "10"));
    CHECK(is_older("2", "2.1"));
    CHECK_FALSE(is_older("3", "3"));
    CHECK_FALSE(is_older("10", "9"));
}
