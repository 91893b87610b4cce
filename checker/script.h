// SPDX-License-Identifier: MIT
// A script: what a user program, its tracer, filters, a supervisor, a sibling and senders of signals do, never how the
// kernel answers. It runs on the model (script_run.h) and, in the lab, on real kernels, and both print the same lines.
//
// The TOML form is strict: an unknown key, name or signal is an error with its place. What is absent is not there.
//
// `enter` is a store of x28 to the address in x27, which hold what it needs and are not for the script; only native
// programs have an rseq area.
//
// The text that runs, one instruction every 4 bytes from offset 0: `program`; then x0 = 0, x8 = 94, svc, brk, which is
// exit_group(0); then the one handler of all signals: nop, x8 = 139, svc, brk, which is rt_sigreturn. A 32-bit program
// is the same in A32 with x7 = 248 and x7 = 119 (sigreturn); its registers are x0 to x12 and x14, a mov is one movw,
// mov or mvn. Handlers are installed without SA_SIGINFO, SA_NODEFER and mask. At script_data_address stand a struct
// timespec of 1000000 s and, 16 bytes on, zeros; 32 bytes on, the name of the file that
// execve takes: this text and these data once more. All other registers than those named are 0 before the first
// instruction, also in the handler's caller; sp is the runner's.
//
// In a stop the tracer performs `acts` in order, then a sibling installs `tsync`, then the tracepoints are switched,
// then `send` is sent with kill(), then the tracer resumes. After script_stop_limit stops it kills the task instead. In
// a PTRACE_EVENT_EXIT stop the kernel drops a SIGKILL and the task would stay for ever: there KILL is CONT; and there
// is no sibling any more. DIE ends the tracer instead.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

constexpr std::size_t script_stop_limit = 64;                 // stops before the task is killed
constexpr std::size_t script_act_limit = 8;                   // acts in one stop
constexpr std::uint64_t script_data_address = 0x10000000;     // a page that the program can point to
constexpr std::uint64_t script_install_address = 0x11000000;  // where the first filter is that the program may install
constexpr std::uint64_t script_install_distance = 0x10000;    // from one to the next
constexpr std::size_t script_install_limit = 4;
constexpr unsigned script_exit_length = 4;        // instructions after `program` that end the task
constexpr unsigned script_handler_length = 4;     // instructions of the handler, after those
constexpr std::uint64_t script_pid = 4242;        // how any real pid of the task is shown
constexpr std::uint64_t script_child_pid = 4243;  // and that of a child of it

// Which of the two syscall tracepoints are on.
struct ScriptTracepoints {
    bool sys_enter = false;
    bool sys_exit = false;
    bool operator==(const ScriptTracepoints&) const = default;
};

// action: SECCOMP_RET_*. nr, arg0: absent means any.
struct ScriptRule {
    std::optional<std::int32_t> nr;
    std::optional<std::uint64_t> arg0;
    std::uint32_t action = 0;
    std::uint16_t data = 0;
    bool operator==(const ScriptRule&) const = default;
};

// The first rule that matches counts; none: ALLOW.
using ScriptFilter = std::vector<ScriptRule>;

struct ScriptHandler {
    unsigned signal = 0;
    bool restart = false;  // SA_RESTART
    bool operator==(const ScriptHandler&) const = default;
};

// What `enter`, an instruction or an act, writes into the task's rseq area.
enum class ScriptPointer {
    section,   // the address of the critical section's description
    unmapped,  // one where nothing is
    kernel,    // one beyond user space
};

// A critical section, by offsets from the first instruction. Those beyond user space are 2^56 and more, or negative.
// The signature, which the word before `abort` must be, is a brk.
struct ScriptRseq {
    std::uint64_t start = 0;
    std::uint64_t length = 0;
    std::uint64_t abort = 0;
    std::uint32_t version = 0;
    std::uint32_t flags = 0;
    ScriptPointer pointer = ScriptPointer::section;
    bool debug = false;  // the kernel's switch rseq/debug is on; there is none before 7.x
    bool operator==(const ScriptRseq&) const = default;
};

struct ScriptTask {
    bool compat = false;
    bool traced = true;
    std::uint32_t options = 0;                    // PTRACE_O_*
    std::map<unsigned, std::uint64_t> registers;  // by number
    std::uint64_t blocked = 0;                    // bit N-1 for signal N
    std::uint64_t ignored = 0;
    std::vector<ScriptHandler> handlers;
    unsigned start = 7;  // PTRACE_CONT
    ScriptTracepoints tracepoints;
    bool audit = false;
    std::optional<std::uint64_t> exec;  // where the program that execve begins starts, as an offset
    std::optional<ScriptRseq> rseq;     // there is a registered area, its pointer empty
    bool operator==(const ScriptTask&) const = default;
};

struct ScriptInstruction {
    enum class Kind { svc, mov, nop, brk, enter } kind = Kind::nop;
    unsigned reg = 0;         // of mov
    std::uint64_t value = 0;  // of mov; what one movz or movn can load
    bool operator==(const ScriptInstruction&) const = default;
};

// One thing a tracer does in a stop.
struct ScriptAct {
    enum class Kind {
        number,          // NT_ARM_SYSTEM_CALL := number
        registers,       // NT_PRSTATUS: read, change `registers` and `pc`, write all back
        options,         // PTRACE_SETOPTIONS
        syscall_entry,   // PTRACE_SET_SYSCALL_INFO of an entry or seccomp stop: number, arguments
        syscall_result,  // the same of an exit stop: result, is_error
        enter,           // the pointer of the rseq area is written, or emptied
    } kind = Kind::number;
    std::int32_t number = 0;
    std::map<unsigned, std::uint64_t> registers;
    std::optional<std::uint64_t> pc;  // offset from the first instruction
    std::uint32_t options = 0;
    std::vector<std::uint64_t> arguments;  // six
    std::int64_t result = 0;
    bool is_error = false;
    bool enters = false;
    bool operator==(const ScriptAct&) const = default;
};

constexpr unsigned script_kill = 8;  // PTRACE_KILL

struct ScriptStop {
    std::vector<ScriptAct> acts;
    unsigned resume = 7;  // PTRACE_CONT, PTRACE_DETACH, script_kill, tracer_died, ...
    unsigned signal = 0;  // injected on resume
    unsigned send = 0;    // sent with kill() in the stop
    std::optional<ScriptTracepoints> tracepoints;
    std::optional<ScriptFilter> tsync;
    bool operator==(const ScriptStop&) const = default;
};

struct ScriptNotification {
    enum class Reply { go_on, error, value } reply = Reply::go_on;
    std::int32_t error = 0;  // as a positive errno, written into the reply as -error
    std::int64_t value = 0;
    bool operator==(const ScriptNotification&) const = default;
};

struct Script {
    std::string summary;
    ScriptTask task;
    std::vector<ScriptInstruction> program;
    std::vector<ScriptFilter> filters;   // oldest first; at most one holds USER_NOTIF, and has the listener
    std::vector<ScriptFilter> installs;  // seccomp(SECCOMP_SET_MODE_FILTER, 0, address) installs one of them
    std::vector<ScriptNotification> notifications;
    std::vector<ScriptStop> stops;
    std::vector<ScriptStop> child;  // the stops of the first child that begins in a stop; run when the task is dead
    bool operator==(const Script&) const = default;
};

// Throws InputError (checker/error.h) with file and line.
Script parse_script(const std::string& text, const std::string& file_name);

// parse_script(to_toml(script)) == script.
std::string to_toml(const Script& script);

// The whole text: program, exit, handler.
std::vector<ScriptInstruction> script_text(const Script& script);

// Offset of the handler's first instruction.
std::uint64_t script_handler_offset(const Script& script);

}  // namespace entryproof::checker
