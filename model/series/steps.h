// SPDX-License-Identifier: MIT
// Where a state of the series stands: for each thing that some patch changes, how it is at the moment. A patch is an
// edit of this value (resend13.cpp, fixed.cpp); program.h makes the path of it.
//
// Everything that no patch touches is the legacy path of model/paths/arm64_legacy.cpp, or after the conversion
// model/paths/generic_entry.cpp. The functions meant are those of arch/arm64/kernel/ptrace.c and syscall.c.
#pragma once

namespace entryproof::series {

// Whose flag word syscall_trace_enter() goes by.
enum class EntryFlags {
    read_by_callee,      // reads it itself, after el0_svc_common() did
    callers_snapshot,    // what el0_svc_common() read at its start
    read_for_the_callee  // el0_svc_common() reads again for the call
};

// Where rseq_syscall() is called.
enum class RseqCheck {
    last,            // at the end of the exit work
    first,           // at its start
    before_the_gate  // in syscall_exit_to_user_mode_work(), whether there is exit work or not
};

// syscall_exit_to_user_mode_work(): what it asks of the word it reads before it calls the exit work.
enum class ExitHelper {
    none,          // there is no such function
    calls_always,  // nothing
    any_work,      // _TIF_SYSCALL_WORK or _TIF_SINGLESTEP
    exit_work      // _TIF_SYSCALL_EXIT_WORK or _TIF_SINGLESTEP
};

// How el0_svc_common() ends after the body. "Quiet": no work at entry, and not built with CONFIG_DEBUG_RSEQ.
enum class ExitBranch {
    returns_early,  // quiet, and a fresh word has no work: return; else exit work
    works_inside,   // quiet: exit work if a fresh word has work, with one more read; else exit work
    calls_inside,   // the same through syscall_exit_to_user_mode_work()
    calls_anyway,   // quiet: that call without looking; else that call
    none            // that call
};

enum class Entry {
    legacy,
    generic_7_0,  // include/linux/entry-common.h@7.0 under the hooks of 13 RESEND 09
    generic_7_3   // @7.3 under those of v16 16
};

struct Steps {
    EntryFlags entry_flags = EntryFlags::read_by_callee;
    bool exit_flags_are_passed = false;  // el0_svc_common() reads them for syscall_trace_exit()
    bool filter_answers_bool = false;    // __seccomp_permit_syscall(), not __secure_computing() with 0 or -1
    bool number_is_reread = false;       // syscall_get_nr() after the filter, again after the tracepoint
    bool filter_by_given_flags = false;  // not by the live flag
    bool flags_are_reread_after_stop = false;
    bool returns_filters_answer = false;  // `ret ? : syscall`, with `ret` never initialised
    bool audit_by_helper = false;         // syscall_enter_audit()
    RseqCheck rseq = RseqCheck::last;
    bool exit_work_is_renamed = false;  // syscall_trace_exit() is syscall_exit_work()
    ExitHelper exit_helper = ExitHelper::none;
    ExitBranch exit_branch = ExitBranch::returns_early;
    bool branch_asks_for_exit_work = false;  // the fresh word of ExitBranch: _TIF_SYSCALL_EXIT_WORK
    bool has_exit_mask = false;              // _TIF_SYSCALL_EXIT_WORK is defined
    bool no_step_report_under_emu = false;   // report_single_step()
    Entry entry = Entry::legacy;
    bool generic_tif_bits = false;  // include/asm-generic/thread_info_tif.h
};

}  // namespace entryproof::series
