// SPDX-License-Identifier: MIT
// The exit work: reports, audit, the tracepoint, rseq. One row a promise.
#include "model/ir/builder.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

namespace {

const std::vector<std::string> stops = {"entry_stop", "seccomp_stop"};
const std::string step_queued = "call of user_single_step_report";

// TRACE as the last resume before the exit work left it.
Property p4() {
    const StatementRef by_a_stop = some("t", stops,
                                        all({before("t", "x"), none_between(stops, "t", "x"),
                                             holds(equal(does("t", "request", 8), constant(8, PTRACE_SYSCALL)))}));
    const StatementRef by_the_start = all({never(stops), holds(start("task.trace"))});
    return {"P4",
            "exit-stop-was-asked-for",
            "an exit stop comes only where the last resume before the exit work was PTRACE_SYSCALL",
            "ptrace(2), Syscall-stops",
            happens({"exit_stop"}),
            every("x", {"exit_stop"}, any({by_a_stop, by_the_start}))};
}

Property p16(const Arch& arch) {
    Property property = {"P16",
                         "x7-is-preserved",
                         "x7 reads 0 at the entry stop and 1 at the exit stop, and afterwards is what it was; at event "
                         "and step stops it is real",
                         "arch/arm64/kernel/ptrace.c:ptrace_save_reg; 59ee987ea47c",
                         any({}),
                         all({})};
    if (arch.name != "arm64") return property;
    const auto x7 = [](const std::string& event) { return shows(event, "x7", 64); };
    const ExpressionRef given = start(register_cell(7));
    const auto reads = [&](const std::string& hook, int value) {
        return every("m", {hook}, holds(equal(x7("m"), long_constant(value))));
    };
    const std::string entry_ends = "return of syscall_trace_enter";
    const std::string exit_begins = "call of audit_syscall_exit";
    const StatementRef restored_at_entry =
        implies(all({every("w", {"seccomp_stop"}, holds(negation(does("w", "sets_registers")))),
                     every("p", {"sys_enter"}, holds(negation(does("p", "sets_registers"))))}),
                every("t", {entry_ends}, holds(equal(x7("t"), given))));
    const StatementRef real_at_event = every("w", {"seccomp_stop"}, holds(equal(x7("w"), given)));
    const StatementRef real_at_step = every("q", {step_queued}, holds(equal(x7("q"), x7("a"))));
    const StatementRef restored_at_exit = every("r", {"return_to_user"}, holds(equal(x7("r"), x7("a"))));
    property.premise = happens({"entry_stop", "seccomp_stop", "exit_stop", step_queued});
    property.claim = all({reads("entry_stop", 0), reads("exit_stop", 1), restored_at_entry, real_at_event,
                          every("a", {exit_begins}, all({real_at_step, restored_at_exit}))});
    property.events = {entry_ends, exit_begins, step_queued};
    return property;
}

Property p18() {
    const std::string entry = "return of __audit_syscall_entry";
    const std::string exit = "call of __audit_syscall_exit";
    const StatementRef marks = holds(shows("a", "in_syscall", 1));
    return {"P18",
            "audit-is-closed",
            "an audit entry call that marked the context is followed by one exit call, unless the task dies",
            "kernel/auditsc.c:__audit_syscall_entry; 1014c81d9a55",
            some("a", {entry}, marks),
            all({every("a", {entry}, implies(marks, any({some("c", {exit}, before("a", "c")), happens({"death"})}))),
                 every("c", {exit}, every("d", {exit}, negated(before("c", "d"))))}),
            false,
            {entry, exit}};
}

Property p24() {
    const StatementRef unmoved = holds(both(equal(shows("j", "pc", 64), shows("x", "pc", 64)),
                                            equal(shows("j", "memory", 64), shows("x", "rseq_memory", 64))));
    return {"P24",
            "rseq-judged-first",
            "the first rseq judgement depends only on pc and user memory before the exit work",
            "include/linux/entry-common.h:syscall_exit_to_user_mode_work",
            happens({"judgement", "judgement_6_12"}),
            every("j", {"judgement", "judgement_6_12"}, every("x", {"exit_stop"}, implies(before("x", "j"), unmoved)))};
}

// What the exit work has to do, by the flags that it finds.
std::vector<Property> exit_reports() {
    const ExpressionRef in_time =
        negation(either(either(start("task.mte_fault"), start("task.user_dispatch")), final("exit.fatal")));
    const ExpressionRef steps = both(final("exit.singlestep"), negation(final("exit.emu")));
    const StatementRef alive = happens({"return_to_user"});
    return {
        {"S5", "exit-stop-not-missed",
         "TRACE when the exit work begins, without a step: an exit stop, whatever the flags were at the entry",
         "04d7e098f541",
         all({alive, holds(both(both(final("exit.trace"), negation(final("exit.singlestep"))), in_time))}),
         happens({"exit_stop"})},
        {"S6",
         "step-not-missed",
         "stepping without EMU when the exit work begins: one step report",
         "ac2081cdc4d9, 6342adcaa683",
         all({alive, holds(both(steps, in_time))}),
         all({happens({step_queued}), every("q", {step_queued}, every("v", {step_queued}, negated(before("q", "v"))))}),
         false,
         {step_queued}},
        {"S21", "sys_exit-not-missed", "a syscall tracepoint that is on when the exit work begins sees sys_exit",
         "arch/arm64/kernel/ptrace.c:syscall_trace_exit",
         all({alive, holds(both(final("exit.tracepoint"),
                                negation(either(start("task.mte_fault"), start("task.user_dispatch")))))}),
         happens({"sys_exit"})}};
}

}  // namespace

std::vector<Property> exit_properties(const Arch& arch) {
    const std::vector<std::string> reports = {"exit_stop", "step_report"};
    std::vector<Property> table = {
        p4(),
        {"P5", "one-exit-report", "at most one exit report per syscall", "ptrace(2), PTRACE_SYSEMU_SINGLESTEP",
         happens(reports), every("x", reports, none_after(reports, "x"))},
        p16(arch),
        {"P17", "step-report-while-stepping",
         "a step is reported only where single stepping is on and EMU is not, both when the exit work begins",
         "include/linux/entry-common.h:report_single_step; 41c1a06d1d15", happens({"step_report"}),
         all({holds(final("exit.singlestep")), holds(negation(final("exit.emu")))})},
        p18(),
        {"P19a", "sys_exit-after-sys_enter", "sys_exit is seen only after sys_enter", "include/trace/events/syscalls.h",
         happens({"sys_exit"}), every("x", {"sys_exit"}, some("s", {"sys_enter"}, before("s", "x")))},
        {"P19b", "exit-stop-after-entry-stop", "an exit stop comes only after an entry stop",
         "ptrace(2), Syscall-stops", happens({"exit_stop"}),
         every("x", {"exit_stop"}, some("e", {"entry_stop"}, before("e", "x")))},
        p24(),
    };
    for (Property& property : exit_reports()) table.push_back(std::move(property));
    table.push_back({"S10", "executed-number-at-exit", "sys_exit names the number that ran, unless the body forgot it",
                     "arch/arm64/kernel/ptrace.c:syscall_trace_exit", all({happens({"sys_exit"}), happens({"body"})}),
                     every("b", {"body"},
                           implies(arch.number_is_apart() ? holds(negation(does("b", "forgets_number"))) : all({}),
                                   every("x", {"sys_exit"},
                                         holds(equal(arch.number_is_apart() ? shows("x", "id", 32)
                                                                            : extract(shows("x", "id", 32), 0, 32),
                                                     shows("b", "nr", 32))))))});
    if (arch.has_tag_faults)
        table.push_back({"S17", "tag-fault-does-nothing",
                         "with an asynchronous tag fault at the entry nobody sees anything of the syscall",
                         "arch/arm64/kernel/syscall.c:el0_svc_common", holds(start("task.mte_fault")),
                         never({"entry_stop", "filter", "sys_enter", "body", "sys_exit", "exit_stop", "step_report",
                                "audit_record", "judgement"})});
    return table;
}

}  // namespace entryproof::spec
