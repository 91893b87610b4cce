// SPDX-License-Identifier: MIT
// The order of revision 16 (29 June 2026, 18 patches on Linux 7.2-rc1), with two reads of the flags: v16 itself reads
// them again for syscall_trace_enter() (03); the read after the entry stop (05) is what 4a3591287fb7 gave generic entry
// in 7.3 and is not known to be in any posted revision for arm64's own function. So this is no posted series, but what
// one would look like that changes only what it says.
//
// Edits follow the posted diffs of 03, 05, 10, 11, 12 and 15, whose context shows 09. Of 01, 04, 06, 07, 08, 13, 14,
// 16, 17 and 18 no diff was found: see Patch::note.
#include "model/series/series.h"

namespace entryproof::series {

namespace {

const Claim no_change_intended = {ClaimKind::nothing_changes, "no functional change is intended"};

std::vector<Patch> entry_patches() {
    return {
        {1,
         "bool",
         "__secure_computing() answers yes or no",
         [](Steps& steps) { steps.filter_answers_bool = true; },
         {no_change_intended},
         {},
         {},
         false,
         "as 7ba2ba74713c, which became part of 7.3 instead"},
        {2, "sigreturn-weak", "user dispatch: a default for architectures without a sigreturn test", nullptr},
        {3,
         "flags",
         "hand the thread flags to syscall_trace_enter() and syscall_trace_exit()",
         [](Steps& steps) {
             steps.entry_flags = EntryFlags::read_for_the_callee;
             steps.exit_flags_are_passed = true;
         },
         {no_change_intended}},
        {4,
         "number",
         "get the number by syscall_get_nr(), again after the tracepoint",
         [](Steps& steps) { steps.number_is_reread = true; },
         {no_change_intended},
         {},
         {},
         false,
         "as patch 02 of 13 RESEND"},
        {5,
         "filter",
         "test the seccomp flag in place, after reading the flags again behind the entry stop",
         [](Steps& steps) {
             steps.filter_by_given_flags = true;
             steps.flags_are_reread_after_stop = true;
         },
         {{ClaimKind::nothing_changes, "no functional change is intended; seccomp stays as it is"}},
         {},
         {},
         false,
         "the posted patch does not read the flags again"},
        {6,
         "audit",
         "get the arguments for audit by syscall_get_arguments()",
         [](Steps& steps) { steps.audit_by_helper = true; },
         {{ClaimKind::nothing_changes, "no functional change"}},
         {},
         {},
         false,
         "as patch 04 of 13 RESEND"},
    };
}

std::vector<Patch> exit_patches() {
    return {
        {7,
         "rseq",
         "check rseq before the audit exit",
         [](Steps& steps) { steps.rseq = RseqCheck::first; },
         {{ClaimKind::seen,
           "the check sees the pc before a tracer can write it",
           {{"rseq", "judgement", "judgement", "pc"}}}},
         {},
         {},
         false,
         "as patch 05 of 13 RESEND"},
        {8,
         "exit-name",
         "syscall_trace_exit() is called syscall_exit_work()",
         [](Steps& steps) { steps.exit_work_is_renamed = true; },
         {{ClaimKind::nothing_changes, "a new name"}},
         {},
         {},
         false,
         "by its title"},
        {9,
         "exit-branch",
         "el0_svc_common(): do the exit work inside the branch",
         [](Steps& steps) { steps.exit_branch = ExitBranch::works_inside; },
         {no_change_intended},
         {},
         {},
         false,
         "by the context of 10"},
        {10,
         "exit-helper",
         "put the call into syscall_exit_to_user_mode_work()",
         [](Steps& steps) {
             steps.exit_helper = ExitHelper::calls_always;
             steps.exit_branch = ExitBranch::calls_inside;
         },
         {{ClaimKind::nothing_changes, "no functional change"}}},
        {11,
         "exit-mask",
         "that function checks rseq always, and works only by _TIF_SYSCALL_EXIT_WORK",
         [](Steps& steps) {
             steps.has_exit_mask = true;
             steps.exit_helper = ExitHelper::exit_work;
             steps.rseq = RseqCheck::before_the_gate;
         },
         {{ClaimKind::nothing_changes,
           "no functional change is intended: audit's flag and context live and die together"}}},
        {12,
         "branch-mask",
         "the branch asks for _TIF_SYSCALL_EXIT_WORK too",
         [](Steps& steps) { steps.branch_asks_for_exit_work = true; },
         {no_change_intended}},
        {13,
         "branch-plain",
         "the branch asks for nothing",
         [](Steps& steps) { steps.exit_branch = ExitBranch::calls_anyway; },
         {no_change_intended},
         {},
         {},
         false,
         "by its title, between 12 and the conversion"},
        {14,
         "branch-gone",
         "there is no branch",
         [](Steps& steps) { steps.exit_branch = ExitBranch::none; },
         {no_change_intended},
         {},
         {},
         false,
         "by its title, between 12 and the conversion"},
        {15,
         "sysemu",
         "no step report under PTRACE_SYSEMU_SINGLESTEP",
         [](Steps& steps) { steps.no_step_report_under_emu = true; },
         {{ClaimKind::seen,
           "PTRACE_SYSEMU_SINGLESTEP gets no report at the exit",
           {{"tracer", "step report", "nothing", "", "exit.emu"}}},
          {ClaimKind::not_seen,
           "PTRACE_SINGLESTEP keeps its report",
           {{"tracer", "step report", "nothing", "", "!exit.emu"}}},
          {ClaimKind::not_seen,
           "what loses its report is a syscall that was skipped",
           {{"tracer", "step report", "nothing", "", "seen.body"}}}}},
    };
}

std::vector<Patch> conversion_patches() {
    return {
        {16,
         "convert",
         "convert to generic entry",
         [](Steps& steps) { steps.entry = Entry::generic_7_3; },
         {{ClaimKind::seen,
           "the rseq check goes by the static key",
           {{"rseq", "judgement", "nothing"}, {"rseq", "nothing", "judgement"}}},
          {ClaimKind::not_seen,
           "the ABI stays: what ptrace saves, what seccomp filters, what tracing sees",
           {{"tracepoints"}, {"tracer"}, {"seccomp"}, {"audit"}, {"kernel"}, {"user"}}}},
         {},
         {},
         false,
         "on the generic entry of 7.3, as the path generic has it; claims as those of patch 09 of 13 RESEND"},
        {17,
         "inline",
         "inline el0_svc_common()",
         nullptr,
         {{ClaimKind::nothing_changes, "only code generation changes"}},
         {},
         {},
         true},
        {18, "sigreturn", "vdso: tell the kernel where sigreturn is", nullptr},
    };
}

}  // namespace

const Series& fixed() {
    static const Series series = [] {
        Series made{"series-fixed",
                    "the order of v16, with the flags read again",
                    "7.2",
                    {},
                    entry_patches(),
                    "of v16, perf bench syscall on Kunpeng HIP09 with auditing on: getppid loop -2.25 %, getpgid loop "
                    "-0.47 %"};
        for (Patch& patch : exit_patches()) made.patches.push_back(std::move(patch));
        for (Patch& patch : conversion_patches()) made.patches.push_back(std::move(patch));
        return made;
    }();
    return series;
}

}  // namespace entryproof::series
