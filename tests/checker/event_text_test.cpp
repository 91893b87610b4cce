// SPDX-License-Identifier: MIT
#include "checker/event_text.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;
using Lines = std::vector<std::string>;

namespace {

Event entry_stop(std::vector<FieldValue> answers) {
    Event event;
    event.hook = "entry_stop";
    event.observer = "tracer";
    event.kind = "entry stop";
    event.fields = {{"status", 133, 32, true}, {"si_code", 133, 32, true}, {"message", 1, 64, true},
                    {"nr", 172, 32, true},     {"x0", 7, 64, true},        {"x1", 8, 64, true},
                    {"pc", 0x1004, 64, true},  {"hidden", 3, 64, false}};
    event.answers = std::move(answers);
    return event;
}

}  // namespace

TEST_CASE("a stop is told by status, number, x0 and message") {
    const Event event = entry_stop({});
    CHECK(title_of(event) == "tracer: entry stop");
    CHECK(telling_fields(event) == Lines{"status", "nr", "x0", "message", "pc"});
    CHECK(field_text(event, "message", Spelling::symbolic) == "msg 1");
    CHECK(field_text(event, "status", Spelling::symbolic) == "status SIGTRAP|0x80");
    CHECK(field_text(event, "status", Spelling::plain) == "status 133");
    CHECK(field_text(event, "x9", Spelling::plain) == "x9 -");
}

TEST_CASE("a code that is not the status's own is told, a message that is none is not") {
    Event event = entry_stop({});
    event.fields[1].value = 0;
    event.fields[2].value = 0;
    CHECK(telling_fields(event) == Lines{"status", "si_code", "nr", "x0", "pc"});
}

TEST_CASE("what is not shown is never told") {
    for (const std::string& name : all_shown_fields(entry_stop({}))) CHECK(name != "hidden");
    Event event = entry_stop({});
    event.fields = {{"only", 1, 8, false}};
    CHECK(telling_fields(event).empty());
}

TEST_CASE("a tracer's deeds come in the order in which they happen, the resume last") {
    const Event event = entry_stop({{"request", 24, 8, true},
                                    {"signal", 10, 8, true},
                                    {"sets_number", 1, 1, true},
                                    {"number", 0xffffffff, 32, true},
                                    {"sets_registers", 1, 1, true},
                                    {"x0", 55, 64, true},
                                    {"x1", 8, 64, true},
                                    {"pc", 0x1004, 64, true}});
    CHECK(deeds(event) ==
          Lines{"sets nr -1", "writes registers x0 55", "resumes with PTRACE_SYSCALL", "injects SIGUSR1"});
}

TEST_CASE("answers that nothing asks for are not told") {
    CHECK(deeds(entry_stop({{"request", 7, 8, true}, {"number", 5, 32, true}, {"x0", 9, 64, true}})) ==
          Lines{"resumes with PTRACE_CONT"});
    CHECK(deeds(entry_stop({})).empty());
}

TEST_CASE("registers written back as they were are told as such") {
    CHECK(deeds(entry_stop({{"sets_registers", 1, 1, true}, {"x0", 7, 64, true}, {"pc", 0x1004, 64, true}})) ==
          Lines{"writes the registers back unchanged"});
}

TEST_CASE("a stop that SIGKILL ends before the tracer resumes shows no resume") {
    CHECK(deeds(entry_stop({{"request", 24, 8, true}, {"sigkill", 1, 1, true}, {"killed_first", 1, 1, true}})) ==
          Lines{"SIGKILL arrives", "the stop ends before it resumes"});
    CHECK(deeds(entry_stop({{"request", 24, 8, true}, {"sigkill", 0, 1, true}, {"killed_first", 1, 1, true}})) ==
          Lines{"resumes with PTRACE_SYSCALL"});
}

TEST_CASE("an answer that no table knows is told by its name, unless it is 0") {
    CHECK(deeds(entry_stop({{"novel", 3, 8, true}, {"silent", 0, 8, true}})) == Lines{"novel = 3"});
}

TEST_CASE("the place is the innermost statement of the entry code") {
    Event event = entry_stop({});
    event.source = {"kernel/signal.c", "ptrace_notify", "7.3", 0, 0};
    CHECK(place_of(event) == "kernel/signal.c:ptrace_notify@7.3");
    event.call_chain = {{"arch/arm64/kernel/entry-common.c", "el0_svc", "7.3", 0, 0},
                        {"arch/arm64/kernel/ptrace.c", "report_syscall_entry", "", 2301, 9},
                        {"include/linux/ptrace.h", "ptrace_report_syscall", "7.3", 0, 0}};
    CHECK(place_of(event) == "arch/arm64/kernel/ptrace.c:2301");
}
