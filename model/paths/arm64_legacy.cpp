// SPDX-License-Identifier: MIT
// The arm64 syscall path as Linux 7.3 has it, and 6.1 and 6.12 but for LegacyVersion: arch/arm64/kernel/syscall.c and
// the trace functions of ptrace.c, function by function in the kernel's order. Flag words are read where the kernel
// reads them (L0, L1, L2 of the design notes).
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/paths/arm64_common.h"
#include "model/paths/arm64_path.h"

namespace entryproof::paths {

using namespace ir;
using namespace kernel;

namespace {

const std::string syscall_c = "arch/arm64/kernel/syscall.c";
const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";

std::uint64_t flag(const std::string& name) { return std::uint64_t{1} << tif(name); }

ExpressionRef has_syscall_work(ExpressionRef flags) {
    return has_any(std::move(flags), work_mask(legacy_layout(), {"SYSCALL_TRACE", "SYSCALL_AUDIT", "SYSCALL_TRACEPOINT",
                                                                 "SECCOMP", "SYSCALL_EMU"}));
}

ExpressionRef read_thread_flags() { return cell("thread_info.flags"); }

void add_report_syscall_entry(Program& program) {
    FunctionWriter f("report_syscall_entry", at(ptrace_c, "report_syscall_entry"), {}, 32);
    const ExpressionRef saved_reg = f.local("saved_reg", 64);
    const ExpressionRef is_r12 = f.local("is_r12", 1);
    const ExpressionRef permit = f.local("permit", 1);
    f.call("ptrace_save_reg", {by_value(long_constant(0)), by_reference("is_r12")}, "saved_reg");
    f.call("ptrace_report_syscall_permit_entry", {}, "permit");
    f.if_(negation(permit), [](BodyBuilder& then) { then.call("forget_syscall"); });
    f.call("restore_saved_reg", {by_value(saved_reg), by_value(is_r12)});
    f.return_(zero_extend(negation(permit), 32));
    f.add_to(program);
}

void add_report_syscall_exit(Program& program) {
    FunctionWriter f("report_syscall_exit", at(ptrace_c, "report_syscall_exit"));
    const ExpressionRef saved_reg = f.local("saved_reg", 64);
    const ExpressionRef is_r12 = f.local("is_r12", 1);
    const auto restore = [&](BodyBuilder& body) {
        body.call("restore_saved_reg", {by_value(saved_reg), by_value(is_r12)});
    };
    const auto report = [](BodyBuilder& body, int step) {
        body.call("ptrace_report_syscall_exit", {by_value(int_constant(step))});
    };
    f.call("ptrace_save_reg", {by_value(long_constant(1)), by_reference("is_r12")}, "saved_reg");
    f.if_(
        has_any(read_thread_flags(), flag("TIF_SINGLESTEP")),
        [&](BodyBuilder& stepping) {
            restore(stepping);
            report(stepping, 1);
        },
        [&](BodyBuilder& plain) {
            report(plain, 0);
            restore(plain);
        });
    f.add_to(program);
}

void add_syscall_trace_enter(Program& program, const LegacyVersion& version) {
    FunctionWriter f("syscall_trace_enter", at(ptrace_c, "syscall_trace_enter", version.release), {}, 32);
    const auto skip = [](BodyBuilder& then) { then.return_(int_constant(NO_SYSCALL)); };
    const ExpressionRef flags = f.local("flags", 64);
    const ExpressionRef ret = f.local("ret", 32);
    const ExpressionRef permit = f.local("permit", 1);
    f.assign("flags", read_thread_flags());
    f.if_(has_any(flags, flag("TIF_SYSCALL_EMU") | flag("TIF_SYSCALL_TRACE")), [&](BodyBuilder& then) {
        then.call("report_syscall_entry", {}, "ret");
        const ExpressionRef emulated = has_any(flags, flag("TIF_SYSCALL_EMU"));
        then.if_(version.failed_report_goes_on ? emulated : either(is_nonzero(ret), emulated), skip);
    });
    // seccomp_permit_syscall() tests the live flag, include/linux/seccomp.h.
    f.if_(both(cell("CONFIG_SECCOMP"), has_any(read_thread_flags(), flag("TIF_SECCOMP"))), [&](BodyBuilder& then) {
        then.call("__seccomp_permit_syscall", {}, "permit");
        then.if_(negation(permit), skip);
    });
    f.if_(has_any(read_thread_flags(), flag("TIF_SYSCALL_TRACEPOINT")),
          [](BodyBuilder& then) { then.call("trace_sys_enter", {by_value(sign_extend(cell("regs.syscallno"), 64))}); });
    f.call("audit_syscall_entry",
           {by_value(cell("regs.syscallno")), by_value(cell("regs.orig_x0")), by_value(cell(register_cell(1))),
            by_value(cell(register_cell(2))), by_value(cell(register_cell(3)))});
    f.return_(cell("regs.syscallno"));
    f.add_to(program);
}

void add_syscall_trace_exit(Program& program) {
    FunctionWriter f("syscall_trace_exit", at(ptrace_c, "syscall_trace_exit"));
    const ExpressionRef flags = f.local("flags", 64);
    const ExpressionRef value = f.local("value", 64);
    f.assign("flags", read_thread_flags());
    f.call("audit_syscall_exit");
    f.if_(has_any(flags, flag("TIF_SYSCALL_TRACEPOINT")), [&](BodyBuilder& then) {
        then.call("syscall_get_return_value", {}, "value");
        then.call("trace_sys_exit", {by_value(value)});
    });
    f.if_(has_any(flags, flag("TIF_SYSCALL_TRACE") | flag("TIF_SINGLESTEP")),
          [](BodyBuilder& then) { then.call("report_syscall_exit"); });
    // rseq_syscall() is empty without CONFIG_DEBUG_RSEQ, include/linux/rseq.h.
    f.if_(both(cell("CONFIG_RSEQ"), cell("CONFIG_DEBUG_RSEQ")),
          [](BodyBuilder& then) { then.call("__rseq_debug_syscall_return"); });
    f.add_to(program);
}

void add_el0_svc_common(Program& program) {
    FunctionWriter f("el0_svc_common", at(syscall_c, "el0_svc_common"),
                     {{"scno", 32}, {"sc_nr", 32}, {"compat_table", 1}});
    const ExpressionRef flags = f.local("flags", 64);
    const ExpressionRef scno = read("scno", 32);
    f.assign("flags", read_thread_flags());
    f.assign("regs.orig_x0", cell(register_cell(0)));
    f.assign("regs.syscallno", scno);
    f.if_(has_any(flags, flag("TIF_MTE_ASYNC_FAULT")), [](BodyBuilder& then) {
        then.call("syscall_set_return_value", {by_value(int_constant(-ERESTARTNOINTR)), by_value(long_constant(0))});
        then.return_();
    });
    f.block("trace_exit", [&](BodyBuilder& entry_and_body) {
        entry_and_body.if_(has_syscall_work(flags), [&](BodyBuilder& work) {
            work.if_(equal(scno, int_constant(NO_SYSCALL)), [](BodyBuilder& then) {
                then.call("syscall_set_return_value", {by_value(int_constant(-ENOSYS)), by_value(long_constant(0))});
            });
            work.call("syscall_trace_enter", {}, "scno");
            work.if_(equal(scno, int_constant(NO_SYSCALL)), [](BodyBuilder& then) { then.leave("trace_exit"); });
        });
        entry_and_body.call("invoke_syscall",
                            {by_value(scno), by_value(read("sc_nr", 32)), by_value(read("compat_table", 1))});
        entry_and_body.if_(
            both(negation(has_syscall_work(flags)), negation(cell("CONFIG_DEBUG_RSEQ"))), [&](BodyBuilder& then) {
                then.assign("flags", read_thread_flags());
                then.if_(both(negation(has_syscall_work(flags)), negation(has_any(flags, flag("TIF_SINGLESTEP")))),
                         [](BodyBuilder& nothing_to_do) { nothing_to_do.return_(); });
            });
    });
    f.call("syscall_trace_exit");
    f.add_to(program);
}

// What the environment asks for when argument 0 is not orig_x0.
void add_body_argument(Program& program, const LegacyVersion& version) {
    const std::string wrapper_h = "arch/arm64/include/asm/syscall_wrapper.h";
    FunctionWriter f("syscall_body_argument_0", at(wrapper_h, "SC_ARM64_REGS_TO_ARGS", version.release), {}, 64);
    f.return_(cell(register_cell(0)));
    f.add_to(program);
}

// Its presence says that the environment is to follow these kernels: model/environment/round_rseq.cpp.
void add_rseq_of_old(Program& program, const LegacyVersion& version) {
    FunctionWriter f("rseq_ip_fixup", at("kernel/rseq.c", "rseq_ip_fixup", version.release));
    f.add_to(program);
}

}  // namespace

Program arm64_legacy(const LegacyVersion& version) {
    Program program;
    program.name = version.path;
    program.entry = "el0_svc";
    declare_kernel_cells(program);
    add_flag_setters(program, legacy_layout());
    add_legacy_flag_tables(program);
    add_syscall_accessors(program);
    add_arm64_ptrace_helpers(program);
    add_single_step(program, false);
    add_ptrace_resume(program);
    add_ptrace_report(program);
    add_audit_wrappers(program);
    add_invoke_syscall(program);
    add_report_syscall_entry(program);
    add_report_syscall_exit(program);
    add_syscall_trace_enter(program, version);
    add_syscall_trace_exit(program);
    add_el0_svc_common(program);
    add_el0_svc(program);
    if (!version.orig_x0_follows_writes) program.functions.at("update_syscall_orig_x0_after_ptrace").body.clear();
    if (version.body_reads_x0) add_body_argument(program, version);
    if (version.rseq_after_syscalls) add_rseq_of_old(program, version);
    return program;
}

}  // namespace entryproof::paths
