// SPDX-License-Identifier: MIT
#include "checker/number_text.h"

#include "model/environment/environment.h"
#include "model/kernel/numbers.h"

#include <array>
#include <map>
#include <set>

namespace entryproof::checker {

namespace {

constexpr std::uint64_t largest_decimal = 0xffff;

std::string hexadecimal(std::uint64_t value) {
    std::string digits;
    do digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
    while ((value >>= 4) != 0);
    return "0x" + digits;
}

std::int64_t as_signed(std::uint64_t value, ir::Width width) {
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>((value & sign) != 0 ? value | ~ir::mask_of(width) : value);
}

bool is_small_negative(std::uint64_t value, ir::Width width) {
    return width >= 32 && as_signed(value, width) < 0 && as_signed(value, width) >= -kernel::MAX_ERRNO;
}

const std::map<std::int64_t, std::string>& error_names() {
    static const std::map<std::int64_t, std::string> table = {
        {EPERM, "EPERM"},
        {ENOENT, "ENOENT"},
        {ESRCH, "ESRCH"},
        {EINTR, "EINTR"},
        {EIO, "EIO"},
        {EBADF, "EBADF"},
        {ECHILD, "ECHILD"},
        {EAGAIN, "EAGAIN"},
        {ENOMEM, "ENOMEM"},
        {EACCES, "EACCES"},
        {EFAULT, "EFAULT"},
        {EINVAL, "EINVAL"},
        {ENOSYS, "ENOSYS"},
        {kernel::ERESTARTSYS, "ERESTARTSYS"},
        {kernel::ERESTARTNOINTR, "ERESTARTNOINTR"},
        {kernel::ERESTARTNOHAND, "ERESTARTNOHAND"},
        {kernel::ERESTART_RESTARTBLOCK, "ERESTART_RESTARTBLOCK"},
    };
    return table;
}

// asm-generic/signal.h, from 1.
constexpr std::array<const char*, 31> signal_names = {
    "SIGHUP",  "SIGINT",    "SIGQUIT", "SIGILL",   "SIGTRAP", "SIGABRT", "SIGBUS",  "SIGFPE",
    "SIGKILL", "SIGUSR1",   "SIGSEGV", "SIGUSR2",  "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT",
    "SIGCHLD", "SIGCONT",   "SIGSTOP", "SIGTSTP",  "SIGTTIN", "SIGTTOU", "SIGURG",  "SIGXCPU",
    "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO",   "SIGPWR",  "SIGSYS"};

// The name with this prefix that stands for the number, or "".
std::string named(const std::string& prefix, std::uint64_t value) {
    for (const auto& [name, number] : environment::named_numbers())
        if (number == value && name.rfind(prefix, 0) == 0) return name;
    return "";
}

std::string request_text(std::uint64_t value) {
    if (value == kernel::tracer_died) return "the tracer dies";
    const std::string name = named("PTRACE_", value);
    return name.empty() ? "PTRACE_CONT" : name;
}

std::string action_text(std::uint64_t value) {
    const std::uint64_t data = value & kernel::SECCOMP_RET_DATA;
    const std::string name = named("SECCOMP_RET_", value & kernel::SECCOMP_RET_ACTION_FULL);
    if (name.empty()) return hexadecimal(value);
    return data == 0 ? name : name + "|" + std::to_string(data);
}

// What waitpid() tells of a stop, above its low byte.
std::string status_text(std::uint64_t value) {
    if (value >> 8 == kernel::PTRACE_EVENT_SECCOMP) return "PTRACE_EVENT_SECCOMP";
    if ((value & 0x80) != 0) return signal_name(value & 0x7f) + "|0x80";
    return signal_name(value);
}

// SPSR as far as a tracer cares: SS says that the next instruction traps.
std::string pstate_text(std::uint64_t value) {
    const std::uint64_t step = std::uint64_t{1} << kernel::PSR_SS_BIT;
    if ((value & step) == 0) return hexadecimal(value);
    return value == step ? "SS" : "SS|" + hexadecimal(value & ~step);
}

std::string last_part(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

bool is_syscall_number(const std::string& name) {
    static const std::set<std::string> names = {"nr",     "id",           "major",     "si_syscall",
                                                "number", "number_again", "syscallno", "NR_syscalls"};
    return names.count(name) != 0;
}

bool is_address_or_mask(const std::string& name) {
    static const std::set<std::string> names = {"pc",      "ip",    "pstate",       "arch",    "si_call_addr",
                                                "handler", "flags", "syscall_work", "options", "ptrace"};
    return names.count(name) != 0;
}

}  // namespace

std::string signal_name(std::uint64_t number) {
    if (number == 0) return "none";
    return number <= signal_names.size() ? signal_names[number - 1] : "signal " + std::to_string(number);
}

std::string signal_set(std::uint64_t bits) {
    std::string text;
    for (unsigned bit = 0; bit < 64; ++bit)
        if ((bits >> bit & 1) != 0) text += (text.empty() ? "" : ", ") + signal_name(bit + 1);
    return text.empty() ? "none" : text;
}

std::string plain_number_text(const std::string& name, std::uint64_t value, ir::Width width) {
    const std::string part = last_part(name);
    if (is_syscall_number(part)) return std::to_string(as_signed(value, width));
    if (is_address_or_mask(part)) return hexadecimal(value);
    if (is_small_negative(value, width)) return std::to_string(as_signed(value, width));
    return value <= largest_decimal ? std::to_string(value) : hexadecimal(value);
}

std::string number_text(const std::string& name, std::uint64_t value, ir::Width width) {
    const std::string part = last_part(name);
    if (part == "request") return request_text(value);
    if (part == "filter_ret") return action_text(value);
    if (part == "status") return status_text(value);
    if (part == "signal" || part == "exit_signal") return signal_name(value);
    if (part == "pstate") return pstate_text(value);
    if (part == "pending") return signal_set(value);
    if (!is_syscall_number(part) && !is_address_or_mask(part) && is_small_negative(value, width)) {
        const auto error = error_names().find(-as_signed(value, width));
        if (error != error_names().end()) return "-" + error->second;
    }
    return plain_number_text(name, value, width);
}

}  // namespace entryproof::checker
