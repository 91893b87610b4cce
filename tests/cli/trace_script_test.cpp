// SPDX-License-Identifier: MIT
// `trace` with a script: its lines, its refusals, both with their places.
#include "tests/cli/shell.h"

using namespace entryproof::cli;

namespace {

const std::string row = " --scenario tests/lab/scripts/row_01_emuss_emuss.toml";

}  // namespace

TEST_CASE("trace prints what each observer sees, to the end") {
    const Shell shell;
    const Ended ended = shell.run("trace legacy" + row);
    CHECK(ended.code == 0);
    CHECK(ended.errors == "");
    CHECK(ended.output.find("tracer: stop status 0x85 code 0x85 message 1 nr 172 x0 7 x7 0 pc +4 pending 0x0\n") == 0);
    CHECK(ended.last_line() == "tracer: exited 0");
}

TEST_CASE("trace tells two paths side by side and marks where they part") {
    const Shell shell;
    const Ended ended = shell.run("trace legacy --against generic" + row);
    CHECK(ended.code == 0);
    CHECK(ended.output.find("! tracer: signal stop") != std::string::npos);
    const Ended same = shell.run("trace legacy --against legacy-6.1" + row);
    CHECK(same.output.find("(both sides see the same)") != std::string::npos);
}

TEST_CASE("trace can be asked for one observer, in text and in JSON") {
    const Shell shell;
    const Ended silent = shell.run("trace legacy --observer audit" + row);
    CHECK(silent.output == "nobody sees anything\n");
    const Ended json = shell.run("trace legacy --format json --observer tracer" + row);
    CHECK(json.code == 0);
    CHECK(json.output.find("\"kind\": \"entry stop\"") != std::string::npos);
    CHECK(json.output.find("\"observer\": \"user\"") == std::string::npos);
    CHECK(shell.run("trace legacy --observer nobody" + row).code == 1);
}

TEST_CASE("a script that cannot be read or run ends with 2 and says where") {
    const Shell shell;
    const std::string typo = shell.file("typo.toml", "version = 1\n[[program]]\ndo = \"jump\"\n");
    const Ended unreadable = shell.run("trace legacy --scenario " + typo);
    CHECK(unreadable.code == 2);
    CHECK(unreadable.errors.find(typo + ":3:") != std::string::npos);
    CHECK(unreadable.errors.find("no instruction is called 'jump'") != std::string::npos);
    const std::string sleeps =
        shell.file("sleeps.toml", "version = 1\n[task]\nregisters = { x8 = 73 }\n[[program]]\ndo = \"svc\"\n");
    const Ended unrunnable = shell.run("trace legacy --scenario " + sleeps);
    CHECK(unrunnable.code == 2);
    CHECK(unrunnable.errors.find(sleeps + ": ") != std::string::npos);
    CHECK(unrunnable.errors.find("sleeps for ever") != std::string::npos);
}
