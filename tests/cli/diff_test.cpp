// SPDX-License-Identifier: MIT
// `diff` from the outside: exit codes, and what it leaves behind. Cost: two runs of some seconds
// each, and small ones.
#include "tests/cli/shell.h"

#include <vector>

using namespace entryproof::cli;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A pair with few differences, all of one observer.
const std::string stepping =
    "diff legacy generic --observer tracer --assume 'task.singlestep && !task.seccomp && "
    "!rseq.registered'";

}  // namespace

TEST_CASE("a path does not differ from itself") {
    const Shell shell;
    const Ended ended = shell.run("diff legacy legacy");
    CHECK(ended.code == 0);
    CHECK(ended.last_line() == "proved");
    CHECK(holds(ended.output, "complete: proved (inductive"));
    CHECK(!holds(ended.output, "\ndifference "));
    CHECK(shell.run("diff legacy legacy").output == ended.output);
}

TEST_CASE("a difference has its exact condition and a story") {
    const Shell shell;
    const Ended ended = shell.run(stepping);
    CHECK(ended.code == 10);
    CHECK(ended.last_line() == "refuted");
    CHECK(holds(ended.output, "difference dc7c9061: tracer sees \"step report\" on legacy, nothing on generic"));
    CHECK(holds(ended.output, "  when:    exit.emu && seen.step_report\n"));
    CHECK(holds(ended.output, "complete: proved (one syscall"));
    CHECK(holds(ended.output, "exact: proved (one syscall"));
    CHECK(holds(ended.output, "\n! "));
}

TEST_CASE("in JSON a difference carries its condition, and explain reads the story") {
    const Shell shell;
    const std::string file = shell.file("result.json", "");
    CHECK(shell.run(stepping + " --format json --output " + file).code == 10);
    const Ended told = shell.run("explain " + file + " --replay");
    CHECK(told.code == 0);
    CHECK(holds(told.output, "step report"));
}

TEST_CASE("contradictory assumptions are vacuous") {
    const Shell shell;
    const Ended ended = shell.run("diff legacy generic --assume 'task.emu && !task.emu'");
    CHECK(ended.code == 7);
    CHECK(ended.last_line() == "vacuous");
}

TEST_CASE("without a budget nothing is claimed to be complete") {
    const Shell shell;
    const Ended ended = shell.run(stepping + " --rlimit 1");
    CHECK(ended.code == 5);
    CHECK(ended.last_line() == "unknown");
}

TEST_CASE("a command line that cannot be understood ends with 1") {
    const Shell shell;
    CHECK(shell.run("diff legacy").code == 1);
    CHECK(shell.run("diff legacy generic --observer nobody").code == 1);
    CHECK(shell.run("diff legacy generic --drop-assumption I77").code == 1);
    CHECK(shell.run("diff legacy generic --assume 'task.emu &&'").code == 1);
    CHECK(shell.run("diff legacy generic --write-expect /nowhere/at/all.toml").code == 1);
}
