// SPDX-License-Identifier: MIT
// The functions that the series rewrites, each by the Steps it stands at. They replace what the path has under the same
// name.
#pragma once

#include "model/ir/program.h"
#include "model/paths/arm64_layout.h"
#include "model/series/steps.h"

#include <string>
#include <vector>

namespace entryproof::series {

// TIF_ numbers after 13 RESEND 12 and 13: include/asm-generic/thread_info_tif.h, and arm64's own from bit 16 on.
const paths::TifNumbers& generic_tif_numbers();

// Masks and tests of a word of thread flags.
ir::ExpressionRef read_thread_flags();
ir::ExpressionRef has_flags(ir::ExpressionRef word, const std::vector<std::string>& tif_names);  // any of them
ir::ExpressionRef has_syscall_work(ir::ExpressionRef word);                                      // _TIF_SYSCALL_WORK
ir::ExpressionRef has_syscall_exit_work(ir::ExpressionRef word);  // _TIF_SYSCALL_EXIT_WORK

// syscall_enter_audit(), which ptrace.c has for a while and generic entry always.
void add_enter_audit(ir::Program& program, const ir::Source& source);

void replace_trace_enter(ir::Program& program, const Steps& steps, const std::string& release);
void replace_exit_work(ir::Program& program, const Steps& steps, const std::string& release);
void replace_svc_common(ir::Program& program, const Steps& steps, const std::string& release);

// 13 RESEND 09 on the generic entry of 7.0: syscall_trace_enter() and el0_svc_common().
void replace_by_generic_7_0(ir::Program& program, const paths::TifNumbers& numbers);

}  // namespace entryproof::series
