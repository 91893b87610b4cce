// SPDX-License-Identifier: MIT
// Patches applied in memory: where each hunk goes is also asked of git apply, on random files with random damage.
#include "checker/premerge/patched_tree.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <unistd.h>

using namespace entryproof;
using namespace entryproof::checker::premerge;

namespace {

const std::string names = "--- a/f\n+++ b/f\n";

lift::MemoryTree tree_with(const std::string& text) {
    lift::MemoryTree tree;
    tree.write("f", text);
    return tree;
}

struct Outcome {
    std::string text;  // of f; "(none)" when it is gone
    std::string notes;
};

// "refused: why" in text when it does not apply.
Outcome applied(const std::string& before, const std::string& diff, const std::string& path = "f") {
    const lift::MemoryTree base = tree_with(before);
    PatchedTree tree(base);
    try {
        const AppliedPatch patch = tree.apply(parse_diff(diff));
        std::string notes;
        for (const std::string& note : patch.notes) notes += (notes.empty() ? "" : "; ") + note;
        return {tree.read(path).value_or("(none)"), notes};
    } catch (const PatchError& error) {
        return {"refused: " + std::string(error.what()), ""};
    }
}

const std::string ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

}  // namespace

TEST_CASE("a hunk goes where it says") {
    const Outcome there = applied(ten, names + "@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n");
    CHECK(there.text == "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n");
    CHECK(there.notes == "");
}

TEST_CASE("an offset is followed and told") {
    const Outcome down = applied(ten, names + "@@ -1,3 +1,3 @@\n 4\n-5\n+five\n 6\n");
    // What starts at line 1 belongs to the beginning, so this takes more than an offset.
    CHECK(down.notes == "f: hunk 1 applied 3 lines further down, fuzz 1");
    const Outcome moved =
        applied(ten, names + "@@ -2,3 +2,3 @@\n 4\n-5\n+five\n 6\n@@ -6,3 +6,3 @@\n 8\n-9\n+nine\n 10\n");
    CHECK(moved.text == "1\n2\n3\n4\nfive\n6\n7\n8\nnine\n10\n");
    CHECK(moved.notes == "f: hunk 1 applied 2 lines further down; f: hunk 2 applied 2 lines further down");
}

TEST_CASE("fuzz is used only where one place fits, and told") {
    const Outcome fuzzy = applied(ten, names + "@@ -3,4 +3,4 @@\n x\n 4\n-5\n+five\n 6\n");
    CHECK(fuzzy.text == "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n");
    CHECK(fuzzy.notes == "f: hunk 1 applied with fuzz 1");
    CHECK(applied("a\n5\nb\na\n5\nc\n", names + "@@ -1,4 +1,4 @@\n x\n a\n-5\n+five\n y\n").text ==
          "refused: f: hunk 1 fits 2 places when context is given up");
    CHECK(applied(ten, names + "@@ -4,3 +4,3 @@\n 4\n-x\n+five\n 6\n").text == "refused: f: hunk 1 does not apply");
}

TEST_CASE("a hunk without context behind it belongs to the end") {
    const std::string hunk = names + "@@ -9,2 +9,2 @@\n 9\n-10\n+ten\n";
    CHECK(applied(ten, hunk).notes == "");
    CHECK(applied(ten + "11\n", hunk).notes == "f: hunk 1 applied with fuzz 1");
}

TEST_CASE("hunks keep their order") {
    CHECK(applied(ten, names + "@@ -8,3 +8,3 @@\n 8\n-9\n+nine\n 10\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n").text ==
          "refused: f: hunk 2 does not apply");
}

TEST_CASE("the end of the last line counts") {
    CHECK(applied("a\nb", names + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n").text == "a\nc\n");
    CHECK(applied("a\nb\n", names + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n").text ==
          "refused: f: hunk 1 does not apply");
}

TEST_CASE("files come, go and move") {
    CHECK(applied("a\n", "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+c\n", "n").text == "c\n");
    CHECK(applied("a\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+c\n").text == "refused: f is in the tree already");
    CHECK(applied("a\n", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n").text == "(none)");
    CHECK(applied("a\nb\n", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n").text.find("refused") == 0);
    const std::string rename = "diff --git a/f b/g\nsimilarity index 90%\nrename from f\nrename to g\n";
    CHECK(applied("a\n", rename, "g").text == "a\n");
    CHECK(applied("a\n", rename, "f").text == "(none)");
    CHECK(applied("a\n", "--- a/n\n+++ b/n\n@@ -1 +1 @@\n-b\n+c\n").text == "refused: n is not in the tree");
}

TEST_CASE("a patch applies as a whole or not at all") {
    const lift::MemoryTree base = tree_with("a\n");
    PatchedTree tree(base);
    CHECK_THROWS_AS(tree.apply(parse_diff(names + "@@ -1 +1 @@\n-a\n+b\n--- a/n\n+++ b/n\n@@ -1 +1 @@\n-b\n+c\n")),
                    PatchError);
    CHECK(tree.read("f") == "a\n");
}

TEST_CASE("what is no text any more is gone and remembered") {
    const lift::MemoryTree base = tree_with("a\n");
    PatchedTree tree(base);
    tree.apply(parse_diff("diff --git a/f b/f\nBinary files a/f and b/f differ\n"));
    CHECK_FALSE(tree.read("f"));
    CHECK(tree.opaque().at("f") == "a binary patch");
    CHECK_THROWS_AS(tree.apply(parse_diff(names + "@@ -1 +1 @@\n-a\n+b\n")), PatchError);
    PatchedTree linked(base);
    linked.apply(
        parse_diff("diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
                   "diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+/etc/passwd\n"));
    CHECK_FALSE(linked.read("f"));
    CHECK(linked.opaque().at("f") == "a symbolic link or a submodule");
}

namespace {

std::string file_text(const std::string& path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

// A few different lines, so that hunks fit in many places.
std::string random_text(std::mt19937& random) {
    std::string text;
    for (unsigned count = 4 + random() % 24; count > 0; --count)
        text += std::string(1, static_cast<char>('a' + random() % 5)) + "\n";
    return text;
}

std::string edited(std::string text, std::mt19937& random) {
    for (unsigned count = 1 + random() % 3; count > 0; --count) {
        const bool at_end = random() % 4 == 0;
        const std::size_t at = at_end ? text.size() - 2 : random() % (text.size() / 2) * 2;
        const std::string line = std::string(1, static_cast<char>('p' + random() % 5)) + "\n";
        if (random() % 3 == 0)
            text.insert(at, line);
        else if (random() % 2 == 0)
            text.erase(at, 2);
        else
            text.replace(at, 2, line);
        if (text.size() < 4) text += "z\nz\n";
    }
    return text;
}

}  // namespace

// Costs about two seconds: two processes a round.
TEST_CASE("git apply puts every hunk where we put it, and refuses what we take only with fuzz") {
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("patched_tree_test." + std::to_string(::getpid()))).string();
    std::filesystem::create_directories(folder + "/a");
    std::filesystem::create_directories(folder + "/b");
    std::mt19937 random(7);
    unsigned same = 0, refused = 0, with_fuzz = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string before = random_text(random), after = edited(before, random);
        const std::string other = random() % 4 == 0 ? before : edited(before, random);
        std::ofstream(folder + "/a/f") << before;
        std::ofstream(folder + "/b/f") << after;
        std::ofstream(folder + "/f") << other;
        const std::string context = std::to_string(1 + random() % 3);
        std::system(("cd " + folder + " && diff -U" + context + " a/f b/f >d").c_str());
        const std::string diff = file_text(folder + "/d");
        if (diff.empty()) continue;
        const bool git_takes_it =
            std::system(("cd " + folder + " && GIT_CEILING_DIRECTORIES=" + folder + "/.. git apply d 2>err").c_str()) ==
            0;
        const Outcome ours = applied(other, diff);
        INFO(other << "---\n" << diff << "---\n" << ours.text << ours.notes);
        if (git_takes_it) {
            ++same;
            CHECK(ours.text == file_text(folder + "/f"));
            CHECK(ours.notes.find("fuzz") == std::string::npos);
        } else if (ours.text.rfind("refused", 0) == 0) {
            ++refused;
        } else {
            ++with_fuzz;
            CHECK(ours.notes.find("fuzz") != std::string::npos);
        }
    }
    MESSAGE("same " << same << ", refused by both " << refused << ", with fuzz " << with_fuzz);
    CHECK(same > 50);
    CHECK(refused > 50);
    std::filesystem::remove_all(folder);
}
