// SPDX-License-Identifier: MIT
// Flat: one row a name. include/uapi/linux/ptrace.h, seccomp.h, asm-generic/signal.h @7.3.
#include "checker/script_names.h"

#include "model/kernel/numbers.h"

#include <stdexcept>

namespace entryproof::checker {

const NumberedNames& script_signals() {
    static const NumberedNames names = {
        {"SIGHUP", 1},   {"SIGINT", 2},     {"SIGQUIT", 3},  {"SIGILL", 4},     {"SIGTRAP", 5},  {"SIGABRT", 6},
        {"SIGBUS", 7},   {"SIGFPE", 8},     {"SIGKILL", 9},  {"SIGUSR1", 10},   {"SIGSEGV", 11}, {"SIGUSR2", 12},
        {"SIGPIPE", 13}, {"SIGALRM", 14},   {"SIGTERM", 15}, {"SIGSTKFLT", 16}, {"SIGCHLD", 17}, {"SIGCONT", 18},
        {"SIGSTOP", 19}, {"SIGTSTP", 20},   {"SIGTTIN", 21}, {"SIGTTOU", 22},   {"SIGURG", 23},  {"SIGXCPU", 24},
        {"SIGXFSZ", 25}, {"SIGVTALRM", 26}, {"SIGPROF", 27}, {"SIGWINCH", 28},  {"SIGIO", 29},   {"SIGPWR", 30},
        {"SIGSYS", 31}};
    return names;
}

const NumberedNames& script_options() {
    static const NumberedNames names = {
        {"TRACESYSGOOD", 1},    {"TRACEFORK", 1u << 1},       {"TRACEVFORK", 1u << 2}, {"TRACECLONE", 1u << 3},
        {"TRACEEXEC", 1u << 4}, {"TRACEVFORKDONE", 1u << 5},  {"TRACEEXIT", 1u << 6},  {"TRACESECCOMP", 1u << 7},
        {"EXITKILL", 1u << 20}, {"SUSPEND_SECCOMP", 1u << 21}};
    return names;
}

const NumberedNames& script_requests() {
    static const NumberedNames names = {
        {"CONT", kernel::PTRACE_CONT},     {"KILL", 8},
        {"DIE", kernel::tracer_died},      {"SINGLESTEP", kernel::PTRACE_SINGLESTEP},
        {"DETACH", kernel::PTRACE_DETACH}, {"SYSCALL", kernel::PTRACE_SYSCALL},
        {"SYSEMU", kernel::PTRACE_SYSEMU}, {"SYSEMU_SINGLESTEP", kernel::PTRACE_SYSEMU_SINGLESTEP}};
    return names;
}

const NumberedNames& script_actions() {
    static const NumberedNames names = {{"KILL_PROCESS", kernel::SECCOMP_RET_KILL_PROCESS},
                                        {"KILL_THREAD", kernel::SECCOMP_RET_KILL_THREAD},
                                        {"TRAP", kernel::SECCOMP_RET_TRAP},
                                        {"ERRNO", kernel::SECCOMP_RET_ERRNO},
                                        {"USER_NOTIF", kernel::SECCOMP_RET_USER_NOTIF},
                                        {"TRACE", kernel::SECCOMP_RET_TRACE},
                                        {"LOG", kernel::SECCOMP_RET_LOG},
                                        {"ALLOW", kernel::SECCOMP_RET_ALLOW}};
    return names;
}

const std::string& name_of(const NumberedNames& names, std::uint64_t number) {
    for (const auto& [name, value] : names)
        if (value == number) return name;
    throw std::invalid_argument("no name stands for " + std::to_string(number));
}

}  // namespace entryproof::checker
