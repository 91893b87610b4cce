// SPDX-License-Identifier: MIT
// What cannot be run is refused. What is seen when it can is in tests/lab/scripts, see tests/cases/scripts_test.cpp.
#include "checker/script_run.h"

#include "checker/error.h"
#include "checker/script_body.h"
#include "checker/script_filter.h"
#include "model/environment/rounds.h"
#include "model/kernel/numbers.h"
#include "model/paths/paths.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

Script read(const std::string& text) { return parse_script("version = 1\n" + text, "a.toml"); }

std::string refusal(const std::string& path, const std::string& text) {
    try {
        run_script(*paths::built_in_path(path), read(text));
    } catch (const InputError& error) {
        return error.what();
    }
    return "runs";
}

const std::string svc = "[[program]]\ndo = \"svc\"\n";

std::string calls(int number) { return "[task]\nregisters = { x8 = " + std::to_string(number) + " }\n" + svc; }

BodyResult body(std::int32_t nr, std::array<std::uint64_t, 6> arguments, bool signal_pending = false,
                bool compat = false) {
    return syscall_body({nr, arguments, signal_pending, false, compat});
}

std::int64_t value(const BodyResult& result) { return static_cast<std::int64_t>(result.value); }

}  // namespace

TEST_CASE("a program runs to its end") {
    CHECK(refusal("legacy", svc) == "syscall 0(0, 0, 0, 0, 0, 0): not in the table of bodies");
    CHECK(refusal("legacy", calls(172)) == "runs");
    CHECK(refusal("legacy", calls(65)) == "syscall 65(0, 0, 0, 0, 0, 0): not in the table of bodies");
    CHECK(refusal("legacy", calls(73)) == "syscall 73(0, 0, 0, 0, 0, 0): the task sleeps for ever");
    CHECK(refusal("legacy", calls(139)) == "rt_sigreturn outside of a handler is not in the table of bodies");
}

TEST_CASE("a program that never ends is refused") {
    const std::string task = "[task]\ntraced = false\nhandlers = [{ signal = \"SIGTRAP\" }]\n";
    CHECK(refusal("legacy", task + "[[program]]\ndo = \"brk\"\n") == "the program does not end");
}

TEST_CASE("a tracer that sends the task where no text is, is refused") {
    const std::string jump = "[[stop]]\nacts = [{ registers = { pc = -4 } }]\n";
    CHECK(refusal("legacy", "[[program]]\ndo = \"brk\"\n" + jump) ==
          "the task runs at offset -4, where there is no instruction");
}

TEST_CASE("what is not modelled, or not in that kernel, is refused") {
    const std::string info = "[[stop]]\nacts = [{ syscall_info = { value = 1 } }]\n";
    CHECK(refusal("legacy", calls(172) + info) == "runs");
    CHECK(refusal("legacy-6.1", calls(172) + info) == "legacy-6.1 has no PTRACE_SET_SYSCALL_INFO");
    CHECK(refusal("legacy-6.12", calls(172) + info) == "legacy-6.12 has no PTRACE_SET_SYSCALL_INFO");
}

TEST_CASE("bodies are functions of their arguments and of a pending signal") {
    CHECK(value(body(172, {})) == 4242);
    CHECK(value(body(300, {})) == -ENOSYS);
    CHECK(body(94, {7}).deed == environment::body_exits);
    CHECK(value(body(101, {7})) == -EFAULT);
    CHECK(value(body(73, {7}, true)) == -kernel::ERESTARTNOHAND);
    CHECK(value(body(73, {~std::uint64_t{0}}, true)) == -EFAULT);
    CHECK(value(body(101, {script_data_address}, true)) == -kernel::ERESTART_RESTARTBLOCK);
    CHECK(value(body(98, {script_data_address + 16, 0, 1}, true)) == -EAGAIN);
    CHECK(value(body(98, {script_data_address + 16}, true)) == -kernel::ERESTARTSYS);
    CHECK(body(98, {script_data_address + 16, 0, 0, script_data_address}, true).sets_restart_block);
    CHECK(value(body(128, {})) == -EINTR);
    CHECK_THROWS_AS(body(101, {script_data_address, 8}, true), InputError);
    CHECK_THROWS_AS(body(220, {17}), InputError);
}

TEST_CASE("bodies that make or replace a program, or change its filters") {
    const auto call = [](std::int32_t nr, std::array<std::uint64_t, 6> arguments) {
        BodyCall call{nr, arguments, false, false};
        call.exec = 8;
        call.options = 1u << kernel::PTRACE_EVENT_FORK;
        call.installs = 2;
        return call;
    };
    CHECK(syscall_body(call(220, {0})).event == kernel::PTRACE_EVENT_CLONE);
    CHECK(syscall_body(call(220, {17})).event == kernel::PTRACE_EVENT_FORK);
    CHECK(syscall_body(call(220, {0x4000})).event == kernel::PTRACE_EVENT_VFORK);
    CHECK_THROWS_AS(body(220, {17}), InputError);  // without TRACEFORK
    CHECK_THROWS_AS(syscall_body(call(220, {0, 1})), InputError);
    CHECK(value(syscall_body(call(221, {script_data_address + 32}))) == 8);
    CHECK_THROWS_AS(syscall_body(call(221, {script_data_address + 31})), InputError);
    CHECK_THROWS_AS(body(221, {script_data_address + 32}), InputError);  // without 'exec'
    CHECK(value(syscall_body(call(277, {0}))) == kernel::SECCOMP_MODE_STRICT);
    const std::uint64_t second = script_install_address + script_install_distance;
    CHECK(value(syscall_body(call(277, {1, 0, second}))) == kernel::SECCOMP_MODE_FILTER);
    CHECK_THROWS_AS(syscall_body(call(277, {1, 0, second + script_install_distance})), InputError);
    BodyCall filtered = call(277, {0});
    filtered.seccomp_mode = kernel::SECCOMP_MODE_FILTER;
    CHECK(value(syscall_body(filtered)) == -EINVAL);
    CHECK(value(body(64, {~std::uint64_t{0}})) == -EBADF);
    CHECK_THROWS_AS(body(63, {1}), InputError);
}

TEST_CASE("a 32-bit task has numbers of its own") {
    CHECK(value(body(20, {}, false, true)) == 4242);
    CHECK(value(body(162, {0xffffffff}, true, true)) == -EFAULT);
    CHECK_THROWS_AS(body(172, {}, false, true), InputError);
    CHECK(private_call(-1).value == -ENOSYS);
    CHECK(private_call(0xf0800).forces_sigill);
    CHECK_FALSE(private_call(0xf07ff).forces_sigill);
    CHECK_THROWS_AS(private_call(0xf0002), InputError);
}

TEST_CASE("of two filters the stronger action counts, of equals the newer one") {
    using namespace kernel;
    const auto rule = [](std::uint32_t action, std::uint16_t data) { return ScriptFilter{{172, {}, action, data}}; };
    const auto verdict = [&](const ScriptFilter& older, const ScriptFilter& newer, std::int32_t nr) {
        return FilterChain({older, newer}).ask({nr, 0}).value;
    };
    CHECK(verdict(rule(SECCOMP_RET_ERRNO, 5), rule(SECCOMP_RET_LOG, 1), 172) == (SECCOMP_RET_ERRNO | 5));
    CHECK(verdict(rule(SECCOMP_RET_ERRNO, 5), rule(SECCOMP_RET_ERRNO, 6), 172) == (SECCOMP_RET_ERRNO | 6));
    CHECK(verdict(rule(SECCOMP_RET_KILL_PROCESS, 0), rule(SECCOMP_RET_KILL_THREAD, 0), 172) ==
          SECCOMP_RET_KILL_PROCESS);
    CHECK(verdict(rule(SECCOMP_RET_ERRNO, 5), rule(SECCOMP_RET_TRAP, 6), 171) == SECCOMP_RET_ALLOW);
}

TEST_CASE("a rule can ask for argument 0, and the first one that matches counts") {
    using namespace kernel;
    const ScriptFilter filter = {{172, 7, SECCOMP_RET_TRAP, 1}, {{}, {}, SECCOMP_RET_ERRNO, 2}};
    CHECK(FilterChain({filter}).ask({172, 7}).value == (SECCOMP_RET_TRAP | 1));
    CHECK(FilterChain({filter}).ask({172, 8}).value == (SECCOMP_RET_ERRNO | 2));
    CHECK(FilterChain({filter}).ask({1, 7}).value == (SECCOMP_RET_ERRNO | 2));
}

TEST_CASE("a task that has installed a filter itself has a tree of its own") {
    using namespace kernel;
    FilterChain chain({});
    chain.add({{172, {}, SECCOMP_RET_ERRNO, 5}});
    CHECK_FALSE(chain.is_own());
    chain.install({{172, {}, SECCOMP_RET_TRAP, 6}});
    CHECK(chain.is_own());
    CHECK(chain.ask({172, 0}).value == (SECCOMP_RET_TRAP | 6));
}

TEST_CASE("only a filter that was there from the start has the listener") {
    using namespace kernel;
    const ScriptFilter asks = {{172, {}, SECCOMP_RET_USER_NOTIF, 0}};
    FilterChain chain({asks});
    CHECK(chain.ask({172, 0}).by_listener_owner);
    chain.add(asks);
    CHECK_FALSE(chain.ask({172, 0}).by_listener_owner);
}

TEST_CASE("with DEBUG_RSEQ a syscall in a critical section is judged at its end, without a stop") {
    const Script script = parse_script(
        "version = 1\n[task]\ntraced = false\nregisters = { x8 = 172 }\n"
        "rseq = { start = 4, length = 8, abort = 20 }\n[[program]]\ndo = \"enter\"\n[[program]]\ndo = \"svc\"\n",
        "a.toml");
    ir::Program rounds = environment::with_rounds(*paths::built_in_path("legacy"));
    CHECK(run_script_on(rounds, script).lines == std::vector<std::string>{"user: exit 0"});
    CHECK(run_script_on(rounds, script, {{"CONFIG_DEBUG_RSEQ", 1}}).lines ==
          std::vector<std::string>{"user: ended by signal 11"});
}
