// SPDX-License-Identifier: MIT
// The state of one task, by the kernel's own names: every cell a path or the environment may read or write.
//
// One task, so pointers need no model: `regs`, `current`, `child`, `task` all mean it, and the lifter maps
// `regs->orig_x0` to the cell regs.orig_x0.
#pragma once

#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::kernel {

// A field the kernel reaches through a pointer to the task's own state.
struct FieldCell {
    std::string structure;  // pt_regs, thread_info, task_struct, kernel_siginfo
    std::string field;      // orig_x0; for regs[0..30] the name is "regs[N]"
    std::string cell;       // regs.orig_x0
    ir::Width width;
    bool is_signed;
    std::string meaning;
};

// Fields of every architecture: include/linux/sched.h:task_struct, include/linux/thread_info.h @7.3. Those of pt_regs
// are the architecture's (arch.h, whose field_cells() has both).
const std::vector<FieldCell>& shared_field_cells();

// include/linux/syscall_user_dispatch_types.h @7.3.
const std::vector<FieldCell>& dispatch_field_cells();

// Kernel options and static keys that user or administrator decide: 1-bit cells, equal on both sides. Options that an
// architecture selects are no cells, but constants of each side.
const std::vector<ir::Cell>& option_cells();

// "regs.regs[7]"
std::string register_cell(unsigned number);

}  // namespace entryproof::kernel
