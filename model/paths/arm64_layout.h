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

// TIF_ numbers by name.
using TifNumbers = std::map<std::string, unsigned>;

// arch/arm64/include/asm/thread_info.h@7.3
const TifNumbers& arm64_tif_numbers();
unsigned tif(const std::string& name, const TifNumbers& numbers = arm64_tif_numbers());

// Legacy: TIF_##flag in thread_info.flags. Generic: SYSCALL_WORK_BIT_##flag in thread_info.syscall_work.
WorkLayout legacy_layout();
WorkLayout generic_layout();

// The value of the mask of several flags; they must share a word.
std::uint64_t work_mask(const WorkLayout& layout, const std::vector<std::string>& flags);

// Adds set_/clear_task_syscall_work.FLAG for every flag of the layout, and set_/clear_/test_thread_flag for the TIF_
// flags the environment needs.
void add_flag_setters(ir::Program& program, const WorkLayout& layout, const TifNumbers& numbers = arm64_tif_numbers());

// Records the flag numbers and masks for layout.distinct and layout.mask.
void add_legacy_flag_tables(ir::Program& program);
void add_generic_flag_tables(ir::Program& program, const TifNumbers& numbers = arm64_tif_numbers());

// One more mask over flags of the legacy word, by their names without TIF_; for layout.mask.
void add_legacy_mask(ir::Program& program, const std::string& name, const std::vector<std::string>& flags);

}  // namespace entryproof::paths
