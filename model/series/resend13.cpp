// SPDX-License-Identifier: MIT
// Revision 13 RESEND (17 March 2026, 14 patches on Linux 7.0-rc3), patch by patch. Flat: one entry a patch. Subjects
// and claims are in our own words, edits follow the posted diffs; patches 04 and 06, which were not found in that
// posting, follow those of revision 13 with the same titles, four days older.
#include "model/series/layouts.h"
#include "model/series/series.h"

namespace entryproof::series {

namespace {

const Claim no_change_intended = {ClaimKind::nothing_changes, "no functional change is intended"};

std::vector<Patch> entry_patches() {
    return {
        {1,
         "flags",
         "hand the thread flags to syscall_trace_enter() and syscall_trace_exit()",
         [](Steps& steps) {
             steps.entry_flags = EntryFlags::callers_snapshot;
             steps.exit_flags_are_passed = true;
         },
         {no_change_intended}},
        {2,
         "number",
         "get the number by syscall_get_nr(), again after the tracepoint",
         [](Steps& steps) { steps.number_is_reread = true; },
         {no_change_intended,
          {ClaimKind::seen, "a number that a probe changes is handled properly, as it was not before", {{""}}}}},
        {3,
         "filter",
         "test the seccomp flag in place, call __secure_computing()",
         [](Steps& steps) {
             steps.filter_by_given_flags = true;
             steps.returns_filters_answer = true;
         },
         {{ClaimKind::nothing_changes, "no functional change is intended; seccomp stays as it is"}}},
        {4,
         "audit",
         "get the arguments for audit by syscall_get_arguments()",
         [](Steps& steps) { steps.audit_by_helper = true; },
         {{ClaimKind::nothing_changes, "no functional change"}}},
    };
}

std::vector<Patch> exit_patches() {
    return {
        {5,
         "rseq",
         "check rseq before the audit exit",
         [](Steps& steps) { steps.rseq = RseqCheck::first; },
         {{ClaimKind::seen,
           "the check sees the pc before a tracer can write it",
           {{"rseq", "judgement", "judgement", "pc"}}},
          {ClaimKind::not_seen,
           "the delivery of signals does not change",
           {{"rseq", "judgement", "judgement", "segv"}, {"tracer", "exit stop", "exit stop", "pending"}}}}},
        {6, "exit-helper", "put the exit path into syscall_exit_to_user_mode_work()",
         [](Steps& steps) {
             steps.exit_work_is_renamed = true;
             steps.rseq = RseqCheck::before_the_gate;
             steps.exit_helper = ExitHelper::any_work;
             steps.exit_branch = ExitBranch::none;
         }},
        {7,
         "exit-mask",
         "only _TIF_SYSCALL_EXIT_WORK calls for exit work",
         [](Steps& steps) {
             steps.has_exit_mask = true;
             steps.exit_helper = ExitHelper::exit_work;
         },
         {{ClaimKind::seen,
           "the audit exit is no longer called where only SECCOMP or EMU is set",
           {{"audit", "record", "nothing"}}}}},
        {8,
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
        {9,
         "convert",
         "convert to generic entry",
         [](Steps& steps) { steps.entry = Entry::generic_7_0; },
         {{ClaimKind::seen,
           "the rseq check goes by the static key",
           {{"rseq", "judgement", "nothing"}, {"rseq", "nothing", "judgement"}}},
          {ClaimKind::not_seen,
           "the ABI stays: what ptrace saves, what seccomp filters, what tracing sees",
           {{"tracepoints"}, {"tracer"}, {"seccomp"}, {"audit"}, {"kernel"}, {"user"}}}},
         {"syscall user dispatch: prctl(PR_SET_SYSCALL_USER_DISPATCH) works, as CONFIG_GENERIC_ENTRY brings it; for "
          "rt_sigreturn from the vDSO there is an exception (D7, D26)"},
         {},
         false,
         "not compared: what it changes behind the exit work (rseq on the way out, interrupts) and syscall user "
         "dispatch"},
        {10,
         "inline",
         "inline el0_svc_common()",
         nullptr,
         {{ClaimKind::nothing_changes, "only code generation changes"}},
         {},
         {},
         true},
        {11,
         "s390",
         "s390: call the flag TIF_SINGLESTEP",
         nullptr,
         {{ClaimKind::sound_layout, "a new name for an old number"}},
         {},
         {s390_rename()}},
        {12,
         "tif-singlestep",
         "TIF_SINGLESTEP is a generic thread flag",
         nullptr,
         {{ClaimKind::sound_layout, "s390, loongarch and x86 share one number for it"}},
         {},
         generic_singlestep()},
        {13,
         "tif-bits",
         "arm64: generic numbers for the common thread flags",
         [](Steps& steps) { steps.generic_tif_bits = true; },
         {{ClaimKind::nothing_changes, "numbers only"},
          {ClaimKind::sound_layout, "arm64's own flags start at bit 16 and so do not conflict"}},
         {"rseq time slice extension: CONFIG_RSEQ_SLICE_EXTENSION can be built in, as HAVE_GENERIC_TIF_BITS allows it "
          "(D27)"}},
        {14, "sud-test", "selftests: user dispatch on aarch64", nullptr},
    };
}

}  // namespace

const Series& resend13() {
    static const Series series = [] {
        Series made{
            "series",
            "13 RESEND, arm64 to generic entry",
            "7.0",
            {},
            entry_patches(),
            "perf bench syscall, time per operation against the base, in KVM with audit=1: getppid loop -2.57 %, "
            "getpgid loop +0.9 %"};
        for (Patch& patch : exit_patches()) made.patches.push_back(std::move(patch));
        for (Patch& patch : conversion_patches()) made.patches.push_back(std::move(patch));
        return made;
    }();
    return series;
}

}  // namespace entryproof::series
