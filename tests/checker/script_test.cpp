// SPDX-License-Identifier: MIT
#include "checker/script.h"

#include "checker/error.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;

namespace {

const std::string svc = "[[program]]\ndo = \"svc\"\n";

Script read(const std::string& text) { return parse_script("version = 1\n" + text, "a.toml"); }

// "line: message" of what is wrong with the text, whose first line is "version = 1".
std::string refusal(const std::string& text) {
    try {
        read(text);
    } catch (const InputError& error) {
        CHECK(error.file == "a.toml");
        return std::to_string(error.line) + ": " + error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("the smallest script is one instruction") {
    const Script script = read(svc);
    CHECK(script.program.size() == 1);
    CHECK(script.task == ScriptTask{});
    CHECK(script.stops.empty());
}

TEST_CASE("everything that can be written is read") {
    const Script script = read(R"(summary = "all of it"
[task]
options = ["TRACESYSGOOD", "EXITKILL"]
registers = { x0 = -1, x8 = 172 }
blocked = ["SIGUSR1"]
ignored = ["SIGUSR2"]
handlers = [{ signal = "SIGTERM", restart = true }, { signal = "SIGHUP" }]
start = "SYSEMU_SINGLESTEP"
tracepoints = ["sys_exit"]
audit = true
exec = 8
rseq = { start = 0, length = 8, abort = 72057594037927936, version = 1, flags = 2, pointer = "kernel", debug = true }
[[program]]
do = "mov"
register = "x8"
value = -39
[[program]]
do = "svc"
[[program]]
do = "enter"
[[filter]]
rules = [{ nr = -1, arg0 = 7, action = "ERRNO", data = 5 }, { action = "TRACE" }]
[[install]]
rules = [{ nr = 172, action = "LOG" }]
[[notification]]
reply = "error"
error = 5
[[notification]]
reply = "value"
value = -9
[[stop]]
acts = [{ number = -1 }, { registers = { x0 = 55, pc = 8 } }, { registers = {} }, { options = [] }, { enter = false },
        { syscall_info = { nr = 172, args = [1, 2, 3, 4, 5, 6] } }, { syscall_info = { error = -5 } }]
resume = "SYSCALL"
signal = "SIGUSR1"
send = "SIGTERM"
tracepoints = []
tsync = [{ nr = 172, action = "TRAP" }]
)");
    CHECK(script.task.options == (1u | 1u << 20));
    CHECK(script.task.registers.at(0) == ~std::uint64_t{0});
    CHECK(script.task.blocked == std::uint64_t{1} << 9);
    CHECK(script.task.handlers == std::vector<ScriptHandler>{{15, true}, {1, false}});
    CHECK(script.task.start == 32);
    CHECK(script.task.rseq == ScriptRseq{0, 8, std::uint64_t{1} << 56, 1, 2, ScriptPointer::kernel, true});
    CHECK(script.program[0].value == static_cast<std::uint64_t>(-39));
    CHECK(script.filters[0][0].nr == -1);
    CHECK(script.filters[0][1].nr == std::nullopt);
    CHECK(script.notifications[1].value == -9);
    const ScriptStop& stop = script.stops.at(0);
    CHECK(stop.acts.size() == 7);
    CHECK(stop.acts[1].pc == 8u);
    CHECK(stop.acts[5].arguments.size() == 6);
    CHECK(stop.acts[6].is_error);
    CHECK(stop.tracepoints == ScriptTracepoints{});
    CHECK(stop.tsync->at(0).action == 0x30000u);
    CHECK(script.task.exec == 8u);
    CHECK(script.installs.at(0)[0].action == 0x7ffc0000u);
    CHECK(parse_script(to_toml(script), "again.toml") == script);
}

TEST_CASE("a child has stops of its own, and a tracer can die") {
    const std::string child = "[[child]]\nresume = \"SYSCALL\"\nsend = \"SIGUSR1\"\n";
    const Script script = read(svc + "[[stop]]\nresume = \"CONT\"\n" + child + child);
    CHECK(script.child.size() == 2);
    CHECK(script.child[1].send == 10);
    CHECK(parse_script(to_toml(script), "again.toml") == script);
    CHECK(read(svc + "[[stop]]\nresume = \"DIE\"\n").stops[0].resume == 255);
}

TEST_CASE("what a child or a dying tracer would share is refused with its line") {
    const std::string die = "[[stop]]\nresume = \"DIE\"\n";
    const std::string child = "[[child]]\nresume = \"CONT\"\n";
    const std::string install = "[[install]]\nrules = [{ action = \"USER_NOTIF\" }]\n";
    CHECK(refusal("[task]\naudit = true\n" + svc + child) == "6: no child beside audit or a supervisor");
    CHECK(refusal(svc + "[[child]]\ntsync = []\n") == "4: a child has no sibling");
    CHECK(refusal(svc + "[[child]]\nresume = \"DIE\"\n") == "4: DIE is for [[stop]]");
    CHECK(refusal(svc + die + child) == "4: no DIE beside tracepoints, audit, a supervisor or [[child]]");
    CHECK(refusal("[task]\ntracepoints = [\"sys_exit\"]\n" + svc + die) ==
          "6: no DIE beside tracepoints, audit, a supervisor or [[child]]");
    CHECK(refusal(svc + "[[stop]]\nresume = \"DIE\"\nsignal = \"SIGHUP\"\n") == "4: KILL and DIE take no signal");
    CHECK(refusal(svc + install) == "4: nobody listens to an installed filter");
    CHECK(refusal("[task]\ncompat = true\n" + svc + "[[install]]\nrules = []\n") ==
          "6: filters that a 32-bit program installs are not modelled");
}

TEST_CASE("the text ends with exit_group and the handler") {
    const Script script = read(svc);
    const std::vector<ScriptInstruction> text = script_text(script);
    CHECK(text.size() == 1 + script_exit_length + script_handler_length);
    CHECK(text[2] == ScriptInstruction{ScriptInstruction::Kind::mov, 8, 94});
    CHECK(script_handler_offset(script) == 20);
    CHECK(text[6] == ScriptInstruction{ScriptInstruction::Kind::mov, 8, 139});
}

TEST_CASE("what is not known is refused with its line") {
    CHECK(refusal(svc + "typo = 1\n") == "4: unknown key 'typo'");
    CHECK(refusal("[task]\ncompatible = true\n" + svc) == "3: unknown key 'compatible'");
    CHECK(refusal("[task]\nblocked = [\"SIGFOO\"]\n" + svc) == "3: no signal is called 'SIGFOO'");
    CHECK(refusal("[task]\noptions = [\"SYSGOOD\"]\n" + svc) == "3: no option is called 'SYSGOOD'");
    CHECK(refusal("[task]\nstart = \"LISTEN\"\n" + svc) == "3: no request is called 'LISTEN'");
    CHECK(refusal("[task]\nregisters = { x31 = 1 }\n" + svc) == "3: no register is called 'x31'; there are x0 to x30");
    CHECK(refusal("[task]\nregisters = { pc = 1 }\n" + svc) == "3: no register is called 'pc'; there are x0 to x30");
    CHECK(refusal("[task]\ntracepoints = [\"sys\"]\n" + svc) ==
          "3: no tracepoint is called 'sys'; there are sys_enter and sys_exit");
    CHECK(refusal("[task]\nrseq = { start = 0, length = 8, abort = 12, pointer = \"there\" }\n" + svc) ==
          "3: no rseq pointer is called 'there'");
    CHECK(refusal("[[program]]\ndo = \"add\"\n") == "3: no instruction is called 'add'");
    CHECK(refusal(svc + "[[filter]]\nrules = [{ action = \"DENY\" }]\n") == "5: no action is called 'DENY'");
    CHECK(refusal(svc + "[[notification]]\nreply = \"maybe\"\n") == "5: no reply is called 'maybe'");
    CHECK(refusal(svc + "[[stop]]\nacts = [{ memory = 1 }]\n") == "5: unknown key 'memory'");
}

TEST_CASE("what is of another kind is refused with its line") {
    CHECK(refusal("summary = 3\n" + svc) == "2: 'summary' must be a string");
    CHECK(refusal("[task]\ncompat = 1\n" + svc) == "3: 'compat' must be true or false");
    CHECK(refusal("[task]\nregisters = { x0 = \"7\" }\n" + svc) == "3: 'x0' must be a whole number");
    CHECK(refusal("[program]\ndo = \"svc\"\n") == "2: 'program' must be tables [[program]]");
    CHECK(refusal("[task]\nblocked = \"SIGUSR1\"\n" + svc) == "3: 'blocked' must be an array");
    CHECK(refusal("x = [\n" + svc).find("not TOML") != std::string::npos);
    CHECK_THROWS_AS(parse_script("version = 2\n" + svc, "a.toml"), InputError);
    CHECK_THROWS_AS(parse_script(svc, "a.toml"), InputError);
}

TEST_CASE("what makes no sense is refused with its line") {
    CHECK(refusal("") == "1: there is no [[program]]");
    CHECK(refusal("[task]\ntraced = false\n" + svc + "[[stop]]\nresume = \"CONT\"\n") ==
          "6: there is no stop: nobody traces");
    CHECK(refusal("[task]\ntraced = false\nstart = \"SYSCALL\"\n" + svc) ==
          "2: 'options' and 'start' are a tracer's, and nobody traces");
    CHECK(refusal("[task]\nstart = \"DETACH\"\n" + svc) == "3: 'start' cannot be DETACH, KILL or DIE");
    CHECK(refusal("[task]\nblocked = [\"SIGKILL\"]\n" + svc) ==
          "3: SIGKILL and SIGSTOP cannot be blocked, ignored or handled");
    CHECK(refusal("[task]\nignored = [\"SIGHUP\"]\nhandlers = [{ signal = \"SIGHUP\" }]\n" + svc) ==
          "4: the signal is ignored or handled already");
    CHECK(refusal(svc + "[[stop]]\nsignal = \"SIGSTOP\"\n") == "5: 'signal': job control is not modelled");
    CHECK(refusal(svc + "[[stop]]\nsend = \"SIGKILL\"\n") ==
          "4: SIGKILL ends the stop at once: write resume = \"KILL\"");
    CHECK(refusal(svc + "[[stop]]\nacts = [{ number = 1, options = [] }]\n") ==
          "5: an act is one thing: number, registers, options, syscall_info or enter");
    CHECK(refusal("[[program]]\ndo = \"mov\"\nregister = \"x0\"\nvalue = 0x10001\n") ==
          "5: no single movz or movn loads this value");
    CHECK(refusal("[[program]]\ndo = \"nop\"\nvalue = 1\n") == "2: only mov has a register and a value");
    CHECK(refusal(svc + "[[filter]]\nrules = [{ action = \"ERRNO\", data = 65536 }]\n") ==
          "5: 'data' must be from 0 to 65535, not 65536");
    CHECK(refusal(svc + "[[notification]]\nreply = \"continue\"\nvalue = 1\n") ==
          "4: 'error' goes with the reply error, 'value' with the reply value");
    const std::string listener = "[[filter]]\nrules = [{ action = \"USER_NOTIF\" }]\n";
    CHECK(refusal(svc + listener) == "accepted");
    CHECK(refusal(svc + listener + listener) == "4: only one filter of a task can have a listener");
}

TEST_CASE("who enters a critical section needs an rseq area and its two registers") {
    const std::string area = "[task]\nrseq = { start = 0, length = 8, abort = 12 }\n";
    const std::string enters = "[[program]]\ndo = \"enter\"\n";
    CHECK(refusal(area + enters) == "accepted");
    CHECK(refusal(enters) == "1: 'enter' needs an rseq area: [task] rseq");
    CHECK(refusal(svc + "[[stop]]\nacts = [{ enter = true }]\n") == "1: 'enter' needs an rseq area: [task] rseq");
    CHECK(refusal(area + "registers = { x27 = 1 }\n" + enters) == "1: x27 and x28 are those of 'enter'");
    CHECK(refusal(area + "compat = true\n" + svc) == "1: rseq in a 32-bit program is not modelled");
    CHECK(refusal("[task]\nrseq = { start = 0, length = 8 }\n" + svc) == "3: the key 'abort' is missing");
    CHECK(refusal("[task]\nrseq = { start = -4, length = 8, abort = 12 }\n" + svc) ==
          "3: 'start' is where some kernels have user space and some have not");
}

TEST_CASE("a 32-bit program has other registers, moves and numbers") {
    const auto move = [](const std::string& reg, const std::string& value) {
        return refusal("[task]\ncompat = true\n[[program]]\ndo = \"mov\"\nregister = \"" + reg +
                       "\"\nvalue = " + value + "\n");
    };
    for (const std::string value : {"65535", "0x10000000", "-1", "-38", "0xffffffda"})
        CHECK(move("x7", value) == "accepted");
    CHECK(move("x7", "0x10001") == "7: no single movw, mov or mvn loads this value");
    CHECK(move("x13", "0") == "6: no register is called 'x13'; there are x0 to x12 and x14");
    const std::vector<ScriptInstruction> text = script_text(read("[task]\ncompat = true\n" + svc));
    CHECK(text[2] == ScriptInstruction{ScriptInstruction::Kind::mov, 7, 248});
}

TEST_CASE("one movz or movn loads a half-word anywhere, or its complement") {
    const auto move = [](const std::string& value) {
        return refusal("[[program]]\ndo = \"mov\"\nregister = \"x0\"\nvalue = " + value + "\n");
    };
    for (const std::string value : {"0", "65535", "0x10000000", "-1", "-65536", "0x7fff000000000000"})
        CHECK(move(value) == "accepted");
    for (const std::string value : {"65537", "-65538", "0x7fffffffffffffff0"}) CHECK(move(value) != "accepted");
}
