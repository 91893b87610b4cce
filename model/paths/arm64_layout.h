// SPDX-License-Identifier: MIT
// Where the work flags of each path live: word and bit, and the one-flag setters that follow from it.
#pragma once

#include "model/ir/program.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::paths {

struct FlagPlace {
    std::string word;  // thread_info.flags or thread_info.syscall_work
    unsigned bit;
};

// Which bit set_task_syscall_work(task, FLAG) touches, by FLAG (SECCOMP, SYSCALL_TRACE, ...).
using WorkLayout = std::map<std::string, FlagPlace>;

// arch/arm64/include/asm/thread_info.h@7.3: TIF_ numbers.
unsigned tif(const std::string& name);

// Legacy: TIF_##flag in thread_info.flags. Generic: SYSCALL_WORK_BIT_##flag in thread_info.syscall_work.
WorkLayout legacy_layout();
WorkLayout generic_layout();

// The value of the mask of several flags; they must share a word.
std::uint64_t work_mask(const WorkLayout& layout, const std::vector<std::string>& flags);

// Adds set_/clear_task_syscall_work.FLAG for every flag of the layout, and set_/clear_/test_thread_flag for the TIF_
// flags the environment needs.
void add_flag_setters(ir::Program& program, const WorkLayout& layout);

// Records the flag numbers and masks for layout.distinct and layout.mask.
void add_legacy_flag_tables(ir::Program& program);
void add_generic_flag_tables(ir::Program& program);

}  // namespace entryproof::paths
