// SPDX-License-Identifier: MIT
#include "checker/load.h"

#include "checker/error.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "load_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string path;
};

InputError refusal(const std::string& path) {
    try {
        load_path(path);
    } catch (const InputError& error) {
        return error;
    }
    FAIL("loaded: " << path);
    std::abort();
}

}  // namespace

TEST_CASE("built-in paths are loaded under their own names") {
    for (const std::string name : {"legacy", "generic", "generic-permit"}) {
        const LoadedPath path = load_path(name);
        CHECK(path.name == name);
        CHECK(path.pair_name == name);
        CHECK(path.program.name == name);
        CHECK(path.origin == "built-in, Linux 7.3");
        CHECK_FALSE(path.lifted);
    }
}

TEST_CASE("legacy paths of older kernels say which") {
    CHECK(load_path("legacy-6.1").origin == "built-in, Linux 6.1");
    CHECK(load_path("legacy-6.12").origin == "built-in, Linux 6.12");
    CHECK(refusal("legacy-6.2").hint == "did you mean 'legacy-6.1'?");
}

TEST_CASE("an unknown name is a usage error that names the nearest known one") {
    const InputError typo = refusal("legcy");
    CHECK(typo.is_usage);
    CHECK(typo.hint == "did you mean 'legacy'?");
    CHECK(refusal("generic_permit").hint == "did you mean 'generic-permit'?");
    CHECK(refusal("").is_usage);
    CHECK(refusal("something else").hint.find("a PATH is") == 0);
}

TEST_CASE("a tree that is no tree is unreadable, not a usage error") {
    const Folder folder;
    CHECK_FALSE(refusal("tree:" + folder.path + "/nowhere").is_usage);
    CHECK(std::string(refusal("tree:" + folder.path + "/nowhere").what()) == "no such folder");
    CHECK(std::string(refusal("tree:" + folder.path).what()).find("no kernel tree") == 0);
    std::ofstream(folder.path + "/file") << "text";
    CHECK(std::string(refusal("tree:" + folder.path + "/file").what()) == "not a folder");
}

TEST_CASE("tree: without a folder is a usage error") {
    CHECK(refusal("tree:").is_usage);
    CHECK(refusal("tree::arm64").is_usage);
}

TEST_CASE("what follows a colon is part of the folder unless it is an architecture") {
    const Folder folder;
    std::filesystem::create_directories(folder.path + "/a:b/arch/arm64");
    CHECK(refusal("tree:" + folder.path + "/a:b").file.find(folder.path + "/a:b") == 0);
    CHECK(refusal("tree:" + folder.path + "/a:b:arm64").file.find(folder.path + "/a:b/") == 0);
    CHECK(std::string(refusal("tree:" + folder.path + "/a:b:arm46").what()) == "no such folder");
    CHECK(std::string(refusal("tree:" + folder.path + "/a:b:riscv").what()).find("arch/riscv is not there") !=
          std::string::npos);
}

TEST_CASE("a tree without the entry path cannot be lifted, and says where it was looked for") {
    const Folder folder;
    std::filesystem::create_directories(folder.path + "/arch/arm64");
    const InputError error = refusal("tree:" + folder.path);
    CHECK_FALSE(error.is_usage);
    CHECK(error.file.find(folder.path) == 0);
}
