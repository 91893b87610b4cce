// SPDX-License-Identifier: MIT
// The table: one arm a syscall. Numbers: include/uapi/asm-generic/unistd.h and, for 32-bit tasks,
// arch/arm64/tools/syscall_32.tbl @7.3; the same in 6.1.
#include "checker/script_body.h"

#include "checker/error.h"
#include "checker/script.h"
#include "model/environment/rounds.h"
#include "model/kernel/numbers.h"

#include <map>

namespace entryproof::checker {

namespace {

using namespace environment;

// Addresses where no user memory is: below what the runner maps, and beyond all of it.
bool is_unmapped(const BodyCall& call, std::uint64_t address) {
    return address < 0x10000 || address >= (call.compat ? std::uint64_t{0xffff1000} : std::uint64_t{1} << 52);
}

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

// fs/select.c:ppoll with neither descriptors, timeout nor mask. do_sys_poll looks at the address of the descriptors
// when it has slept, though there are none.
BodyResult ppoll(const BodyCall& call) {
    if (call.arguments[1] != 0 || call.arguments[2] != 0 || call.arguments[3] != 0)
        refuse(call, "only ppoll(any, 0, 0, 0) is in the table of bodies");
    const bool is_kernel_address = call.arguments[0] >= std::uint64_t{1} << 52;
    return sleeps(call, is_kernel_address ? EFAULT : kernel::ERESTARTNOHAND);
}

// kernel/time/hrtimer.c:nanosleep
BodyResult nanosleep(const BodyCall& call) {
    if (is_unmapped(call, call.arguments[0])) return returns(-EFAULT);
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

// kernel/fork.c:kernel_clone. The child runs the rest of the text on its own; in a stop of vfork it is let go. With
// SIGCHLD for its end it must be held, which only the event does.
BodyResult clone(const BodyCall& call) {
    constexpr std::uint64_t clone_vfork = 0x4000;
    const std::uint64_t flags = call.arguments[0];
    for (std::size_t i = 1; i < call.arguments.size(); ++i)
        if (call.arguments[i] != 0) refuse(call, "only clone(flags, 0, 0, 0, 0) is in the table of bodies");
    BodyResult result{body_clones, script_child_pid};
    result.event = flags == 0             ? kernel::PTRACE_EVENT_CLONE
                   : flags == SIGCHLD     ? kernel::PTRACE_EVENT_FORK
                   : flags == clone_vfork ? kernel::PTRACE_EVENT_VFORK
                                          : 0;
    if (result.event == 0) refuse(call, "only the flags 0, SIGCHLD and CLONE_VFORK are in the table of bodies");
    if (call.child) refuse(call, "a child of a child is not in the table of bodies");
    const bool is_held = (call.options >> kernel::PTRACE_EVENT_FORK & 1) != 0;
    if (result.event == kernel::PTRACE_EVENT_FORK && !is_held)
        refuse(call, "a child whose end sends SIGCHLD is only modelled with TRACEFORK");
    return result;
}

// kernel/seccomp.c:seccomp_set_mode_strict, seccomp_set_mode_filter. The runner may do without no_new_privs.
BodyResult seccomp(const BodyCall& call) {
    const std::uint64_t address = call.arguments[2];
    if (call.arguments[0] == 0 && call.arguments[1] == 0 && address == 0)
        return call.seccomp_mode == kernel::SECCOMP_MODE_FILTER ? returns(-EINVAL)
                                                                : BodyResult{body_seccomp, kernel::SECCOMP_MODE_STRICT};
    const std::uint64_t distance = address - script_install_address;
    if (call.arguments[0] != 1 || call.arguments[1] != 0 || distance % script_install_distance != 0 ||
        distance / script_install_distance >= call.installs)
        refuse(call, "only seccomp(0, 0, 0) and seccomp(1, 0, a filter to install) are in the table of bodies");
    return {body_seccomp, kernel::SECCOMP_MODE_FILTER};
}

// fs/read_write.c: no such descriptor.
BodyResult no_file(const BodyCall& call) {
    if (static_cast<std::uint32_t>(call.arguments[0]) < 100000)
        refuse(call, "read and write are in the table of bodies for descriptors that cannot be");
    return returns(-EBADF);
}

// fs/exec.c:execve of the one file there is.
BodyResult execve(const BodyCall& call) {
    if (call.arguments[0] != script_data_address + 32 || call.arguments[1] != 0 || call.arguments[2] != 0 || !call.exec)
        refuse(call, "only execve(the name on the data page, 0, 0) of a script with 'exec' is in the table of bodies");
    return {body_execs, *call.exec};
}

// What a number stands for, in either table.
enum class Name {
    ppoll,
    exit_group,  // or exit: there is one thread that matters
    futex,
    nanosleep,
    sched_yield,
    restart_syscall,
    sigreturn,
    getpid,
    gettid,
    get_user,  // getuid, geteuid, getgid, getegid: the runner is root
    clone,
    execve,
    seccomp,
    read_or_write,
    hole,  // in the table, but no syscall
    unknown
};

Name native_name(std::int32_t nr) {
    if ((nr >= 244 && nr <= 259) || (nr >= 295 && nr <= 423)) return Name::hole;
    static const std::map<std::int32_t, Name> names = {
        {73, Name::ppoll},         {94, Name::exit_group},       {98, Name::futex},      {101, Name::nanosleep},
        {124, Name::sched_yield},  {128, Name::restart_syscall}, {139, Name::sigreturn}, {172, Name::getpid},
        {174, Name::get_user},     {175, Name::get_user},        {176, Name::get_user},  {177, Name::get_user},
        {178, Name::gettid},       {220, Name::clone},           {221, Name::execve},    {277, Name::seccomp},
        {63, Name::read_or_write}, {64, Name::read_or_write},    {93, Name::exit_group}};
    const auto found = names.find(nr);
    return found == names.end() ? Name::unknown : found->second;
}

Name compat_name(std::int32_t nr) {
    static const std::map<std::int32_t, Name> names = {
        {0, Name::restart_syscall}, {17, Name::hole},         {20, Name::getpid},     {119, Name::sigreturn},
        {120, Name::clone},         {158, Name::sched_yield}, {162, Name::nanosleep}, {199, Name::get_user},
        {200, Name::get_user},      {201, Name::get_user},    {202, Name::get_user},  {224, Name::gettid},
        {240, Name::futex},         {248, Name::exit_group},  {336, Name::ppoll},     {1, Name::exit_group},
        {3, Name::read_or_write},   {4, Name::read_or_write}, {383, Name::seccomp}};
    const auto found = names.find(nr);
    return found == names.end() ? Name::unknown : found->second;
}

}  // namespace

BodyResult syscall_body(const BodyCall& call) {
    switch (call.compat ? compat_name(call.nr) : native_name(call.nr)) {
        case Name::ppoll:
            return ppoll(call);
        case Name::exit_group:
            return {body_exits, call.arguments[0]};
        case Name::futex:
            return futex(call);
        case Name::nanosleep:
            return nanosleep(call);
        case Name::sched_yield:
        case Name::get_user:
            return returns(0);
        case Name::restart_syscall:
            return restart_syscall(call);
        case Name::sigreturn:
            return {body_sigreturn};
        case Name::getpid:
        case Name::gettid:
            return returns(call.child ? script_child_pid : script_pid);
        case Name::clone:
            return clone(call);
        case Name::seccomp:
            return seccomp(call);
        case Name::read_or_write:
            return no_file(call);
        case Name::execve:
            return execve(call);
        case Name::hole:
            return returns(-ENOSYS);
        case Name::unknown:
            break;
    }
    refuse(call, "not in the table of bodies");
}

PrivateCallResult private_call(std::int32_t nr) {
    constexpr std::int32_t cacheflush = 0xf0002;
    constexpr std::int32_t set_tls = 0xf0005;
    constexpr std::int32_t end = 0xf0800;
    if (nr == cacheflush) throw InputError("", 0, 0, "the private call cacheflush is not in the table of bodies");
    if (nr == set_tls) return {};
    if (nr < end) return {-ENOSYS, false};
    return {0, true};
}

}  // namespace entryproof::checker
