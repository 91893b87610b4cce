// SPDX-License-Identifier: MIT
// `prove legacy tree:` on the real source and on scratch changes to it, laid over in memory: each change that matters
// is refuted by the claim that it breaks, each that does not is proved equal. Needs ENTRYPROOF_KERNEL_SOURCE (see
// with-source.sh). No kernel text is kept here: changes are made by short patterns.
#include "tests/kernel/edited_tree.h"

using namespace entryproof;
using tests::Edit;
using tests::shows;
using tests::verdict;

namespace {

const std::string syscall_c = "arch/arm64/kernel/syscall.c";
const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";
const std::string thread_info_h = "arch/arm64/include/asm/thread_info.h";

checker::Result proved(const std::vector<Edit>& edits, const std::vector<std::string>& observers = {},
                       const std::vector<std::string>& dropped = {}) {
    const checker::LoadedPath right = tests::lifted_path("arm64", tests::edited(edits));
    checker::ProveOptions options;
    options.observers = observers;
    options.drop_assumptions = dropped;
    return checker::prove(checker::load_path("legacy"), right, options).result;
}

}  // namespace

TEST_CASE("the unmodified source is proved equal to the hand-built legacy path, without declarations") {
    const checker::Result result = proved({});
    CHECK(result.exit == checker::ExitCode::proved);
    CHECK(result.differences.empty());
    for (const checker::Claim& claim : result.claims)
        CHECK_MESSAGE(claim.verdict == checker::Verdict::proved, claim.name);
}

TEST_CASE("a renamed local, an inverted if and an extracted helper are proved equal") {
    const checker::Result renamed = proved({{ptrace_c, "int syscall_trace_enter(", "int ret;", "int rc;"},
                                            {ptrace_c, "int syscall_trace_enter(", "ret = report", "rc = report"},
                                            {ptrace_c, "int syscall_trace_enter(", "if (ret ||", "if (rc ||"}});
    CHECK(renamed.exit == checker::ExitCode::proved);
    const checker::Result inverted =
        proved({{ptrace_c, "int syscall_trace_enter(", "if (!seccomp_permit_syscall())\n\t\treturn NO_SYSCALL;",
                 "if (seccomp_permit_syscall()) {\n\t} else {\n\t\treturn NO_SYSCALL;\n\t}"}});
    CHECK(inverted.exit == checker::ExitCode::proved);
    const checker::Result extracted = proved(
        {{ptrace_c, "int syscall_trace_enter(",
          "if (test_thread_flag(TIF_SYSCALL_TRACEPOINT))\n\t\ttrace_sys_enter(regs, regs->syscallno);",
          "our_trace_enter(regs);"},
         {ptrace_c, "", "int syscall_trace_enter(struct pt_regs *regs)\n{",
          "static void our_trace_enter(struct pt_regs *regs)\n{\n\tif (test_thread_flag(TIF_SYSCALL_TRACEPOINT))\n"
          "\t\ttrace_sys_enter(regs, regs->syscallno);\n}\n\nint syscall_trace_enter(struct pt_regs *regs)\n{"}});
    CHECK(extracted.exit == checker::ExitCode::proved);
}

TEST_CASE("dropping the x7 restore after the entry stop is seen") {
    const checker::Result result =
        proved({{ptrace_c, "static int report_syscall_entry(", "regs->regs[regno] = saved_reg;", ""}}, {"user"});
    CHECK(result.exit == checker::ExitCode::refuted);
    CHECK(verdict(result, "agreement.user") == checker::Verdict::refuted);
    CHECK(shows(result, "user", "return", "return", "x7"));
}

TEST_CASE("testing the wrong flag before sys_enter is seen by the tracepoints") {
    const checker::Result result =
        proved({{ptrace_c, "int syscall_trace_enter(", "test_thread_flag(TIF_SYSCALL_TRACEPOINT)",
                 "test_thread_flag(TIF_SYSCALL_AUDIT)"}},
               {"tracepoints"});
    CHECK(verdict(result, "agreement.tracepoints") == checker::Verdict::refuted);
}

TEST_CASE("swapping sys_exit and the exit report is a matter of order") {
    const checker::Result result = proved(
        {{ptrace_c, "void syscall_trace_exit(",
          "if (flags & _TIF_SYSCALL_TRACEPOINT)\n\t\ttrace_sys_exit(regs, syscall_get_return_value(current, regs));",
          ""},
         {ptrace_c, "void syscall_trace_exit(", "report_syscall_exit(regs);",
          "report_syscall_exit(regs);\n\n\tif (flags & _TIF_SYSCALL_TRACEPOINT)\n\t\ttrace_sys_exit(regs, "
          "syscall_get_return_value(current, regs));"}},
        {"order"});
    CHECK(verdict(result, "agreement.order") == checker::Verdict::refuted);
}

TEST_CASE("returning without the exit work is seen by the tracer") {
    const checker::Result result =
        proved({{syscall_c, "static void el0_svc_common(", "goto trace_exit;", "return;"}}, {"tracer"});
    CHECK(verdict(result, "agreement.tracer") == checker::Verdict::refuted);
    CHECK(shows(result, "tracer", "exit stop", "nothing"));
}

TEST_CASE("two flags with one number are named") {
    const checker::Result result = proved({{thread_info_h, "#define TIF_SYSCALL_AUDIT", "9", "8"}}, {"undefined"});
    CHECK(verdict(result, "layout.distinct.right") == checker::Verdict::refuted);
    const auto claim = std::find_if(result.claims.begin(), result.claims.end(),
                                    [](const checker::Claim& one) { return one.name == "layout.distinct.right"; });
    CHECK(claim->reason.find("TIF_SYSCALL_AUDIT") != std::string::npos);
    CHECK(claim->reason.find("TIF_SYSCALL_TRACE") != std::string::npos);
}

TEST_CASE("a flag missing from the work mask is named") {
    const checker::Result result =
        proved({{thread_info_h, "#define _TIF_SYSCALL_WORK", "_TIF_SECCOMP", "0"}}, {"undefined"});
    CHECK(verdict(result, "layout.mask.right") == checker::Verdict::refuted);
}

TEST_CASE("a variable used without a value is an event of its own") {
    const checker::Result result =
        proved({{ptrace_c, "static int report_syscall_entry(", "ret = !ptrace_report_syscall_permit_entry(regs);",
                 "ptrace_report_syscall_permit_entry(regs);"}},
               {"undefined"});
    CHECK(verdict(result, "undefined") == checker::Verdict::refuted);
}

TEST_CASE("an unknown callee on the path is refused where it stands, off the path it changes nothing") {
    CHECK_THROWS_AS(proved({{ptrace_c, "int syscall_trace_enter(", "if (!seccomp_permit_syscall())",
                             "our_unknown_hook(regs);\n\tif (!seccomp_permit_syscall())"}}),
                    lift::LiftError);
    const checker::Result off = proved(
        {{ptrace_c, "static int gpr_get(", "return membuf", "our_unknown_hook();\n\treturn membuf"}}, {"undefined"});
    CHECK(off.exit == checker::ExitCode::proved);
}

TEST_CASE("the other table of system calls is seen where the body runs") {
    const checker::Result result = proved(
        {{syscall_c, "void do_el0_svc(", "__NR_syscalls, sys_call_table", "__NR_syscalls, compat_sys_call_table"}},
        {"kernel"});
    CHECK(verdict(result, "agreement.kernel") == checker::Verdict::refuted);
    CHECK(shows(result, "kernel", "body", "compat body", ""));
}

TEST_CASE("what a 32-bit task alone can see is seen without the assumption that it is none, and not with it") {
    const std::vector<Edit> wrong_number = {{syscall_c, "void do_el0_svc_compat(", "regs->regs[7]", "regs->regs[8]"}};
    CHECK(verdict(proved(wrong_number, {"kernel"}), "agreement.kernel") != checker::Verdict::refuted);
    const checker::Result result = proved(wrong_number, {"kernel"}, {"native"});
    CHECK(verdict(result, "agreement.kernel") == checker::Verdict::refuted);
}
