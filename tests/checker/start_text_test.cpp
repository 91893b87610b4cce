// SPDX-License-Identifier: MIT
#include "checker/start_text.h"

#include <doctest/doctest.h>

using namespace entryproof::checker;
using Lines = std::vector<std::string>;

TEST_CASE("flags that one resume leaves behind are told as that resume") {
    CHECK(start_text({{"task.ptrace", 1}}) == Lines{"tracer resumed with PTRACE_CONT"});
    CHECK(start_text({{"task.ptrace", 1}, {"task.trace", 1}}) == Lines{"tracer resumed with PTRACE_SYSCALL"});
    CHECK(start_text({{"task.ptrace", 1}, {"task.emu", 1}}) == Lines{"tracer resumed with PTRACE_SYSEMU"});
    CHECK(start_text({{"task.ptrace", 1}, {"task.singlestep", 1}}) == Lines{"tracer resumed with PTRACE_SINGLESTEP"});
    CHECK(start_text({{"task.ptrace", 1}, {"task.emu", 1}, {"task.singlestep", 1}}) ==
          Lines{"tracer resumed with PTRACE_SYSEMU_SINGLESTEP"});
}

TEST_CASE("flags that no resume leaves behind are assumed reachable") {
    CHECK(start_text({{"task.ptrace", 1}, {"task.trace", 1}, {"task.emu", 1}}) ==
          Lines{"traced, TRACE set, EMU set (assumed reachable)"});
    CHECK(start_text({{"task.emu", 1}}) == Lines{"not traced, EMU set (assumed reachable)"});
    CHECK(start_text({{"task.trace", 1}, {"task.singlestep", 1}}) ==
          Lines{"not traced, TRACE set, single stepping (assumed reachable)"});
}

TEST_CASE("single stepping outlives its tracer") {
    CHECK(start_text({{"task.singlestep", 1}}) == Lines{"no tracer; one that died left single stepping on"});
}

TEST_CASE("ptrace options bear their names and no bit is dropped") {
    CHECK(start_text({{"task.ptrace", 1 | 8 | 1u << 10}}) == Lines{"tracer resumed with PTRACE_CONT",
                                                                   "tracer set PTRACE_O_TRACESYSGOOD",
                                                                   "tracer set PTRACE_O_TRACESECCOMP"});
    CHECK(start_text({{"task.ptrace", 1 | 2}}).back() == "other bits of task.ptrace 0x2");
}

TEST_CASE("registers come in their order, options and facts in words") {
    CHECK(start_text({{"regs.regs[8]", 172}, {"regs.regs[0]", 7}, {"regs.regs[12]", 1}}) ==
          Lines{"x0 = 7", "x8 = 172", "x12 = 1"});
    CHECK(start_text({{"CONFIG_RSEQ", 1}}) == Lines{"CONFIG_RSEQ on"});
    CHECK(start_text({{"task.pending", 1u << 8}}) == Lines{"pending: SIGKILL"});
    CHECK(start_text({{"audit.in_syscall", 1}}) ==
          Lines{"the audit context is marked as inside a syscall (assumed reachable)"});
}

TEST_CASE("what no table knows is told by name, and what is 0 is not told") {
    CHECK(start_text({{"thread_info.flags", 5}, {"new.cell", 6}}) == Lines{"new.cell = 6", "thread_info.flags = 0x5"});
    CHECK(start_text({{"task.emu", 0}, {"regs.pc", 0}}).empty());
    CHECK(start_text({}).empty());
}
