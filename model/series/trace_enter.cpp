// SPDX-License-Identifier: MIT
// arch/arm64/kernel/ptrace.c:syscall_trace_enter, from 7.0 to the patch before the conversion.
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "model/series/parts.h"

namespace entryproof::series {

using namespace ir;
using namespace kernel;

namespace {

const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";

void skip(BodyBuilder& then) { then.return_(int_constant(NO_SYSCALL)); }

// The call that runs the filter, in the form of the kernel at hand.
void run_filter(BodyBuilder& body, const Steps& steps) {
    if (steps.filter_answers_bool) {
        body.call("__seccomp_permit_syscall", {}, "permit");
        body.if_(negation(read("permit", 1)), skip);
        return;
    }
    body.call("__secure_computing", {}, "ret");
    body.if_(equal(read("ret", 32), int_constant(-1)), skip);
}

// The filter and its gate: include/linux/seccomp.h:secure_computing(), or its two lines in place. Without
// CONFIG_SECCOMP the first is a constant and __secure_computing() a stub that answers 0.
void filter(FunctionWriter& f, const Steps& steps) {
    if (!steps.filter_by_given_flags) {
        f.if_(both(cell("CONFIG_SECCOMP"), has_flags(read_thread_flags(), {"TIF_SECCOMP"})),
              [&](BodyBuilder& then) { run_filter(then, steps); });
        return;
    }
    f.if_(has_flags(read("flags", 64), {"TIF_SECCOMP"}), [&](BodyBuilder& then) {
        then.if_(
            cell("CONFIG_SECCOMP"), [&](BodyBuilder& built_in) { run_filter(built_in, steps); },
            [&](BodyBuilder& stub) {
                if (!steps.filter_answers_bool) stub.assign("ret", int_constant(0));
            });
    });
}

ExpressionRef number_now(const Steps& steps) {
    return steps.number_is_reread ? extract(read("syscall", 64), 0, 32) : cell("regs.syscallno");
}

void reread_number(BodyBuilder& body) {
    body.call("syscall_get_nr", {}, "nr");
    body.assign("syscall", sign_extend(read("nr", 32), 64));
}

void audit(FunctionWriter& f, const Steps& steps) {
    if (steps.audit_by_helper) {
        f.call("syscall_enter_audit", {by_value(read("syscall", 64))});
        return;
    }
    f.call("audit_syscall_entry",
           {by_value(number_now(steps)), by_value(cell("regs.orig_x0")), by_value(cell(register_cell(1))),
            by_value(cell(register_cell(2))), by_value(cell(register_cell(3)))});
}

}  // namespace

void replace_trace_enter(Program& program, const Steps& steps, const std::string& release) {
    program.functions.erase("syscall_trace_enter");
    const bool reads_itself = steps.entry_flags == EntryFlags::read_by_callee;
    const std::vector<Parameter> parameters =
        reads_itself ? std::vector<Parameter>{} : std::vector<Parameter>{{"flags", 64}};
    FunctionWriter f("syscall_trace_enter", at(ptrace_c, "syscall_trace_enter", release), parameters, 32);
    const ExpressionRef flags = reads_itself ? f.local("flags", 64) : read("flags", 64);
    const ExpressionRef ret = f.local("ret", 32);
    if (steps.filter_answers_bool) f.local("permit", 1);
    if (steps.number_is_reread) {
        f.local("nr", 32);
        f.local("syscall", 64);
    }
    if (reads_itself) f.assign("flags", read_thread_flags());
    f.if_(has_flags(flags, {"TIF_SYSCALL_EMU", "TIF_SYSCALL_TRACE"}), [&](BodyBuilder& then) {
        then.call("report_syscall_entry", {}, "ret");
        then.if_(either(is_nonzero(ret), has_flags(flags, {"TIF_SYSCALL_EMU"})), skip);
        if (steps.flags_are_reread_after_stop) then.assign("flags", read_thread_flags());
    });
    filter(f, steps);
    if (steps.number_is_reread) reread_number(f);
    f.if_(has_flags(read_thread_flags(), {"TIF_SYSCALL_TRACEPOINT"}), [&](BodyBuilder& then) {
        then.call("trace_sys_enter",
                  {by_value(steps.number_is_reread ? read("syscall", 64) : sign_extend(cell("regs.syscallno"), 64))});
        if (steps.number_is_reread) reread_number(then);
    });
    audit(f, steps);
    f.return_(steps.returns_filters_answer ? select(is_nonzero(ret), ret, number_now(steps)) : number_now(steps));
    f.add_to(program);
    if (steps.audit_by_helper) add_enter_audit(program, at(ptrace_c, "syscall_enter_audit", release));
}

}  // namespace entryproof::series
