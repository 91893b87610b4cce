// SPDX-License-Identifier: MIT
// Threads as they are: out of order, with answers and robots between, sent again, in several revisions.
#include "checker/premerge/series.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;
using namespace entryproof::checker::premerge;

namespace {

const std::string diff = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";

Mail mail(const std::string& subject, const std::string& id, const std::vector<std::string>& references = {},
          const std::string& text = "why\n---\n" + diff, std::int64_t date = 0) {
    Mail one;
    one.file = "mbox";
    one.subject = subject;
    one.message_id = id;
    one.references = references;
    one.text = text;
    one.date = date;
    return one;
}

// "1:id1 2:id2"
std::string order(const PostedSeries& series) {
    std::string text;
    for (const PostedPatch& patch : series.patches)
        text += (text.empty() ? "" : " ") + std::to_string(patch.number) + ":" + patch.message_id;
    return text;
}

std::string reason_of(const PostedSeries& series, const std::string& subject) {
    for (const LeftOut& one : series.left_out)
        if (one.subject == subject) return one.reason;
    return "not left out";
}

std::string refusal(const std::vector<Mail>& mails) {
    try {
        return "taken: " + order(series_of(mails));
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a thread out of order, with answers and a robot between") {
    const PostedSeries series =
        series_of({mail("[PATCH v2 2/2] b", "2", {"0"}), mail("Re: [PATCH v2 2/2] b", "r", {"0", "2"}),
                   mail("[PATCH v2 0/2] all", "0", {}, "cover\n\nbase-commit: 0123456789abcdef\n"),
                   mail("build failure", "bot", {"0", "2"}, "errors:\n" + diff), mail("[PATCH v2 1/2] a", "1", {"0"})});
    CHECK(order(series) == "1:1 2:2");
    CHECK(series.title == "all");
    CHECK(series.revision == "2");
    CHECK(series.total == 2);
    CHECK(series.base_commit == "0123456789abcdef");
    CHECK(series.patches[0].message == "why\n");
    CHECK(series.patches[0].diff == diff);
    CHECK(reason_of(series, "Re: [PATCH v2 2/2] b") == "a reply");
    CHECK(reason_of(series, "build failure") == "an answer to another mail, not called a patch");
}

TEST_CASE("the newest revision is judged") {
    const PostedSeries series =
        series_of({mail("[PATCH 1/2] a", "a1", {"a0"}), mail("[PATCH 2/2] b", "a2", {"a0"}),
                   mail("[PATCH v10 1/2] a", "c1", {"c0"}), mail("[PATCH v10 2/2] b", "c2", {"c0"}),
                   mail("[PATCH v9 1/2] a", "b1", {"b0"}), mail("[PATCH v9 2/2] b", "b2", {"b0"})});
    CHECK(order(series) == "1:c1 2:c2");
    CHECK(series.left_out.size() == 4);
    CHECK(order(series_of({mail("[PATCH 1/1] a", "a"), mail("[PATCH v2 1/2] a", "b1", {"b0"}),
                           mail("[PATCH v2 2/2] a", "b2", {"b0"})})) == "1:b1 2:b2");
}

TEST_CASE("a patch that was sent again alone takes the place of the one before") {
    const PostedSeries series = series_of({mail("[PATCH v2 1/2] a", "1", {"0"}), mail("[PATCH v2 2/2] b", "2", {"0"}),
                                           mail("[PATCH v3 2/2] b", "3", {"0", "2"})});
    CHECK(order(series) == "1:1 2:3");
    CHECK(series.notes.size() == 1);
    CHECK(reason_of(series, "[PATCH v2 2/2] b") == "revision 3 is there");
}

TEST_CASE("a newer revision of a thread of its own is never filled up from an older one") {
    CHECK(refusal({mail("[PATCH v2 1/3] a", "1", {"0"}), mail("[PATCH v2 2/3] b", "2", {"0"}),
                   mail("[PATCH v2 3/3] c", "3", {"0"}), mail("[PATCH v3 1/3] a", "4", {"c"}),
                   mail("[PATCH v3 3/3] c", "5", {"c"})}) == "patch 2 of 3 is missing");
}

TEST_CASE("sent again: the later one counts, and the same mail twice is one") {
    CHECK(order(series_of(
              {mail("[PATCH RESEND 1/1] a", "2", {}, diff, 20), mail("[PATCH 1/1] a", "1", {}, diff, 10)})) == "1:2");
    const PostedSeries series = series_of({mail("[PATCH 1/1] a", "1"), mail("[PATCH 1/1] a", "1")});
    CHECK(order(series) == "1:1");
    CHECK(reason_of(series, "[PATCH 1/1] a") == "the same mail again");
}

TEST_CASE("a patch of many alone is judged alone, and said to be") {
    const PostedSeries series = series_of({mail("[PATCH 3/5] c", "3", {"0"})});
    CHECK(order(series) == "3:3");
    CHECK(series.total == 5);
    REQUIRE(series.notes.size() == 1);
    CHECK(series.notes.front().find("alone") != std::string::npos);
    CHECK(order(series_of({mail("[PATCH] a", "x")})) == "1:x");
    CHECK(order(series_of({mail("[PATCH] a", "x"), mail("[PATCH] b", "y")})) == "1:x 2:y");
}

TEST_CASE("what is not one whole series is refused") {
    CHECK(refusal({mail("[PATCH 1/3] a", "1"), mail("[PATCH 3/3] a", "3")}) == "patch 2 of 3 is missing");
    CHECK(refusal({mail("[PATCH 1/2] a", "1"), mail("[PATCH 2/2] a", "2"), mail("[PATCH 1/3] a", "3")})
              .find("two series") != std::string::npos);
    CHECK(refusal({mail("[PATCH 1/2] a", "1", {"t"}), mail("[PATCH 2/2] a", "2", {"u"})}).find("two threads") !=
          std::string::npos);
    CHECK(refusal({mail("[PATCH 1/2] a", "1"), mail("[PATCH 2/2] b", "2", {}, "no patch here\n")}).find("no diff") !=
          std::string::npos);
    CHECK(refusal({mail("hello", "1", {}, "hi\n")}) == "holds no patch");
    CHECK_THROWS_AS(series_of({mail("[PATCH 0/2] cover", "1", {}, "hi\n")}), NoPatch);
    Mail unreadable = mail("[PATCH 1/2] a", "1");
    unreadable.flaw = "nested";
    CHECK(refusal({unreadable, mail("[PATCH 2/2] a", "2")}) == "mail 0: nested");
    CHECK(refusal({mail("[PATCH 1/1] a", "1"), mail("[PATCH 2/1] b", "2")}).find("there is no patch") !=
          std::string::npos);
}

TEST_CASE("headers in the body say who wrote it and what it is called") {
    const PostedSeries series = series_of(
        {mail("[PATCH 1/1] wrong", "1", {}, "From: B <b@c>\nSubject: [PATCH 1/1] right\n\nwhy\n---\n" + diff)});
    CHECK(series.patches[0].from == "B <b@c>");
    CHECK(series.patches[0].subject == "right");
    CHECK(series.patches[0].message == "why\n");
}

TEST_CASE("a diff begins at its first file, and words that look alike do not") {
    const PostedSeries series =
        series_of({mail("[PATCH] x", "1", {}, "--- not a file\nwords\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n")});
    CHECK(series.patches[0].message == "--- not a file\nwords\n");
    CHECK(series.patches[0].diff.rfind("--- a/f", 0) == 0);
}

TEST_CASE("a part of a patch's mail that was not read is noted") {
    Mail signed_mail = mail("[PATCH] a", "1");
    signed_mail.left_out = {"application/pgp-signature: neither plain text nor a patch"};
    const PostedSeries series = series_of({signed_mail});
    REQUIRE(series.notes.size() == 1);
    CHECK(series.notes.front().find("pgp-signature") != std::string::npos);
}
