// SPDX-License-Identifier: MIT
// What 13 RESEND 09 calls instead of its own functions: include/linux/entry-common.h@7.0, and el0_svc_common() with the
// word of generic entry. The rest of the conversion is that of model/paths/generic_entry.cpp.
//
// Not here: the first steps of syscall_trace_enter(), syscall user dispatch and the end of a time slice extension. What
// they make available is listed with the patches (Patch::availability) and judged by nobody.
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "model/series/parts.h"

namespace entryproof::series {

using namespace ir;
using namespace kernel;

namespace {

const std::string entry_h = "include/linux/entry-common.h";
const std::string release = "7.0";

ExpressionRef work_has(ExpressionRef word, const std::vector<std::string>& flags) {
    return has_any(std::move(word), paths::work_mask(paths::generic_layout(), flags));
}

ExpressionRef has_enter_work(ExpressionRef word) {
    return work_has(std::move(word), {"SECCOMP", "SYSCALL_TRACEPOINT", "SYSCALL_TRACE", "SYSCALL_EMU", "SYSCALL_AUDIT",
                                      "SYSCALL_USER_DISPATCH", "SYSCALL_RSEQ_SLICE"});
}

void skip(BodyBuilder& then) { then.return_(long_constant(NO_SYSCALL)); }

void reread_number(BodyBuilder& body) {
    body.call("syscall_get_nr", {}, "nr");
    body.assign("syscall", sign_extend(read("nr", 32), 64));
}

void add_trace_enter(Program& program) {
    FunctionWriter f("syscall_trace_enter", at(entry_h, "syscall_trace_enter", release), {{"work", 64}}, 64);
    const ExpressionRef work = read("work", 64);
    const ExpressionRef ret = f.local("ret", 64);
    const ExpressionRef syscall = f.local("syscall", 64);
    f.local("nr", 32);
    f.local("answer", 32);
    const ExpressionRef permit = f.local("permit", 1);
    f.assign("ret", long_constant(0));
    f.if_(work_has(work, {"SYSCALL_TRACE", "SYSCALL_EMU"}), [&](BodyBuilder& then) {
        // arch_ptrace_report_syscall_entry(), which answers an int that is not 0 where 7.3's is false.
        then.call("arch_ptrace_report_syscall_permit_entry", {}, "permit");
        then.if_(either(negation(permit), work_has(work, {"SYSCALL_EMU"})), skip);
    });
    f.if_(both(cell("CONFIG_SECCOMP"), work_has(work, {"SECCOMP"})), [&](BodyBuilder& then) {
        then.call("__secure_computing", {}, "answer");
        then.assign("ret", sign_extend(read("answer", 32), 64));
        then.if_(equal(ret, long_constant(-1)), [&](BodyBuilder& refused) { refused.return_(ret); });
    });
    reread_number(f);
    // kernel/entry/syscall-common.c:trace_syscall_enter gives the number as it is behind the probe.
    f.if_(work_has(work, {"SYSCALL_TRACEPOINT"}), [&](BodyBuilder& then) {
        then.call("trace_sys_enter", {by_value(syscall)});
        reread_number(then);
    });
    f.call("syscall_enter_audit", {by_value(syscall)});
    f.return_(select(is_nonzero(ret), ret, syscall));
    f.add_to(program);
}

void add_svc_common(Program& program, const paths::TifNumbers& numbers) {
    FunctionWriter f("el0_svc_common", at("arch/arm64/kernel/syscall.c", "el0_svc_common", "13 RESEND 09"),
                     {{"scno", 32}, {"sc_nr", 32}, {"compat_table", 1}});
    const ExpressionRef work = f.local("work", 64);
    const ExpressionRef flags = f.local("flags", 64);
    const ExpressionRef number = f.local("number", 64);
    const ExpressionRef scno = read("scno", 32);
    f.assign("work", cell("thread_info.syscall_work"));
    f.assign("flags", read_thread_flags());
    f.assign("regs.orig_x0", cell(register_cell(0)));
    f.assign("regs.syscallno", scno);
    f.if_(has_bit(flags, paths::tif("TIF_MTE_ASYNC_FAULT", numbers)), [](BodyBuilder& then) {
        then.call("syscall_set_return_value", {by_value(int_constant(-ERESTARTNOINTR)), by_value(long_constant(0))});
        then.return_();
    });
    f.block("trace_exit", [&](BodyBuilder& entry_and_body) {
        entry_and_body.if_(has_enter_work(work), [&](BodyBuilder& then) {
            then.if_(equal(scno, int_constant(NO_SYSCALL)), [](BodyBuilder& user_minus_one) {
                user_minus_one.call("syscall_set_return_value",
                                    {by_value(int_constant(-ENOSYS)), by_value(long_constant(0))});
            });
            then.call("syscall_trace_enter", {by_value(work)}, "number");
            then.assign("scno", extract(number, 0, 32));
            then.if_(equal(scno, int_constant(NO_SYSCALL)), [](BodyBuilder& skipped) { skipped.leave("trace_exit"); });
        });
        entry_and_body.call("invoke_syscall",
                            {by_value(scno), by_value(read("sc_nr", 32)), by_value(read("compat_table", 1))});
    });
    f.call("syscall_exit_to_user_mode_work");
    f.add_to(program);
}

}  // namespace

void replace_by_generic_7_0(Program& program, const paths::TifNumbers& numbers) {
    for (const std::string name : {"syscall_trace_enter", "syscall_enter_from_user_mode_work", "el0_svc_common"})
        program.functions.erase(name);
    add_enter_audit(program, at(entry_h, "syscall_enter_audit", release));
    add_trace_enter(program);
    add_svc_common(program, numbers);
}

}  // namespace entryproof::series
