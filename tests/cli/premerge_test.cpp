// SPDX-License-Identifier: MIT
// `premerge` from the outside, on a kernel tree of a few lines of our own: every way in, every exit code that a series
// can end with, and what it leaves behind. Costs about two seconds.
#include "tests/cli/toy_series.h"

#include <nlohmann/json.hpp>

#include <set>
#include <tuple>
#include <vector>

using namespace entryproof;
using namespace entryproof::cli;
using Json = nlohmann::json;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Without the line ends and indents of a page.
std::string flat(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (c > ' ' || (!result.empty() && result.back() != ' ')) result += c > ' ' ? c : ' ';
    return result;
}

std::string mail(const std::string& subject, const std::string& message, const std::string& diff) {
    static int count = 0;
    return "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nMessage-ID: <" +
           std::to_string(++count) + "@b>\nSubject: " + subject + "\n\n" + message + "\n---\n" + diff + "-- \n2.45\n\n";
}

}  // namespace

TEST_CASE("how a series ends is told by the exit code and the last line") {
    const Toy toy;
    const std::vector<std::tuple<std::string, std::string, int, std::string>> rows = {
        {"untouched", harmless, 4, "nothing modelled"},
        {"unchanged", same_steps, 0, "proved"},
        {"unliftable", unknown, 2, "unreadable"},
        {"does-not-apply", "--- a/nope\n+++ b/nope\n@@ -1 +1 @@\n-a\n+b\n", 2, "unreadable"},
        {"does-not-apply", "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", 2, "unreadable"},
    };
    for (const auto& row : rows) {
        toy.shell.file("mbox", mail("[PATCH] x", "why", std::get<1>(row)));
        const Ended ended = toy.run("$F/mbox");
        CHECK(ended.code == std::get<2>(row));
        CHECK(ended.last_line() == std::get<3>(row));
        CHECK(holds(ended.output, "1/1   " + std::get<0>(row)));
        CHECK(ended.errors == "");
    }
}

TEST_CASE("a false claim is refuted first of all, and what came of it is JSON too") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH 1/2] tidy", "No functional change.", inverted) +
                               mail("[PATCH 2/2] driver", "why", harmless));
    const Ended ended = toy.run("$F/mbox");
    CHECK(ended.code == 10);
    CHECK(holds(ended.output, "REFUTED patch 1/2 says \"No functional change.\""));
    CHECK(holds(ended.output, "first to change behaviour: 1/2 tidy"));
    const Ended json = toy.run("$F/mbox --format json");
    CHECK(json.code == 10);
    const Json root = Json::parse(json.output);
    CHECK(root["exit"]["code"] == 10);
    CHECK(root["patches"][0]["verdict"] == "changed");
    CHECK(root["patches"][0]["changelog"][0]["verdict"] == "refuted");
    CHECK(root["patches"][0]["functions"] == Json::array({"el0_svc"}));
    CHECK(root["patches"][0]["differences"][0]["observer"] == "tracepoints");
    CHECK(root["patches"][1]["verdict"] == "untouched");
    CHECK(root["first_change"] == 1);
    CHECK(toy.run("$F/mbox --format json").output == json.output);
}

TEST_CASE("every way in is the same series") {
    const Toy toy;
    const std::string one = mail("[PATCH 1/2] a", "why", harmless), two = mail("[PATCH 2/2] b", "why", same_steps);
    toy.shell.file("mbox", two + one);
    toy.shell.file("1", one.substr(one.find('\n') + 1));
    toy.shell.file("2", two.substr(two.find('\n') + 1));
    std::filesystem::create_directories(toy.shell.folder + "/md/new");
    std::filesystem::copy(toy.shell.folder + "/1", toy.shell.folder + "/md/new/1");
    std::filesystem::copy(toy.shell.folder + "/2", toy.shell.folder + "/md/new/2");
    const std::string wanted = toy.run("$F/mbox --quiet").output;
    CHECK(holds(wanted, "1/2   untouched       a\n2/2   unchanged       b\nproved\n"));
    for (const std::string way : {"--mbox $F/mbox", "$F/2 $F/1", "--maildir $F/md"})
        CHECK_MESSAGE(toy.run(way + " --quiet").output == wanted, way);
    const Ended piped = toy.shell.run("premerge --tree $F/k - --quiet <$F/mbox");
    CHECK(piped.output == wanted);
}

TEST_CASE("the base is looked for in a repository, and every attempt is told") {
    const Toy toy;
    const std::string git = "cd " + toy.shell.folder +
                            "/k && export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b"
                            " GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b && ";
    REQUIRE(std::system((git + "git init -q . && git add -A && git commit -q -m base && git tag v7").c_str()) == 0);
    toy.write("drivers/ours.c", "char ours;\n");
    REQUIRE(std::system((git + "git commit -q -a -m other").c_str()) == 0);
    toy.shell.file("mbox", mail("[PATCH] a", "why", harmless));
    const Ended found = toy.shell.run("premerge --git $F/k $F/mbox");
    CHECK(found.code == 4);
    CHECK(holds(found.output, "tried: HEAD: patch 1: drivers/ours.c: hunk 1 does not apply"));
    CHECK(holds(found.output, "taken: v7: every patch applies"));
    CHECK(toy.shell.run("premerge --git $F/k --base HEAD $F/mbox").code == 2);
    CHECK(toy.shell.run("premerge --git $F/k --base v7 $F/mbox").code == 4);
    CHECK(toy.shell.run("premerge --git $F/k --base nope $F/mbox").code == 2);
    toy.shell.file("mbox", mail("[PATCH] a", "why\n\nbase-commit: 0123456789012345678901234567890123456789", harmless));
    CHECK(holds(flat(toy.shell.run("premerge --git $F/k $F/mbox").output),
                "tried: 0123456789012345678901234567890123456789: not in this repository"));
    const Ended range = toy.shell.run("premerge --git $F/k --range v7..HEAD --quiet");
    CHECK(range.code == 4);
    CHECK(holds(range.output, "1/1   untouched       other"));
    CHECK(toy.shell.run("lift git:$F/k@v7").code == 0);
    CHECK(toy.shell.run("lift git:$F/k@nope").code == 2);
    CHECK(toy.shell.run("lift git:$F/k").code == 1);
}

TEST_CASE("each format has something to say when there is no judgement, and b4 is never told a pass") {
    const Toy toy;
    toy.shell.file("half", mail("[PATCH 1/3] a", "why", harmless) + mail("[PATCH 3/3] b", "why", same_steps));
    for (const std::string format : {"json", "ktap", "junit", "sarif", "b4-review", "b4-check", "patchwork", "mail"}) {
        const Ended ended = toy.run("$F/half --format " + format);
        CHECK_MESSAGE(ended.code == 2, format);
        CHECK_MESSAGE(holds(flat(ended.output), "patch 2 of 3 is missing"), format);
        if (format != "json") CHECK_MESSAGE(ended.errors == "", format);
    }
    CHECK(toy.run("$F/half").last_line() == "unreadable");
}

TEST_CASE("b4 gets silence for mails that are beside the point") {
    const Toy toy;
    toy.shell.file("cover", "From: A <a@b>\nSubject: [PATCH 0/3] all\n\nwords\n");
    toy.shell.file("unrelated", mail("[PATCH] a", "why", harmless));
    for (const std::string file : {"$F/cover", "$F/unrelated"}) {
        const Ended review = toy.run(file + " --format b4-review");
        CHECK(review.output == "[]\n");
        CHECK(review.errors == "");
        const Ended check = toy.run(file + " --format b4-check");
        CHECK(check.code == 0);
        CHECK(check.output + check.errors == "");
    }
    CHECK(toy.run("$F/cover").code == 2);
}

TEST_CASE("only --output is written") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH] x", "why", change(toy_tree::entry, "if (unlikely(", "if (likely(")));
    toy.shell.file("evil", mail("[PATCH] x", "why",
                                "diff --git a/f b/../../evil\nnew file mode 100644\n--- /dev/null\n"
                                "+++ b/../../evil\n@@ -0,0 +1 @@\n+x\n"));
    const auto list = [&] {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(toy.shell.folder))
            names.insert(entry.path().string() + " " +
                         (entry.is_regular_file() ? std::to_string(entry.file_size()) : ""));
        for (auto at = names.begin(); at != names.end();)
            at = holds(*at, "/.out ") || holds(*at, "/.err ") ? names.erase(at) : std::next(at);
        return names;
    };
    const auto before = list();
    CHECK(toy.run("$F/mbox").code != 1);
    CHECK(toy.run("$F/evil").code == 2);
    CHECK(list() == before);
    const Ended ended = toy.run("$F/mbox --quiet --output $F/out.txt");
    CHECK(file_text(toy.shell.folder + "/out.txt").find("1/1") == 0);
    CHECK(list().size() == before.size() + 1);
}

TEST_CASE("a command line that is wrong ends with 1") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH] x", "why", harmless));
    for (const std::string line :
         {"--tree $F/k", "$F/mbox", "--tree $F/k --git $F/k $F/mbox", "--tree $F/k --base v7 $F/mbox",
          "--tree $F/k --range a..b", "--tree $F/k $F/mbox --maildir $F", "--git $F/k --range a",
          "--tree $F/k $F/mbox --format tap", "--tree $F/k $F/mbox --arch vax"}) {
        const Ended ended = toy.shell.run("premerge " + line);
        CHECK_MESSAGE((ended.code == 1 || (line == "--git $F/k --range a" && ended.code == 2)), line);
        CHECK_MESSAGE(ended.errors != "", line);
    }
}

TEST_CASE("several comparisons at once come to the same bytes") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH 1/2] a", "why", inverted) + mail("[PATCH 2/2] b", "why", same_steps));
    const Ended one = toy.run("$F/mbox --format json --jobs 1"), three = toy.run("$F/mbox --format json --jobs 3");
    CHECK(one.code == 10);
    CHECK(one.output == three.output);
}

TEST_CASE("a cached answer is the answer, and none once anything that it was made from is another") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH 1/2] a", "why", same_steps) + mail("[PATCH 2/2] b", "why", harmless));
    const std::string plain = toy.run("$F/mbox").output;
    CHECK(toy.run("$F/mbox --cache $F/c").output == plain);
    std::vector<std::string> entries;
    for (const auto& entry : std::filesystem::directory_iterator(toy.shell.folder + "/c"))
        entries.push_back(entry.path());
    REQUIRE(entries.size() == 1);
    CHECK(toy.run("$F/mbox --cache $F/c").output == plain);
    // The entry is what answers: another answer in it comes out.
    Json entry = Json::parse(file_text(entries[0]));
    entry["exit"] = 4;
    std::ofstream(entries[0]) << entry.dump();
    CHECK(toy.run("$F/mbox --cache $F/c").code == 4);
    entry["report"] = "made up";
    std::ofstream(entries[0]) << entry.dump();
    CHECK(toy.run("$F/mbox --cache $F/c").output == plain);  // not what its digest says
    for (const std::string damage : {"", "{", "[]", "{\"report\": 1}"}) {
        std::ofstream(entries[0]) << damage;
        CHECK(toy.run("$F/mbox --cache $F/c").output == plain);
    }
    // A file that was asked for and not there, and one that was.
    toy.write("arch/arm64/include/asm/ptrace.h", "#define OURS 1\n");
    CHECK(toy.run("$F/mbox --cache $F/c").code == 0);
    toy.write(toy_tree::entry, toy_tree::replaced(toy_tree::entry_text, "if (unlikely(flags", "if (!unlikely(flags"));
    const Ended changed = toy.run("$F/mbox --cache $F/c");
    CHECK(changed.output != plain);
    CHECK(changed.output == toy.run("$F/mbox").output);
    CHECK(toy.run("$F/mbox --cache $F/c --format ktap").output.rfind("KTAP", 0) == 0);
    CHECK(toy.run("$F/mbox --cache /proc/nope").code == 3);
}

// Costs about five seconds.
TEST_CASE("a page is kept in the cache with its report, and made when an earlier run wanted none") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH] tidy", "No functional change.", inverted));
    const auto page = [&](const std::string& more) {
        std::filesystem::remove(toy.shell.folder + "/page");
        CHECK(toy.run("$F/mbox --html $F/page" + more).code == 10);
        return file_text(toy.shell.folder + "/page");
    };
    const std::string plain = page("");
    CHECK(holds(plain, "REFUTED patch 1/1 says &quot;No functional change.&quot;"));
    CHECK(toy.run("$F/mbox --cache $F/c").code == 10);
    for (int run = 0; run < 2; ++run) CHECK(page(" --cache $F/c") == plain);
    CHECK(page(" --cache $F/c --format ktap") == plain);
    CHECK(toy.run("$F/nothing --html $F/page").code == 2);
    CHECK(file_text(toy.shell.folder + "/page") == plain);
}

TEST_CASE("killed a hundred times, the cache and the output stay whole") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH 1/2] a", "why", same_steps) + mail("[PATCH 2/2] b", "why", harmless));
    const std::string plain = toy.run("$F/mbox --format json").output;
    const std::string command = "cd " + toy.shell.folder +
                                "; for n in $(seq 1 100); do rm -rf c; timeout -s KILL 0.$((n % 3))$((n % 10)) "
                                "\"$ENTRYPROOF\" premerge --tree k mbox --format json --cache c --output out.json; "
                                "[ ! -e out.json ] || cat out.json >>all; rm -f out.json; "
                                "for e in c/*.json; do [ ! -e \"$e\" ] || cp \"$e\" kept; done; done >/dev/null 2>&1";
    CHECK(std::system(command.c_str()) >= 0);
    std::filesystem::create_directories(toy.shell.folder + "/c");
    CHECK(toy.shell.run("premerge --tree $F/k $F/mbox --format json --cache $F/c").output == plain);
    const std::string all = file_text(toy.shell.folder + "/all");
    // Every output that there was is a whole one.
    std::size_t whole = 0;
    for (std::size_t at = 0; at < all.size(); at = all.find("\n}\n", at) + 3) {
        const std::size_t end = all.find("\n}\n", at);
        REQUIRE(end != std::string::npos);
        CHECK(Json::accept(all.substr(at, end + 3 - at)));
        ++whole;
    }
    if (std::filesystem::exists(toy.shell.folder + "/kept")) CHECK(Json::accept(file_text(toy.shell.folder + "/kept")));
    MESSAGE("whole outputs: " << whole << " of 100");
}

TEST_CASE("two runs on one cache at a time come to the same bytes") {
    const Toy toy;
    toy.shell.file("mbox", mail("[PATCH 1/2] a", "why", same_steps) + mail("[PATCH 2/2] b", "why", harmless));
    const std::string one = "\"$ENTRYPROOF\" premerge --tree k mbox --format json --cache c >";
    CHECK(std::system(("cd " + toy.shell.folder + "; " + one + "1.json & cd " + toy.shell.folder + "; " + one +
                       "2.json; wait $!")
                          .c_str()) >= 0);
    CHECK(file_text(toy.shell.folder + "/1.json") == file_text(toy.shell.folder + "/2.json"));
    CHECK(Json::accept(file_text(toy.shell.folder + "/1.json")));
}
