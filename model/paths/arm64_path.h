// SPDX-License-Identifier: MIT
// The hand-built arm64 paths and the entry they share.
#pragma once

#include "model/ir/program.h"

namespace entryproof::paths {

ir::Program arm64_legacy();

// Generic entry under arm64 hooks. `skip_minus_one`: a number of -1 after the entry work is a skip, as legacy has it;
// without it the kernel answers -ENOSYS (generic-permit).
ir::Program arm64_generic(bool skip_minus_one);

// el0_svc and do_el0_svc: arch/arm64/kernel/entry-common.c, syscall.c.
void add_el0_svc(ir::Program& program);

}  // namespace entryproof::paths
