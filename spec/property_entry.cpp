// SPDX-License-Identifier: MIT
// The entry stop and what it gates. One row a promise.
#include "model/ir/builder.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

namespace {

const std::vector<std::string> entry_work = {"filter", "sys_enter", "return of __audit_syscall_entry", "body"};

ExpressionRef resumed_with(const std::string& stop, unsigned request) {
    return equal(does(stop, "request", 8), constant(8, request));
}

// Entry stop resumed with PTRACE_SYSCALL, nobody killed: only event stops, then the exit stop.
Property p3() {
    const StatementRef asked = some("e", {"entry_stop"}, holds(resumed_with("e", PTRACE_SYSCALL)));
    const StatementRef only_events = none_between({"step_report", "entry_stop", "exit_stop"}, "e", "x");
    return {"P3",
            "exit-stop-follows",
            "an entry stop resumed with PTRACE_SYSCALL is followed by event stops only, and then by the exit stop, "
            "unless the task is killed",
            "ptrace(2), Syscall-stops",
            all({asked, nobody_kills()}),
            every("e", {"entry_stop"},
                  implies(holds(resumed_with("e", PTRACE_SYSCALL)),
                          some("x", {"exit_stop"}, all({before("e", "x"), only_events}))))};
}

// SIGKILL ends the entry report: nothing of the entry work follows.
Property p6() {
    const StatementRef fails =
        some("t", {"return of fatal_signal_pending"}, holds(is_nonzero(shows("t", "returned", 32))));
    return {"P6",
            "failed-report-ends-entry",
            "after an entry report that SIGKILL made fail there is no filter run, no sys_enter, no audit entry and no "
            "body",
            "include/linux/ptrace.h:ptrace_report_syscall_permit_entry; a3386301667e",
            all({holds(reports_entry()), fails}),
            every("t", {"return of fatal_signal_pending"},
                  implies(holds(is_nonzero(shows("t", "returned", 32))), none_after(entry_work, "t"))),
            false,
            {"return of fatal_signal_pending", "return of __audit_syscall_entry"}};
}

Property p15(const Arch& arch) {
    const std::vector<std::string> observers = {"return of entry_stop", "filter", "sys_enter",
                                                "return of __audit_syscall_entry"};
    const auto first_sees = [&](const std::string& hook, const std::string& field) {
        return every("f", {hook},
                     implies(all({none_before({"entry_stop"}, "f"), none_before({"seccomp_stop"}, "f"),
                                  none_before({"sys_enter"}, "f")}),
                             holds(equal(shows("f", field, 64), user_argument_0(arch)))));
    };
    std::vector<StatementRef> claims = {first_sees("filter", "args[0]"), first_sees("sys_enter", "arg0"),
                                        first_sees("return of __audit_syscall_entry", "a0")};
    if (arch.number_is_apart()) claims.push_back(first_sees("entry_stop", "orig_x0"));
    return {"P15",
            "first-argument-saved",
            "the first argument is saved before anybody looks: who looks first is shown what user space passed",
            "arch/arm64/include/asm/syscall.h:syscall_get_arguments",
            happens(observers),
            all(claims),
            false,
            {"return of entry_stop", "return of __audit_syscall_entry"}};
}

// Status and si_code are one number; only the message tells entry from exit.
Property stop_codes() {
    const auto shows_code = [](const std::string& stop, std::uint64_t message) {
        const ExpressionRef is_good = has_bit(start("task.ptrace"), PT_TRACESYSGOOD_BIT);
        const ExpressionRef code = select(is_good, int_constant(SIGTRAP | 0x80), int_constant(SIGTRAP));
        return holds(both(both(equal(shows(stop, "status", 32), code), equal(shows(stop, "si_code", 32), code)),
                          equal(shows(stop, "message", 64), constant(64, message))));
    };
    const StatementRef same_options =
        every("o", {"entry_stop", "seccomp_stop"}, holds(negation(does("o", "sets_options"))));
    return {"S19",
            "stops-look-alike",
            "status and si_code of entry and exit stops are SIGTRAP, with PTRACE_O_TRACESYSGOOD SIGTRAP|0x80; the "
            "message is 1 at the entry, 2 at the exit",
            "ptrace(2), Syscall-stops",
            all({happens({"entry_stop", "exit_stop"}), same_options}),
            all({every("e", {"entry_stop"}, shows_code("e", PTRACE_EVENTMSG_SYSCALL_ENTRY)),
                 every("x", {"exit_stop"}, shows_code("x", PTRACE_EVENTMSG_SYSCALL_EXIT))})};
}

}  // namespace

std::vector<Property> entry_properties(const Arch& arch) {
    const ExpressionRef stops = both(reports_entry(), negation(start_pending(SIGKILL)));
    return {
        {"P1", "entry-stop-first",
         "with TRACE or EMU on a traced task, no SIGKILL pending and no tag fault: an entry stop, and the body only "
         "after it",
         "ptrace(2), PTRACE_SYSCALL", holds(stops),
         all({happens({"entry_stop"}), every("b", {"body"}, some("e", {"entry_stop"}, before("e", "b")))})},
        {"P2", "emulated-never-runs", "with EMU the body never runs", "ptrace(2), PTRACE_SYSEMU",
         holds(start("task.emu")), never({"body"})},
        p3(),
        p6(),
        p15(arch),
        stop_codes(),
    };
}

}  // namespace entryproof::spec
