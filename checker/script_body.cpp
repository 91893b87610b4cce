// SPDX-License-Identifier: MIT
// The table: one arm a syscall. Numbers: include/uapi/asm-generic/unistd.h @7.3, the same in 6.1.
#include "checker/script_body.h"

#include "checker/error.h"
#include "checker/script.h"
#include "model/environment/rounds.h"
#include "model/kernel/numbers.h"

namespace entryproof::checker {

namespace {

using namespace environment;

// Addresses where no user memory is: below what the runner maps, and beyond TASK_SIZE.
bool is_unmapped(std::uint64_t address) { return address < 0x10000 || address >= std::uint64_t{1} << 52; }
constexpr std::uint64_t futex_address = script_data_address + 16;

[[noreturn]] void refuse(const BodyCall& call, const std::string& why) {
    std::string text = "syscall " + std::to_string(call.nr) + "(";
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(static_cast<std::int64_t>(call.arguments[i]));
    throw InputError("", 0, 0, text + "): " + why);
}

BodyResult returns(std::int64_t value) { return {body_returns, static_cast<std::uint64_t>(value)}; }

// A sleep that nothing but a signal ends.
BodyResult sleeps(const BodyCall& call, int interrupted_with) {
    if (!call.signal_pending) refuse(call, "the task sleeps for ever");
    BodyResult result = returns(-interrupted_with);
    result.sets_restart_block = interrupted_with == kernel::ERESTART_RESTARTBLOCK;
    return result;
}

// fs/select.c:ppoll with neither descriptors, timeout nor mask.
BodyResult ppoll(const BodyCall& call) {
    if (call.arguments[1] != 0 || call.arguments[2] != 0 || call.arguments[3] != 0)
        refuse(call, "only ppoll(any, 0, 0, 0) is in the table of bodies");
    return sleeps(call, kernel::ERESTARTNOHAND);
}

// kernel/time/hrtimer.c:nanosleep
BodyResult nanosleep(const BodyCall& call) {
    if (is_unmapped(call.arguments[0])) return returns(-EFAULT);
    if (call.arguments[0] != script_data_address || call.arguments[1] != 0)
        refuse(call, "only nanosleep(the data page, 0) is in the table of bodies");
    return sleeps(call, kernel::ERESTART_RESTARTBLOCK);
}

// kernel/futex/waitwake.c:futex_wait
BodyResult futex(const BodyCall& call) {
    const std::uint64_t timeout = call.arguments[3];
    if (call.arguments[0] != futex_address || call.arguments[1] != 0 ||
        (timeout != 0 && timeout != script_data_address))
        refuse(call, "only FUTEX_WAIT on the data page, with its timespec or none, is in the table of bodies");
    if (static_cast<std::uint32_t>(call.arguments[2]) != 0) return returns(-EAGAIN);
    return sleeps(call, timeout == 0 ? kernel::ERESTARTSYS : kernel::ERESTART_RESTARTBLOCK);
}

// kernel/signal.c:restart_syscall
BodyResult restart_syscall(const BodyCall& call) {
    return call.restart_block ? sleeps(call, kernel::ERESTART_RESTARTBLOCK) : returns(-EINTR);
}

// kernel/fork.c:clone of a child that runs the rest of the text on its own and sends no signal when it ends.
BodyResult clone(const BodyCall& call) {
    for (const std::uint64_t argument : call.arguments)
        if (argument != 0) refuse(call, "only clone(0, 0, 0, 0, 0) is in the table of bodies");
    return {body_clones, script_child_pid};
}

// Numbers that have no syscall on arm64.
bool is_hole(std::int32_t nr) { return (nr >= 244 && nr <= 259) || (nr >= 295 && nr <= 423); }

}  // namespace

BodyResult native_body(const BodyCall& call) {
    switch (call.nr) {
        case 73:
            return ppoll(call);
        case 94:  // exit_group
            return {body_exits, call.arguments[0]};
        case 98:
            return futex(call);
        case 101:
            return nanosleep(call);
        case 124:  // sched_yield
            return returns(0);
        case 128:
            return restart_syscall(call);
        case 139:
            return {body_sigreturn};
        case 172:  // getpid
        case 178:  // gettid
            return returns(script_pid);
        case 174:  // getuid, geteuid, getgid, getegid: the runner is root
        case 175:
        case 176:
        case 177:
            return returns(0);
        case 220:
            return clone(call);
        default:
            if (is_hole(call.nr)) return returns(-ENOSYS);
            refuse(call, "not in the table of bodies");
    }
}

}  // namespace entryproof::checker
