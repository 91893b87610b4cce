// SPDX-License-Identifier: MIT
#include "tests/lab/batch.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::lab;

namespace {

std::string batch_of(const std::string& task, const std::string& rest) {
    const std::string text = "version = 1\n[task]\n" + task + "\n[[program]]\ndo = \"svc\"\n" + rest;
    return to_batch({checker::parse_script(text, "script.toml")});
}

bool has_line(const std::string& batch, const std::string& line) {
    return ("\n" + batch).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("each script stands between its number and its end") {
    const checker::Script script = checker::parse_script("version = 1\n[[program]]\ndo = \"nop\"\n", "script.toml");
    const std::string batch = to_batch({script, script});
    CHECK(batch.rfind("script 0\n", 0) == 0);
    CHECK(has_line(batch, "script 1"));
    CHECK(batch.substr(batch.size() - 4) == "end\n");
    // The text: program, exit_group, handler.
    CHECK(has_line(batch, "code nop\ncode mov 0 0\ncode mov 8 94\ncode svc\ncode brk\ncode nop\ncode mov 8 139"));
    CHECK(has_line(batch, "handler-offset 20"));
}

TEST_CASE("the task's facts are in the batch") {
    const std::string batch = batch_of(
        "options = [\"TRACESYSGOOD\", \"TRACESECCOMP\"]\nregisters = { x0 = -1 }\nblocked = [\"SIGTRAP\"]\n"
        "handlers = [{ signal = \"SIGUSR1\", restart = true }]\nstart = \"SYSEMU\"\naudit = true\n"
        "tracepoints = [\"sys_exit\"]",
        "");
    for (const std::string line : {"options 129", "register 0 -1", "blocked 16", "ignored 0", "handler 10 268435456",
                                   "start 31", "audit", "tracepoints 2"})
        CHECK_MESSAGE(has_line(batch, line), line);
    CHECK(!has_line(batch, "untraced"));
    CHECK(!has_line(batch, "compat"));
}

TEST_CASE("rules and replies are in the batch") {
    const std::string batch = batch_of("traced = false",
                                       "[[filter]]\nrules = [{ nr = -1, arg0 = 7, action = \"ERRNO\", data = 5 }, "
                                       "{ action = \"USER_NOTIF\" }]\n[[notification]]\nreply = \"error\"\nerror = -7\n"
                                       "[[notification]]\nreply = \"value\"\nvalue = 9\n");
    CHECK(has_line(batch, "untraced"));
    CHECK(has_line(batch, "filter\nrule -1 7 327685\nrule * * 2143289344\nnotify error -7\nnotify value 9"));
}

TEST_CASE("a stop's acts are in their order, its resume is last") {
    const std::string batch = batch_of(
        "",
        "[[stop]]\nacts = [{ number = -10 }, { registers = { x0 = 55, pc = 4 } }, { registers = {} }, "
        "{ options = [] }, { syscall_info = { error = -5 } }]\nresume = \"SYSEMU_SINGLESTEP\"\nsignal = \"SIGUSR1\"\n"
        "send = \"SIGUSR2\"\ntracepoints = []\ntsync = [{ action = \"ALLOW\" }]\n");
    CHECK(has_line(batch,
                   "stop\nact number -10\nact registers 0 55 32 4\nact registers\nact options 0\nact info 7 -5 8 1\n"
                   "send 12\ntracepoints 0\ntsync\nrule * * 2147418112\nresume 32 10\nend"));
}

TEST_CASE("rseq areas, programs to execute, filters to install and children are in the batch") {
    const std::string batch =
        batch_of("exec = 8\nrseq = { start = 4, length = 8, abort = 16, version = 1, pointer = \"kernel\" }",
                 "[[program]]\ndo = \"enter\"\n[[install]]\nrules = [{ action = \"LOG\" }]\n[[stop]]\n"
                 "acts = [{ enter = true }]\nresume = \"SYSEMU\"\n[[child]]\nresume = \"SYSCALL\"\n");
    for (const std::string line :
         {"exec 8", "rseq 2 1 0 4 8 16 0", "code svc\ncode enter", "install\nrule * * 2147221504",
          "stop\nact enter 1\nresume 31 0", "child\nresume 24 0"})
        CHECK_MESSAGE(has_line(batch, line), line);
}
