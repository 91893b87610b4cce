// SPDX-License-Identifier: MIT
#include "checker/premerge/patch.h"

#include <doctest/doctest.h>

using namespace entryproof::checker::premerge;

namespace {

const std::string names = "diff --git a/k/f b/k/f\n--- a/k/f\n+++ b/k/f\n";

std::string refusal(const std::string& text) {
    try {
        parse_diff(text);
    } catch (const PatchError& error) {
        return std::to_string(error.line) + ": " + error.what();
    }
    return "taken";
}

// "change k/f k/f 1 hunk"
std::string read(const std::string& text) {
    std::string result;
    for (const FilePatch& file : parse_diff(text)) {
        static const char* const kinds[] = {"change", "add", "remove", "rename", "copy"};
        result += std::string(result.empty() ? "" : "; ") + kinds[static_cast<int>(file.kind)] + " " + file.old_path +
                  ">" + file.new_path + " " + std::to_string(file.hunks.size()) + (file.is_binary ? " binary" : "") +
                  (file.is_special ? " special" : "") + (file.changes_mode ? " mode" : "");
    }
    return result;
}

}  // namespace

TEST_CASE("every kind of file patch") {
    CHECK(read(names + "@@ -1,2 +1,2 @@ int f(void)\n a\n-b\n+c\n") == "change k/f>k/f 1");
    CHECK(read("--- a/k/f\t2024-01-01\n+++ b/k/f\t2024-01-02\n@@ -1 +1 @@\n-b\n+c\n") == "change k/f>k/f 1");
    CHECK(read("diff --git a/n b/n\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+c\n") ==
          "add >n 1");
    CHECK(read("diff --git a/n b/n\ndeleted file mode 100644\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n") ==
          "remove n> 1");
    CHECK(read("diff --git a/n b/n\nnew file mode 100644\nindex 0..0\n") == "add >n 0");
    CHECK(read("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n") == "rename x>y 0");
    CHECK(read("diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 "
               "@@\n-b\n+c\n") == "copy x>y 1");
    CHECK(read("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n") == "change x>x 0 mode");
    CHECK(read("diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc/passwd\n") ==
          "add >x 1 special");
    CHECK(read("diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ\n\nliteral 0\nKcmZ\n\n" +
               names + "@@ -1 +1 @@\n-b\n+c\n") == "change x>x 0 binary; change k/f>k/f 1");
    CHECK(read("diff --git a/x b/x\nBinary files a/x and b/x differ\n") == "change x>x 0 binary");
    CHECK(read("diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n@@ -1 +1 "
               "@@\n-b\n+c\n") == "change \xc3\xa4>\xc3\xa4 1");
}

TEST_CASE("what stands around a diff is left alone") {
    CHECK(read(names + "@@ -1 +1 @@\n-b\n+c\n-- \n2.45.0\n") == "change k/f>k/f 1");
    CHECK(read(" k/f | 2 +-\n\n" + names + "@@ -1 +1 @@\n-b\n+c\n\n__\nlist\n") == "change k/f>k/f 1");
    CHECK(read(names + "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n") == "change k/f>k/f 1");  // blanks at ends of lines stripped
}

TEST_CASE("a hunk that is not what it says is refused with its line") {
    CHECK(refusal(names + "@@ -1,2 +1,2 @@\n a\n-b\n") == "6: a hunk that ends too early");
    CHECK(refusal(names + "@@ -1,2 +1,2 @@\n a\nx\n").find("6: a hunk that does not hold") == 0);
    CHECK(refusal(names + "@@ -1 +1 @@\n-b\n+c\n+d\n") == "7: a line that belongs to no hunk");
    CHECK(refusal(names + "@@ -1 +1 @@\n-b\n+c\n-d\n") == "7: a line that belongs to no hunk");
    CHECK(refusal(names + "@@ -1,x +1 @@\n-b\n+c\n") == "4: a hunk's header that cannot be read");
    CHECK(refusal(names + "@@ -1,99999999999 +1 @@\n-b\n+c\n") == "4: a hunk's header that cannot be read");
    CHECK(refusal(names + "@@ -1 +1 @@\n a\n") == "4: a hunk that changes nothing");
    CHECK(refusal(names + "words\n") == "4: no hunk after the names of a file");
    CHECK(refusal("@@ -1 +1 @@\n-b\n+c\n") == "1: a hunk that belongs to no file");
    CHECK(refusal(names + "@@ -1 +1 @@\n-b\n+c\n\nwords\n@@ -9 +9 @@\n-b\n+c\n") ==
          "9: a hunk that belongs to no file");
    CHECK(refusal("diff --cc f\n") == "1: a merge's diff");
    CHECK(refusal("words\n") == "0: no diff");
    CHECK(refusal("") == "0: no diff");
}

TEST_CASE("no name leaves the tree") {
    const auto named = [](const std::string& path) {
        return refusal("--- a/" + path + "\n+++ b/" + path + "\n@@ -1 +1 @@\n-b\n+c\n");
    };
    CHECK(named("ok") == "taken");
    for (const std::string path :
         {"../x", "k/../../x", "/etc/passwd", "k//x", "./x", ".git/config", "k/.git/x", "x/.."})
        CHECK_MESSAGE(named(path) != "taken", path);
    CHECK(refusal("diff --git a/x b/../y\nrename from x\nrename to ../y\n").find("leaves the tree") !=
          std::string::npos);
    CHECK(refusal("--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-b\n+c\n") ==
          "1: a name that is not relative: '/etc/passwd'");
    CHECK(refusal("--- a/x\n+++ b/y\n@@ -1 +1 @@\n-b\n+c\n") == "3: two names without a rename");
}
