// SPDX-License-Identifier: MIT
// Mails in every dress that a patch meets on its way, and mails that mean harm. GMime is not tested for its own sake:
// what a patch needs is.
#include "checker/premerge/mail.h"

#include "checker/error.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace entryproof::checker;
using namespace entryproof::checker::premerge;

namespace {

const std::string head = "From: A <a@example.org>\nSubject: [PATCH] x\nMessage-ID: <1@example.org>\n";

Mail one(const std::string& text) {
    const std::vector<Mail> mails = read_mails(text, "file");
    REQUIRE(mails.size() == 1);
    return mails.front();
}

}  // namespace

TEST_CASE("a plain mail is read as it stands") {
    const Mail mail =
        one(head + "References: <a@b> <c@d>\nIn-Reply-To: <e@f>\nDate: Thu, 1 Jan 1970 00:01:00 +0000\n\nhi\n x\n");
    CHECK(mail.message_id == "1@example.org");
    CHECK(mail.references == std::vector<std::string>{"a@b", "c@d", "e@f"});
    CHECK(mail.from == "A <a@example.org>");
    CHECK(mail.subject == "[PATCH] x");
    CHECK(mail.date == 60);
    CHECK(mail.text == "hi\n x\n");
    CHECK(mail.flaw.empty());
}

TEST_CASE("transfer encodings are undone, bytes are kept") {
    CHECK(one(head + "Content-Transfer-Encoding: quoted-printable\n\na=3Db =\nc\n=20\n").text == "a=b c\n \n");
    CHECK(one(head + "Content-Transfer-Encoding: base64\n\nK2EKLWIK\n").text == "+a\n-b\n");
    CHECK(one(head + "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n\xe4\n").text ==
          "\xe4\n");
    CHECK(one(head + "Content-Type: text/plain; charset=no-such-set\n\nx\xff\n").text == "x\xff\n");
}

TEST_CASE("CRLF is the mail's way, unless a line says otherwise") {
    CHECK(one(head + "\na\r\nb\r\n").text == "a\nb\n");
    CHECK(one(head + "Content-Transfer-Encoding: base64\n\nYQ0KYgo=\n").text == "a\r\nb\n");
}

TEST_CASE("format=flowed is undone") {
    const std::string flowed = "Content-Type: text/plain; format=flowed\n\n";
    CHECK(one(head + flowed + "one \ntwo\n  x\n- y\n-- \nsig\n").text == "one two\n x\n- y\n-- \nsig\n");
    CHECK(one(head + "Content-Type: text/plain; format=flowed; delsp=yes\n\none \ntwo\n").text == "onetwo\n");
}

TEST_CASE("the text parts are read, the others are named") {
    const std::string mixed =
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhi\n"
        "--b\nContent-Type: text/x-patch\n\n+a\n--b\nContent-Type: text/html\n\n<p>\n--b--\n";
    const Mail mail = one(head + mixed);
    CHECK(mail.text == "hi\n+a\n");
    REQUIRE(mail.left_out.size() == 1);
    CHECK(mail.left_out.front() == "text/html: neither plain text nor a patch");
}

TEST_CASE("an encoded subject becomes one line of UTF-8") {
    CHECK(one("Subject: =?utf-8?q?[PATCH]_f=C3=BCr?=\n x\n\n\n").subject == "[PATCH] f\xc3\xbcr x");
    CHECK(one("Subject: a\x1b[31mb\n\n\n").subject == "a [31mb");
}

TEST_CASE("an mbox is cut where git cuts it") {
    const std::string from = "From 1234 Mon Sep 17 00:00:00 2001\n";
    const std::vector<Mail> mails = read_mails(
        from + head + "\nFrom here on all is well.\nFrom a to b: 12\n>From 1\n>>From 2\n" + from + head + "\nb\n", "f");
    REQUIRE(mails.size() == 2);
    CHECK(mails[0].text == "From here on all is well.\nFrom a to b: 12\nFrom 1\n>From 2\n");
    CHECK(mails[1].text == "b\n");
    CHECK(mails[1].number == 2);
}

TEST_CASE("a maildir is read in the order of its names") {
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("mail_test." + std::to_string(::getpid()))).string();
    std::filesystem::create_directories(folder + "/cur");
    std::filesystem::create_directories(folder + "/new");
    std::ofstream(folder + "/new/1") << head << "\nnew\n";
    std::ofstream(folder + "/cur/2:2,S") << head << "\ncur\n";
    std::ofstream(folder + "/cur/.hidden") << head << "\nhidden\n";
    const std::vector<Mail> mails = read_maildir(folder);
    REQUIRE(mails.size() == 2);
    CHECK(mails[0].text == "cur\n");
    CHECK(mails[1].text == "new\n");
    std::filesystem::remove_all(folder);
    CHECK_THROWS_AS(read_maildir(folder), InputError);
}

TEST_CASE("mails that mean harm") {
    SUBCASE("headers without end") {
        CHECK(one("Subject: x\nX: " + std::string(2u << 20, 'a') + "\n\nhi\n").flaw.find("headers") !=
              std::string::npos);
    }
    SUBCASE("a line of ten million bytes") {
        const Mail mail = one(head + "\n" + std::string(10'000'000, 'a') + "\n");
        CHECK(mail.text.size() == 10'000'001);
    }
    SUBCASE("parts without end") {
        std::string text = head;
        for (int depth = 0; depth < 3000; ++depth) {
            const std::string boundary = "b" + std::to_string(depth);
            text += "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n";
        }
        CHECK(one(text + "\nhi\n").flaw.find("nested") != std::string::npos);
    }
    SUBCASE("bytes of 0") {
        const Mail mail = one(head + std::string("\na\0b\n", 5));
        CHECK(mail.text == std::string("a\0b\n", 4));
    }
    SUBCASE("a boundary that never ends, and a part without a head") {
        CHECK(one(head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n").text == "hi\n");
        CHECK(one(head + "Content-Type: multipart/mixed\n\nhi\n").text.size() < 10);
    }
    SUBCASE("nothing at all") { CHECK_THROWS_AS(read_mails("\n\r\n", "f"), InputError); }
    SUBCASE("no mail, but text") { CHECK(one("just words\n").text.find("words") == std::string::npos); }
}
