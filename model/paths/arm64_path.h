// SPDX-License-Identifier: MIT
// The hand-built arm64 paths and the entry they share.
#pragma once

#include "model/ir/program.h"
#include "model/paths/arm64_layout.h"

namespace entryproof::paths {

// The legacy path is the same in 6.1, 6.12 and 7.3 (6.1.176, 6.12.117 and 7.3.4) but for what stands here.
struct LegacyVersion {
    const char* path;     // the path's name
    const char* release;  // for the sources it cites
    // A failed entry report (SIGKILL) only forgets the number; seccomp, sys_enter and audit go on with -1. In
    // 7.3 it skips them.
    bool failed_report_goes_on;
    // A register or number written by the tracer reaches orig_x0, which observers and restart read. Not in 6.1.176.
    bool orig_x0_follows_writes;
    // The wrappers of syscalls take argument 0 from x0; in 7.3 from orig_x0 (but for COMPAT_SYSCALL_DEFINE).
    bool body_reads_x0;
    // After every context switch the task's rseq section is judged, and left; in 7.3 not if it was in a syscall.
    bool rseq_after_syscalls;
};
constexpr LegacyVersion legacy_6_1{"legacy-6.1", "6.1", true, false, true, true};
constexpr LegacyVersion legacy_6_12{"legacy-6.12", "6.12", true, true, true, true};
constexpr LegacyVersion legacy_7_3{"legacy", "7.3", false, true, false, false};

ir::Program arm64_legacy(const LegacyVersion& version);

// Generic entry under arm64 hooks. `skip_minus_one`: a number of -1 after the entry work is a skip, as legacy has it;
// without it the kernel answers -ENOSYS (generic-permit). `numbers`: of the TIF_ flags.
ir::Program arm64_generic(bool skip_minus_one, const TifNumbers& numbers = arm64_tif_numbers());

// el0_svc and do_el0_svc, and their likes for 32-bit tasks: arch/arm64/kernel/entry-common.c, syscall.c.
void add_el0_svc(ir::Program& program);

}  // namespace entryproof::paths
