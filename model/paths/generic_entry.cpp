// SPDX-License-Identifier: MIT
// arm64 on generic entry: include/linux/entry-common.h of 7.3 under the arm64 hooks of the posted series (v16, whose
// el0_svc_common keeps the -ENOSYS preset, the MTE early return and the x7 marker), rebased to 7.3's permit/refuse.
//
// USER_DISPATCH and RSEQ_SLICE are steps of this path, but arm64 7.3 cannot enable either: the environment starts with
// both bits clear and nothing sets them.
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/paths/arm64_common.h"
#include "model/paths/arm64_path.h"

namespace entryproof::paths {

using namespace ir;
using namespace kernel;

namespace {

const std::string entry_h = "include/linux/entry-common.h";
const std::string hooks_h = "arch/arm64/include/asm/entry-common.h";
const std::string series = "v16";

std::uint64_t work(const std::vector<std::string>& flags) { return work_mask(generic_layout(), flags); }

ExpressionRef read_syscall_work() { return cell("thread_info.syscall_work"); }

ExpressionRef has_enter_work(ExpressionRef word) {
    return has_any(std::move(word), work({"SECCOMP", "SYSCALL_TRACEPOINT", "SYSCALL_TRACE", "SYSCALL_EMU",
                                          "SYSCALL_AUDIT", "SYSCALL_USER_DISPATCH", "SYSCALL_RSEQ_SLICE"}));
}

ExpressionRef has_exit_work(ExpressionRef word) {
    return has_any(std::move(word), work({"SYSCALL_TRACEPOINT", "SYSCALL_TRACE", "SYSCALL_AUDIT",
                                          "SYSCALL_USER_DISPATCH", "SYSCALL_EXIT_TRAP"}));
}

void add_arch_report_entry(Program& program) {
    FunctionWriter f("arch_ptrace_report_syscall_permit_entry",
                     at(hooks_h, "arch_ptrace_report_syscall_permit_entry", series), {}, 1);
    const ExpressionRef saved_reg = f.local("saved_reg", 64);
    const ExpressionRef is_r12 = f.local("is_r12", 1);
    const ExpressionRef permit = f.local("permit", 1);
    f.call("ptrace_save_reg", {by_value(long_constant(0)), by_reference("is_r12")}, "saved_reg");
    f.call("ptrace_report_syscall_permit_entry", {}, "permit");
    f.if_(negation(permit), [](BodyBuilder& then) { then.call("forget_syscall"); });
    f.call("restore_saved_reg", {by_value(saved_reg), by_value(is_r12)});
    f.return_(permit);
    f.add_to(program);
}

void add_arch_report_exit(Program& program) {
    FunctionWriter f("arch_ptrace_report_syscall_exit", at(hooks_h, "arch_ptrace_report_syscall_exit", series),
                     {{"step", 32}});
    const ExpressionRef saved_reg = f.local("saved_reg", 64);
    const ExpressionRef is_r12 = f.local("is_r12", 1);
    const auto restore = [&](BodyBuilder& body) {
        body.call("restore_saved_reg", {by_value(saved_reg), by_value(is_r12)});
    };
    f.call("ptrace_save_reg", {by_value(long_constant(1)), by_reference("is_r12")}, "saved_reg");
    f.if_(
        is_nonzero(read("step", 32)),
        [&](BodyBuilder& stepping) {
            restore(stepping);
            stepping.call("ptrace_report_syscall_exit", {by_value(int_constant(1))});
        },
        [&](BodyBuilder& plain) {
            plain.call("ptrace_report_syscall_exit", {by_value(int_constant(0))});
            restore(plain);
        });
    f.add_to(program);
}

void add_syscall_trace_enter(Program& program) {
    FunctionWriter f("syscall_trace_enter", at(entry_h, "syscall_trace_enter"), {{"work", 64}}, 1);
    const ExpressionRef word = read("work", 64);
    const ExpressionRef permit = f.local("permit", 1);
    const auto refuse = [](BodyBuilder& then) { then.return_(truth(false)); };
    f.if_(has_any(word, work({"SYSCALL_TRACE", "SYSCALL_EMU"})), [&](BodyBuilder& then) {
        then.call("arch_ptrace_report_syscall_permit_entry", {}, "permit");
        then.if_(either(negation(permit), has_any(word, work({"SYSCALL_EMU"}))), refuse);
        then.assign("work", read_syscall_work());
    });
    f.if_(both(cell("CONFIG_SECCOMP"), has_any(word, work({"SECCOMP"}))), [&](BodyBuilder& then) {
        then.call("__seccomp_permit_syscall", {}, "permit");
        then.if_(negation(permit), refuse);
    });
    f.if_(has_any(word, work({"SYSCALL_TRACEPOINT"})), [](BodyBuilder& then) {
        // kernel/entry/syscall-common.c:trace_syscall_enter reads the number itself.
        then.call("trace_sys_enter", {by_value(sign_extend(cell("regs.syscallno"), 64))});
    });
    // kernel/entry/syscall-common.c:syscall_enter_audit
    f.call("audit_syscall_entry",
           {by_value(cell("regs.syscallno")), by_value(cell("regs.orig_x0")), by_value(cell(register_cell(1))),
            by_value(cell(register_cell(2))), by_value(cell(register_cell(3)))});
    f.return_(truth(true));
    f.add_to(program);
}

void add_enter_work(Program& program) {
    FunctionWriter f("syscall_enter_from_user_mode_work", at(entry_h, "syscall_enter_from_user_mode_work"),
                     {{"syscall", 64, true}}, 1);
    const ExpressionRef word = f.local("work", 64);
    const ExpressionRef permit = f.local("permit", 1);
    const ExpressionRef number = f.local("nr", 32);
    f.assign("work", read_syscall_work());
    f.if_(negation(has_enter_work(word)), [](BodyBuilder& then) { then.return_(truth(true)); });
    f.call("syscall_trace_enter", {by_value(word)}, "permit");
    f.if_(negation(permit), [](BodyBuilder& then) { then.return_(truth(false)); });
    f.call("syscall_get_nr", {}, "nr");
    f.assign("syscall", sign_extend(number, 64));
    f.return_(truth(true));
    f.add_to(program);
}

void add_exit_work(Program& program) {
    {
        FunctionWriter f("report_single_step", at(entry_h, "report_single_step"), {{"work", 64}}, 1);
        f.if_(has_any(read("work", 64), work({"SYSCALL_EMU"})), [](BodyBuilder& then) { then.return_(truth(false)); });
        f.return_(has_any(read("work", 64), work({"SYSCALL_EXIT_TRAP"})));
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_exit_work", at(entry_h, "syscall_exit_work"), {{"work", 64}});
        const ExpressionRef word = read("work", 64);
        const ExpressionRef step = f.local("step", 1);
        const ExpressionRef value = f.local("value", 64);
        f.call("audit_syscall_exit");
        f.if_(has_any(word, work({"SYSCALL_TRACEPOINT"})), [&](BodyBuilder& then) {
            then.call("syscall_get_return_value", {}, "value");
            then.call("trace_sys_exit", {by_value(value)});
        });
        f.call("report_single_step", {by_value(word)}, "step");
        f.if_(either(step, has_any(word, work({"SYSCALL_TRACE"}))), [&](BodyBuilder& then) {
            then.call("arch_ptrace_report_syscall_exit", {by_value(zero_extend(step, 32))});
        });
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_exit_to_user_mode_work", at(entry_h, "syscall_exit_to_user_mode_work"));
        const ExpressionRef word = f.local("work", 64);
        f.assign("work", read_syscall_work());
        f.if_(both(cell("CONFIG_RSEQ"), cell("rseq_debug_enabled")),
              [](BodyBuilder& then) { then.call("__rseq_debug_syscall_return"); });
        f.if_(has_exit_work(word), [&](BodyBuilder& then) { then.call("syscall_exit_work", {by_value(word)}); });
        f.add_to(program);
    }
}

void add_el0_svc_common(Program& program, bool skip_minus_one, const TifNumbers& numbers) {
    FunctionWriter f("el0_svc_common", at("arch/arm64/kernel/syscall.c", "el0_svc_common", series),
                     {{"scno", 32}, {"sc_nr", 32}, {"compat_table", 1}});
    const ExpressionRef scno = read("scno", 32);
    const ExpressionRef syscall = f.local("syscall", 64);
    const ExpressionRef permit = f.local("permit", 1);
    f.assign("regs.orig_x0", cell(register_cell(0)));
    f.assign("regs.syscallno", scno);
    f.if_(has_bit(cell("thread_info.flags"), tif("TIF_MTE_ASYNC_FAULT", numbers)), [](BodyBuilder& then) {
        then.call("syscall_set_return_value", {by_value(int_constant(-ERESTARTNOINTR)), by_value(long_constant(0))});
        then.return_();
    });
    f.block("exit_work", [&](BodyBuilder& entry_and_body) {
        entry_and_body.if_(has_enter_work(read_syscall_work()), [&](BodyBuilder& then) {
            then.if_(equal(scno, int_constant(NO_SYSCALL)), [](BodyBuilder& user_minus_one) {
                user_minus_one.call("syscall_set_return_value",
                                    {by_value(int_constant(-ENOSYS)), by_value(long_constant(0))});
            });
            then.assign("syscall", sign_extend(scno, 64));
            then.call("syscall_enter_from_user_mode_work", {by_reference("syscall")}, "permit");
            then.if_(negation(permit), [](BodyBuilder& refused) { refused.leave("exit_work"); });
            then.assign("scno", extract(syscall, 0, 32));
            if (skip_minus_one)
                then.if_(equal(scno, int_constant(NO_SYSCALL)),
                         [](BodyBuilder& skipped) { skipped.leave("exit_work"); });
        });
        entry_and_body.call("invoke_syscall",
                            {by_value(scno), by_value(read("sc_nr", 32)), by_value(read("compat_table", 1))});
    });
    f.call("syscall_exit_to_user_mode_work");
    f.add_to(program);
}

}  // namespace

Program arm64_generic(bool skip_minus_one, const TifNumbers& numbers) {
    Program program;
    program.name = skip_minus_one ? "generic" : "generic-permit";
    program.entry = "el0_svc";
    declare_kernel_cells(program);
    add_flag_setters(program, generic_layout(), numbers);
    add_generic_flag_tables(program, numbers);
    add_syscall_accessors(program, numbers);
    add_arm64_ptrace_helpers(program, numbers);
    add_single_step(program, true, numbers);
    add_ptrace_resume(program);
    add_ptrace_report(program);
    add_audit_wrappers(program);
    add_invoke_syscall(program, numbers);
    add_arch_report_entry(program);
    add_arch_report_exit(program);
    add_syscall_trace_enter(program);
    add_enter_work(program);
    add_exit_work(program);
    add_el0_svc_common(program, skip_minus_one, numbers);
    add_el0_svc(program);
    return program;
}

}  // namespace entryproof::paths
