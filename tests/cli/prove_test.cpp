// SPDX-License-Identifier: MIT
// `prove` from the outside: every exit code that a proof can end with, and what it leaves behind.
#include "tests/cli/shell.h"

#include <vector>

using namespace entryproof::cli;

namespace {

// The cheapest comparison that is a real one.
const std::string same = "prove legacy legacy --observer audit ";

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// An executable script in the shell's folder.
std::string script(const Shell& shell, const std::string& name, const std::string& body) {
    const std::string path = shell.file(name, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

const std::string stale =
    "[[difference]]\nname = \"never\"\npair = [\"legacy\", \"legacy\"]\nobserver = \"audit\"\nleft = \"record\"\n"
    "right = \"nothing\"\nfields = []\ncondition = \"\"\nreason = \"none\"\n";

}  // namespace

TEST_CASE("a path agrees with itself") {
    const Shell shell;
    const Ended ended = shell.run(same);
    CHECK(ended.code == 0);
    CHECK(ended.last_line() == "proved");
    CHECK(holds(ended.output, "agreement.audit: proved (inductive"));
    CHECK(ended.errors == "");
}

TEST_CASE("a proof for some starts only speaks of one syscall") {
    const Shell shell;
    const Ended ended = shell.run(same + "--assume '!task.compat'");
    CHECK(ended.code == 0);
    CHECK(holds(ended.output, "agreement.audit: proved (one syscall"));
    CHECK(!holds(ended.output, "inductive"));
}

TEST_CASE("an undeclared difference is refuted with a story, and the word is the last line") {
    const Shell shell;
    const Ended ended = shell.run("prove legacy generic --no-expect --observer tracer");
    CHECK(ended.code == 10);
    CHECK(ended.last_line() == "refuted");
    CHECK(holds(ended.output, "agreement.tracer: refuted"));
    CHECK(holds(ended.output, "UNDECLARED difference "));
    CHECK(holds(ended.output, "story 1: "));
    CHECK(holds(ended.output, "\n! "));
}

TEST_CASE("an observer alone is not proved while one that was left out can see a difference first") {
    const Shell shell;
    const Ended ended = shell.run("prove legacy generic --no-expect --observer user");
    CHECK(ended.code == 5);
    CHECK(ended.last_line() == "unknown");
    CHECK(holds(ended.output, "agreement.user: unknown"));
    CHECK(holds(ended.output, "tracer"));
}

TEST_CASE("contradictory assumptions are vacuous, not proved") {
    const Shell shell;
    const Ended ended = shell.run(same + "--assume 'task.emu && !task.emu'");
    CHECK(ended.code == 7);
    CHECK(ended.last_line() == "vacuous");
}

TEST_CASE("out of budget is unknown, not proved") {
    const Shell shell;
    const Ended ended = shell.run("prove legacy generic --observer tracer --rlimit 1");
    CHECK(ended.code == 5);
    CHECK(ended.last_line() == "unknown");
}

TEST_CASE("a declaration that meets nothing is stale") {
    const Shell shell;
    shell.file("stale.toml", stale);
    const Ended ended = shell.run(same + "--expect $F/stale.toml");
    CHECK(ended.code == 8);
    CHECK(ended.last_line() == "stale or too wide declaration");
    CHECK(holds(ended.output, "'never' is stale"));
}

TEST_CASE("a declaration file with a mistake is unreadable and says where") {
    const Shell shell;
    shell.file("bad.toml", "[[difference]]\nname = \"a\"\ncolour = 1\n");
    const Ended ended = shell.run(same + "--expect $F/bad.toml");
    CHECK(ended.code == 2);
    CHECK(ended.last_line() == "unreadable");
    CHECK(holds(ended.errors, "bad.toml:"));
}

TEST_CASE("unknown observers, assumptions and names in conditions are usage errors") {
    const Shell shell;
    for (const std::string arguments :
         {"--observer nobody", "--drop-assumption none", "--assume 'task.emo'", "--assume 'task.emu &&'"}) {
        CAPTURE(arguments);
        const Ended ended = shell.run("prove legacy legacy " + arguments);
        CHECK(ended.code == 1);
        CHECK(ended.last_line() == "usage");
    }
}

TEST_CASE("quiet leaves verdict lines and the word") {
    const Shell shell;
    const Ended ended = shell.run(same + "--quiet");
    CHECK(holds(ended.output, "agreement.audit: proved"));
    CHECK_FALSE(holds(ended.output, "trusted:"));
}

TEST_CASE("to a file: the report is there, the word on stdout") {
    const Shell shell;
    const Ended ended = shell.run(same + "--output $F/report");
    CHECK(ended.output == "proved\n");
    CHECK(holds(file_text(shell.folder + "/report"), "agreement.audit: proved"));
    CHECK(shell.run(same + "--format json --output $F/report").output == "");
    CHECK(file_text(shell.folder + "/report")[0] == '{');
}

TEST_CASE("every story of the JSON can be explained and replays") {
    const Shell shell;
    CHECK(shell.run("prove legacy generic --no-expect --observer tracer --format json --output $F/result.json").code ==
          10);
    unsigned stories = 0;
    while (true) {
        const Ended ended = shell.run("explain $F/result.json --replay --quiet --story " + std::to_string(stories + 1));
        if (ended.code == 1) break;
        CAPTURE(ended.output);
        CHECK(ended.code == 0);
        CHECK(holds(ended.output, "replayed: "));
        REQUIRE(++stories < 200);
    }
    CHECK(stories > 0);
}

TEST_CASE("the same question gets the same bytes") {
    const Shell shell;
    const std::string question = "prove legacy generic --no-expect --observer tracer --format json";
    const Ended first = shell.run(question);
    CHECK(first.code == 10);
    CHECK(first.output == shell.run(question).output);
}

TEST_CASE("a second solver that is missing cannot run, one that disagrees is an internal error") {
    const Shell shell;
    const Ended missing = shell.run(same + "--recheck no-such-solver");
    CHECK(missing.code == 3);
    CHECK(missing.last_line() == "cannot run");
    const Ended lying = shell.run(same + "--recheck " + script(shell, "liar", "echo sat"));
    CHECK(lying.code == 6);
    CHECK(lying.last_line() == "internal error");
    CHECK(holds(lying.output, "DISAGREE"));
    CHECK(shell.run(same + "--recheck " + script(shell, "dunno", "echo unknown")).code == 5);
    CHECK(shell.run(same + "--recheck " + script(shell, "yes", "echo unsat")).code == 0);
}

TEST_CASE("dumped queries are whole SMT-LIB files") {
    const Shell shell;
    CHECK(shell.run(same + "--dump-smt2 $F/a/b").code == 0);
    unsigned files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(shell.folder + "/a/b")) {
        const std::string text = file_text(entry.path().string());
        CHECK(holds(text, "(set-logic QF_BV)"));
        CHECK(holds(text, "(check-sat)"));
        ++files;
    }
    CHECK(files > 0);
}
