// SPDX-License-Identifier: MIT
// The programs of `explain --reproducer` on this machine, if it is an x86-64, which is on generic entry: each behaves
// like generic entry, and fails when it expects something else. Cost: one diff of some seconds.
//
// Where nobody may trace, or make a tracing instance, a program skips itself with its reason. When none of them can be
// run here the last line says so, and ctest calls the test skipped.
#include "tests/cli/shell.h"
#include "tests/lab/reproducers.h"

#include <iostream>
#include <regex>

using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Seen {
    int status;
    std::string text;
};

class Host {
public:
    // What the judge of rseq sees is in no program for x86-64.
    Host() {
        const std::string observers = "--observer tracer --observer tracepoints";
        REQUIRE(shell.run("diff legacy generic " + observers + " --format json --output $F/diff.json").code == 10);
    }

    // The program of a difference.
    std::string text_of(const std::string& id) {
        REQUIRE(shell.run("explain $F/diff.json --id " + id + " --quiet --reproducer $F/" + id + ".c").code == 0);
        return file_text(shell.folder + "/" + id + ".c");
    }

    Seen run(const std::string& text, const std::string& arguments) {
        const std::string program = "'" + shell.folder + "/program'";
        const std::string source = "'" + shell.file("program.c", text) + "'";
        REQUIRE(std::system(("cc -O2 -Wall -Wextra -Werror " + source + " -o " + program).c_str()) == 0);
        const std::string command = program + " " + arguments + " >'" + shell.folder + "/seen'";
        const int status = WEXITSTATUS(std::system(command.c_str()));
        return {status, file_text(shell.folder + "/seen")};
    }

    const Shell shell;
};

}  // namespace

TEST_CASE("on x86-64 a reproducer behaves like generic entry, and fails when it expects something else") {
    unsigned ran = 0;
    std::string why = "not an x86-64";
#if defined(__x86_64__)
    Host host;
    for (const auto& row : entryproof::lab::reproducers()) {
        if (row.behaves.count("x86-64") == 0) continue;
        const std::string text = host.text_of(row.id);
        const Seen seen = host.run(text, "--expect right");
        constexpr int skipped = 4;
        if (seen.status == skipped) {
            why = row.id + ": " + seen.text;
            MESSAGE(why);
            continue;
        }
        ++ran;
        CHECK_MESSAGE(seen.status == 0, seen.text);
        CHECK_MESSAGE(holds(seen.text, "# behaves like: " + row.behaves.at("x86-64") + "\n"), seen.text);
        const Seen other = host.run(text, "--expect left");
        CHECK_MESSAGE(other.status == 1, other.text);
        CHECK_MESSAGE(holds(other.text, "not ok 3 "), other.text);
        const std::regex first_event("(_shows\\[\\] = \\{\n\t\")([a-z]+: [a-z]+ )");
        const std::string spoilt = std::regex_replace(text, first_event, "$1$2nowhere ");
        REQUIRE(spoilt != text);
        const Seen neither = host.run(spoilt, "");
        CHECK_MESSAGE(neither.status == 1, neither.text);
        CHECK_MESSAGE(holds(neither.text, "not ok 2 "), neither.text);
    }
#endif
    if (ran == 0) std::cout << "cannot run here: " << why << std::endl;
}
