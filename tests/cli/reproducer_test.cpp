// SPDX-License-Identifier: MIT
// `explain --reproducer` from the outside: a whole file or none, and why. Cost: one diff of some seconds.
//
// tests/lab/reproducers.md says of every difference of `diff legacy generic` whether a program can show it. Here the
// table is held against what the tool says, and in tests/lab/reproducer_test.cpp against kernels.
#include "tests/cli/shell.h"
#include "tests/lab/reproducers.h"

#include <regex>

using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Without the line ends of a comment.
std::string unwrapped(const std::string& text) { return std::regex_replace(text, std::regex("\n \\* *"), " "); }

const std::string example = "examples/sysemu_singlestep.json";

bool exists(const Shell& shell, const std::string& name) { return std::filesystem::exists(shell.folder + "/" + name); }

}  // namespace

TEST_CASE("a story becomes a program, the same each time") {
    const Shell shell;
    const Ended ended = shell.run("explain " + example + " --quiet --reproducer $F/a.c");
    CHECK(ended.code == 0);
    CHECK(holds(file_text(shell.folder + "/a.c"), "SPDX-License-Identifier"));
    CHECK(shell.run("explain " + example + " --quiet --reproducer $F/b.c").code == 0);
    CHECK(file_text(shell.folder + "/a.c") == file_text(shell.folder + "/b.c"));
    const Ended json = shell.run("explain " + example + " --format json --reproducer $F/c.c");
    CHECK(holds(json.output, "\"reproducer\": "));
}

TEST_CASE("what no kernel can be made to do is said, and nothing is written") {
    const Shell shell;
    std::string text = file_text(example);
    text.replace(text.find("\"task.trace\": 1"), 15, "\"task.trace\": 1, \"task.emu\": 1");
    const std::string file = shell.file("story.json", text);
    const Ended ended = shell.run("explain " + file + " --reproducer $F/a.c");
    CHECK(ended.code == 2);
    CHECK(holds(ended.errors, "cannot be run on a real kernel: "));
    CHECK(!exists(shell, "a.c"));
}

TEST_CASE("an id that no difference has is a mistake of the command line") {
    const Shell shell;
    CHECK(shell.run("explain " + example + " --id 12345678").code == 1);
}

TEST_CASE("the table of reproducers says of each difference of legacy and generic what the tool says") {
    const Shell shell;
    REQUIRE(shell.run("diff legacy generic --format json --output $F/diff.json").code == 10);
    const std::string result = file_text(shell.folder + "/diff.json");
    const auto rows = entryproof::lab::reproducers();
    REQUIRE(rows.size() == 11);
    for (const auto& row : rows) {
        CHECK_MESSAGE(holds(result, "\"id\": \"" + row.id + "\""), row.id);
        const Ended ended =
            shell.run("explain $F/diff.json --id " + row.id + " --quiet --reproducer $F/" + row.id + ".c");
        CHECK_MESSAGE(ended.code == (row.runs ? 0 : 2), row.id);
        CHECK_MESSAGE(exists(shell, row.id + ".c") == row.runs, row.id);
        const std::string said = row.id + ": " + ended.errors;
        if (!row.runs) CHECK_MESSAGE(holds(ended.errors, row.reason), said);
        if (!row.runs) continue;
        const std::string text = unwrapped(file_text(shell.folder + "/" + row.id + ".c"));
        for (const std::string machine : {"riscv64", "x86-64"}) {
            const auto why = row.not_for.find(machine);
            const std::size_t at = text.find("Not for " + machine + ": ");
            const std::string what = row.id + " " + machine;
            CHECK_MESSAGE((at == std::string::npos) == (why == row.not_for.end()), what);
            const std::string sentence = at == std::string::npos ? "" : text.substr(at, text.find('.', at) - at);
            if (why != row.not_for.end()) CHECK_MESSAGE(holds(sentence, why->second), what);
        }
    }
}
