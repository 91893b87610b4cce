// SPDX-License-Identifier: MIT
#include "checker/number_text.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;

namespace {

constexpr std::uint64_t minus(std::uint64_t value) { return ~value + 1; }

}  // namespace

TEST_CASE("an error is told by its name, in a debugger's spelling by its number") {
    CHECK(number_text("x0", minus(38), 64) == "-ENOSYS");
    CHECK(number_text("ret", minus(512), 64) == "-ERESTARTSYS");
    CHECK(number_text("error", minus(38) & 0xffffffff, 32) == "-ENOSYS");
    CHECK(number_text("x0", minus(3999), 64) == "-3999");
    CHECK(plain_number_text("x0", minus(38), 64) == "-38");
}

TEST_CASE("a number that is no small error is not told as one") {
    CHECK(number_text("x0", minus(4096), 64) == "0xfffffffffffff000");
    CHECK(number_text("x0", minus(38) & 0xffffffff, 64) == "0xffffffda");
    CHECK(number_text("request", 0xda, 8) != "-ENOSYS");
    CHECK(number_text("x0", 38, 64) == "38");
}

TEST_CASE("syscall numbers are decimal and signed, never errors") {
    CHECK(number_text("nr", minus(1) & 0xffffffff, 32) == "-1");
    CHECK(number_text("number", minus(10) & 0xffffffff, 32) == "-10");
    CHECK(number_text("regs.syscallno", 172, 32) == "172");
    CHECK(number_text("nr", 0x80000000, 32) == "-2147483648");
}

TEST_CASE("addresses and masks are hexadecimal, large numbers too") {
    CHECK(number_text("pc", 0x1004, 64) == "0x1004");
    CHECK(number_text("pc", 0, 64) == "0x0");
    CHECK(number_text("x1", 0xffff, 64) == "65535");
    CHECK(number_text("x1", 0x10000, 64) == "0x10000");
    CHECK(number_text("pstate", 0x200000, 64) == "SS");
    CHECK(number_text("pstate", 0x80200000, 64) == "SS|0x80000000");
    CHECK(plain_number_text("pstate", 0x200000, 64) == "0x200000");
}

TEST_CASE("requests, actions, stops and signals bear the kernel's names") {
    CHECK(number_text("request", 32, 8) == "PTRACE_SYSEMU_SINGLESTEP");
    CHECK(number_text("request", 255, 8) == "the tracer dies");
    CHECK(number_text("filter_ret", 0x7ff00003, 32) == "SECCOMP_RET_TRACE|3");
    CHECK(number_text("filter_ret", 0x7fff0000, 32) == "SECCOMP_RET_ALLOW");
    CHECK(number_text("status", 133, 32) == "SIGTRAP|0x80");
    CHECK(number_text("status", 5, 32) == "SIGTRAP");
    CHECK(number_text("status", 0x705, 32) == "PTRACE_EVENT_SECCOMP");
    CHECK(number_text("pending", 1u << 4 | 1u << 8, 64) == "SIGTRAP, SIGKILL");
    CHECK(signal_name(31) == "SIGSYS");
}

TEST_CASE("what has no name keeps its number") {
    CHECK(number_text("filter_ret", 0x12340000, 32) == "0x12340000");
    CHECK(signal_name(32) == "signal 32");
    CHECK(signal_name(0) == "none");
    CHECK(signal_set(0) == "none");
    CHECK(number_text("request", 99, 8) == "PTRACE_CONT");  // as the environment takes it
}
