// SPDX-License-Identifier: MIT
#include "checker/tree_name.h"

#include "checker/error.h"
#include "checker/load.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// A folder with what looks like a kernel tree called "a", one called "a+b" and one called "a:b".
class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tree_name_test.XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
        for (const std::string name : {"a", "a+b", "a:b"})
            std::filesystem::create_directories(path + "/" + name + "/arch/arm64");
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(path + "/" + name).parent_path());
        std::ofstream(path + "/" + name) << text;
    }

    std::string path;
};

std::string parts(const Folder& folder, const std::string& text) {
    const TreeName name = tree_name(folder.path + "/" + text);
    REQUIRE(name.folder.rfind(folder.path + "/", 0) == 0);
    return name.folder.substr(folder.path.size() + 1) + " | " + name.overlay + " | " + name.arch;
}

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

TEST_CASE("a plus sign begins the overlay unless a folder has the whole name") {
    const Folder folder;
    CHECK(parts(folder, "a") == "a |  | arm64");
    CHECK(parts(folder, "a+ours") == "a | ours | arm64");
    CHECK(parts(folder, "a+ours:riscv") == "a | ours | riscv");
    CHECK(parts(folder, "a+b") == "a+b |  | arm64");
    CHECK(parts(folder, "a+b+ours") == "a+b | ours | arm64");
    CHECK(parts(folder, "a+ours+c") == "a | ours+c | arm64");
    CHECK(parts(folder, "a:b+ours:x86") == "a:b | ours | x86");
    CHECK(parts(folder, "none+ours") == "none | ours | arm64");
    CHECK(parts(folder, "a+ours:mips") == "a | ours:mips | arm64");
}

TEST_CASE("a revision begins behind a folder, and may hold plus signs, at signs and colons") {
    const Folder folder;
    std::filesystem::create_directories(folder.path + "/a@b");
    const auto parts_of = [&](const std::string& text) {
        const TreeName name = git_name(folder.path + "/" + text);
        return name.folder.substr(folder.path.size() + 1) + " | " + name.revision + " | " + name.overlay + " | " +
               name.arch;
    };
    CHECK(parts_of("a@v7.3") == "a | v7.3 |  | arm64");
    CHECK(parts_of("a@v7.3:riscv") == "a | v7.3 |  | riscv");
    CHECK(parts_of("a@HEAD@{1}") == "a | HEAD@{1} |  | arm64");
    CHECK(parts_of("a@b@v1") == "a@b | v1 |  | arm64");
    CHECK(parts_of("a@v1+rc:mips") == "a | v1+rc:mips |  | arm64");
    CHECK(parts_of("none@v1") == "none | v1 |  | arm64");
    CHECK(parts_of("a@v1+" + folder.path + "/a") == "a | v1 | " + folder.path + "/a | arm64");
    for (const std::string text : {"git:a", "git:a@", "git:"}) CHECK_MESSAGE(refusal(text).is_usage, text);
}

TEST_CASE("an overlay that cannot be laid is refused with its own place") {
    const Folder folder;
    const std::string tree = "tree:" + folder.path + "/a+" + folder.path + "/";
    const InputError missing = refusal(tree + "none");
    CHECK(missing.file == folder.path + "/none/overlay.toml");
    CHECK(std::string(missing.what()) == "no such file");
    CHECK_FALSE(missing.is_usage);

    folder.write("ours/overlay.toml", "[[edit]]\nfile = 'arch/arm64/x.c'\nremove-function = 'f'\n");
    const InputError target = refusal(tree + "ours");
    CHECK(target.file == folder.path + "/ours/overlay.toml");
    CHECK(target.line == 3);
    CHECK(std::string(target.what()) == "arch/arm64/x.c: the tree has no such file");
}

TEST_CASE("what cannot be lifted in a file of the overlay is shown where that file is") {
    const Folder folder;
    folder.write("ours/overlay.toml", "[[edit]]\nfile = 'arch/arm64/kernel/entry-common.c'\nadd-file = 'entry.c'\n");
    folder.write("ours/entry.c", "\nstatic void el0_svc(struct pt_regs *regs)\n{\n\tasm(\"nop\");\n}\n");
    const InputError error = refusal("tree:" + folder.path + "/a+" + folder.path + "/ours:arm64");
    CHECK(error.file == folder.path + "/ours/entry.c");
    CHECK(error.line > 0);
}
