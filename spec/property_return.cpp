// SPDX-License-Identifier: MIT
// What reaches user space, and what one syscall cannot show. One row a promise.
#include "model/ir/builder.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

namespace {

ExpressionRef is_restart_code(const ExpressionRef& value) {
    ExpressionRef any = truth(false);
    for (const int code : {ERESTARTSYS, ERESTARTNOINTR, ERESTARTNOHAND, ERESTART_RESTARTBLOCK})
        any = either(any, equal(value, long_constant(-code)));
    return any;
}

Property p21(const Arch& arch) {
    const std::string handled = "call of do_signal_begin";
    const StatementRef kept_contract = every(
        "b", {"body"}, implies(holds(is_restart_code(does("b", "value", 64))), some("d", {handled}, before("b", "d"))));
    const auto sees_none = [](const std::string& hook) {
        return every("r", {hook}, holds(negation(is_restart_code(shows("r", "x0", 64)))));
    };
    Property property = {
        "P21",
        "no-restart-code",
        "no restart code (512, 513, 514, 516) reaches user space, given that bodies return one only "
        "with a signal to handle and that user space passed none",
        "include/linux/errno.h",
        all({kept_contract, holds(negation(is_restart_code(user_argument_0(arch)))), happens({"return_to_user"})}),
        all({sees_none("return_to_user"), sees_none("signal_handler")})};
    property.delivers_signals = true;
    property.events = {handled};
    return property;
}

Property p23() {
    const std::string dispatched = "call of trigger_sigsys";
    return {"P23",
            "dispatched-is-invisible",
            "a syscall that user dispatch takes is not seen by tracer, filters, audit and tracepoints",
            "Documentation/admin-guide/syscall-user-dispatch.rst",
            happens({dispatched}),
            never({"entry_stop", "seccomp_stop", "exit_stop", "step_report", "filter", "notification", "audit_record",
                   "sys_enter", "sys_exit", "body"})};
}

Property uncovered(const std::string& id, const std::string& name, const std::string& sentence,
                   const std::string& source, const std::string& why) {
    Property property = {id, name, sentence, source, any({}), all({})};
    property.not_covered = why;
    return property;
}

}  // namespace

std::vector<Property> return_properties(const Arch& arch) {
    const std::string exit_stop_ends = "return of exit_stop";
    const std::string entry_stop_ends = "return of entry_stop";
    return {
        uncovered("P20", "compat-result", "32-bit tasks: results are stored zero-extended and read sign-extended",
                  "arch/arm64/include/asm/syscall.h:syscall_get_return_value", "32-bit tasks are not modelled"),
        p21(arch),
        uncovered("P22", "restart-is-a-syscall", "a restarted syscall goes through the whole entry sequence again",
                  "arch/arm64/kernel/signal.c:arch_do_signal_or_restart",
                  "it is about two syscalls, and this is about one"),
        p23(),
        {"S11",
         "tracer-has-the-last-word",
         "the result that a tracer leaves at the exit stop reaches user space",
         "ptrace(2)",
         all({happens({exit_stop_ends}), happens({"return_to_user"})}),
         every("x", {exit_stop_ends},
               every("r", {"return_to_user"},
                     holds(equal(shows("r", result_register(arch), 64), shows("x", "result", 64))))),
         false,
         {exit_stop_ends}},
        {"S15", "audit-is-idle", "on the way back to user space the audit context is idle",
         "kernel/auditsc.c:__audit_syscall_exit", happens({"return_to_user"}),
         holds(negation(final("audit.in_syscall")))},
        {"S16",
         "emulated-result-stays",
         "under EMU the result is what the tracer left at the entry stop",
         "ptrace(2), PTRACE_SYSEMU",
         all({holds(start("task.emu")), happens({entry_stop_ends})}),
         every("e", {entry_stop_ends}, result_seen_after(arch, "e", shows("e", "result", 64))),
         false,
         {entry_stop_ends}},
    };
}

}  // namespace entryproof::spec
