// SPDX-License-Identifier: MIT
// Repositories of every kind that git makes, written by git and read by us. Costs about a second: git is started some
// thirty times.
#include "checker/git_repository.h"

#include "checker/error.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// A folder in which git is run without the user's own configuration.
class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "git_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void run(const std::string& commands) const {
        const std::string all =
            "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A"
            " GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d;"
            " set -e; cd " +
            path + "; { " + commands + "; } >out 2>&1";
        REQUIRE_MESSAGE(std::system(all.c_str()) == 0, commands);
    }
    // Three commits with the file `f` of 1, 2 and 3, of which the first is tagged.
    void make(const std::string& name, const std::string& options = "") const {
        run("git init -q -b main " + options + " " + name + "; cd " + name +
            "; mkdir d; for n in 1 2 3; do echo $n >d/f; git add d; git commit -q -m \"number $n\" -m \"body $n\";"
            " [ $n != 1 ] || git tag -a -m t v1; done");
    }
    std::string operator/(const std::string& name) const { return path + "/" + name; }
    std::string path;
};

std::string text(const GitRepository& repository, const std::string& revision) {
    return repository.tree(revision).read("d/f").value_or("(none)");
}

InputError refusal(const std::string& folder, const std::string& revision = "HEAD") {
    try {
        text(GitRepository(folder), revision);
    } catch (const InputError& error) {
        return error;
    }
    FAIL("read: " << folder);
    std::abort();
}

}  // namespace

TEST_CASE("files are read as they are at a revision") {
    const Folder folder;
    folder.make("r");
    folder.run("cd r; echo changed >d/f; ln -s f d/link; chmod +x d/f; git add d; git commit -q -m 4; echo dirty >d/f");
    const GitRepository repository(folder / "r");
    CHECK(text(repository, "HEAD") == "changed\n");
    CHECK(text(repository, "HEAD~1") == "3\n");
    CHECK(text(repository, "v1") == "1\n");
    CHECK(text(repository, "main^^") == "2\n");
    const GitTree tree = repository.tree("HEAD");
    CHECK_FALSE(tree.read("d/link"));
    CHECK_FALSE(tree.read("d"));
    CHECK_FALSE(tree.read("d/g"));
    CHECK_FALSE(tree.read("../out"));
    CHECK_FALSE(tree.read("/d/f"));
    CHECK_FALSE(tree.read(""));
    CHECK_FALSE(repository.commit("nope"));
    CHECK_FALSE(repository.commit("HEAD:d/f"));
    CHECK(std::string(refusal(folder / "r", "nope").what()) == "no commit is called 'nope'");
}

TEST_CASE("a range is a line of commits, oldest first") {
    const Folder folder;
    folder.make("r");
    const GitRepository repository(folder / "r");
    const std::vector<GitPatch> patches = repository.range("v1..main");
    REQUIRE(patches.size() == 2);
    CHECK(patches[0].subject == "number 2");
    CHECK(patches[0].message == "body 2\n");
    CHECK(patches[0].author == "A <a@b>");
    CHECK(patches[1].diff.find("-2\n+3\n") != std::string::npos);
    CHECK_THROWS_AS(repository.range("main..main"), InputError);
    CHECK_THROWS_AS(repository.range("main"), InputError);
    CHECK_THROWS_AS(repository.range("v1...main"), InputError);
    CHECK_THROWS_AS(repository.range("nope..main"), InputError);
    folder.run("cd r; git checkout -q -b side v1; echo x >x; git add x; git commit -q -m x; git merge -q -m m main");
    CHECK_THROWS_AS(repository.range("v1..side"), InputError);
}

TEST_CASE("the youngest tags come first") {
    const Folder folder;
    folder.make("r");
    folder.run(
        "cd r; GIT_COMMITTER_DATE='2030-01-01 00:00' git commit -q --allow-empty -m young; git tag young;"
        " git tag of-a-file HEAD:d/f");
    CHECK(GitRepository(folder / "r").youngest_tags(9) == std::vector<std::string>{"young", "v1"});
    CHECK(GitRepository(folder / "r").youngest_tags(1) == std::vector<std::string>{"young"});
}

TEST_CASE("bare, packed, with alternates, and linked worktrees") {
    const Folder folder;
    folder.make("r");
    folder.run(
        "git clone -q --bare r bare.git; git clone -q --shared r shared; git -C r worktree add -q ../linked v1;"
        " git clone -q r packed; git -C packed gc -q");
    for (const std::string name : {"bare.git", "shared", "packed", "r/.git"})
        CHECK_MESSAGE(text(GitRepository(folder / name), "HEAD") == "3\n", name);
    CHECK(text(GitRepository(folder / "linked"), "HEAD") == "1\n");
}

TEST_CASE("nothing is written") {
    const Folder folder;
    folder.make("r");
    const std::string list = "cd r; find . -type f -exec sha256sum {} + | sort >../";
    folder.run(list + "before");
    const GitRepository repository(folder / "r");
    CHECK(text(repository, "HEAD") == "3\n");
    CHECK(repository.range("v1..main").size() == 2);
    folder.run(list + "after; cd ..; cmp before after");
}

TEST_CASE("what cannot be read is refused with a hint") {
    const Folder folder;
    folder.make("r");
    CHECK(refusal(folder / "nothing").hint != "");
    folder.run("mkdir -p r/inside");
    CHECK(std::string(refusal(folder / "r/inside").what()) == "no git repository");
    folder.make("new", "--object-format=sha256");
    CHECK(refusal(folder / "new").hint.find("SHA-256") != std::string::npos);
    folder.run(
        "git -C r config uploadpack.allowFilter true; git clone -q --filter=blob:none --no-checkout"
        " file://$PWD/r partial");
    CHECK(refusal(folder / "partial").hint.find("partial") != std::string::npos);
    folder.run("git clone -q --depth 1 file://$PWD/r shallow");
    CHECK(text(GitRepository(folder / "shallow"), "HEAD") == "3\n");
    CHECK(refusal(folder / "shallow", "HEAD~1").hint.find("shallow") != std::string::npos);
    folder.run("git clone -q --filter=tree:0 --no-checkout file://$PWD/r treeless");
    CHECK(refusal(folder / "treeless").hint.find("partial") != std::string::npos);
}
