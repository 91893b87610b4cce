// SPDX-License-Identifier: MIT
// What a seccomp filter can count on. One row a promise.
#include "model/ir/builder.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

namespace {

const std::string seccomp_rst = "Documentation/userspace-api/seccomp_filter.rst";

ExpressionRef denies(const std::string& filter) {
    return either(answered_kill(filter),
                  either(answered(filter, SECCOMP_RET_TRAP), answered(filter, SECCOMP_RET_ERRNO)));
}

// The last filter run before `later`.
StatementRef is_last_before(const std::string& filter, const std::string& later) {
    return all({before(filter, later), none_between({"filter"}, filter, later)});
}

// -min(n, MAX_ERRNO) of the filter's 16 bits.
ExpressionRef errno_of(const std::string& filter) {
    const ExpressionRef data =
        binary(BinaryOperator::bit_and, does(filter, "filter_ret", 32), constant(32, SECCOMP_RET_DATA));
    const ExpressionRef capped =
        select(binary(BinaryOperator::unsigned_less, int_constant(MAX_ERRNO), data), int_constant(MAX_ERRNO), data);
    return sign_extend(unary(UnaryOperator::negate, capped), 64);
}

Property p8(const Arch& arch) {
    const StatementRef leaves = every(
        "d", {"return of __seccomp_permit_syscall"},
        implies(before("f", "d"),
                holds(both(negation(shows("d", "returned", 1)), equal(shows("d", "result", 64), errno_of("f"))))));
    return {"P8",
            "errno-is-the-result",
            "after ERRNO n the result is -min(n, 4095), and everybody who looks before an exit stop sees that",
            seccomp_rst,
            some("f", {"filter"}, holds(answered("f", SECCOMP_RET_ERRNO))),
            every("f", {"filter"},
                  implies(holds(answered("f", SECCOMP_RET_ERRNO)),
                          all({leaves, result_seen_after(arch, "f", errno_of("f"))}))),
            false,
            {"return of __seccomp_permit_syscall"}};
}

Property p9(const Arch& arch) {
    const auto same = [](const ExpressionRef& filtered, const ExpressionRef& executed) {
        return every("b", {"body"},
                     every("f", {"filter"}, implies(is_last_before("f", "b"), holds(equal(filtered, executed)))));
    };
    std::vector<StatementRef> claims = {same(shows("f", "nr", 32), shows("b", "nr", 32))};
    for (unsigned i = 0; i < 6; ++i) {
        const std::string number = std::to_string(i);
        claims.push_back(same(shows("f", "args[" + number + "]", 64), shows("b", "arg" + number, 64)));
    }
    Property property = {
        "P9",
        "filtered-is-executed",
        "number and arguments that the last filter run saw are what the body gets, unless a probe wrote",
        seccomp_rst + "; 93e35efb8de4",
        all({happens({"filter"}), happens({"body"}), probes_write_nothing(arch)}),
        all(claims)};
    property.reads_body_arguments = true;
    return property;
}

Property p10() {
    const auto nr = [](const std::string& event) { return shows(event, "nr", 32); };
    const ExpressionRef id = extract(shows("s", "id", 64), 0, 32);
    const StatementRef filter_agrees =
        every("f", {"filter"}, implies(is_last_before("f", "s"), holds(equal(nr("f"), id))));
    const StatementRef body_agrees = every("b", {"body"}, holds(equal(nr("b"), id)));
    const StatementRef audit_agrees = every("a", {"return of __audit_syscall_entry"},
                                            implies(before("s", "a"), holds(equal(shows("a", "major", 32), nr("a")))));
    return {
        "P10",
        "one-number",
        "the number is one: the last filter run, sys_enter and the body see the same, audit the one after the probe",
        "include/linux/entry-common.h:syscall_trace_enter",
        happens({"sys_enter"}),
        every("s", {"sys_enter"}, all({filter_agrees, body_agrees, audit_agrees})),
        false,
        {"return of __audit_syscall_entry"}};
}

// RET_TRACE: nobody listens; the chain is asked again; SIGKILL ends it.
std::vector<Property> trace_action() {
    const ExpressionRef killed = has_bit(shows("t", "pending", 64), SIGKILL - 1);
    const ExpressionRef negative = binary(BinaryOperator::signed_less, shows("t", "nr", 32), int_constant(0));
    const std::string stop = "return of seccomp_stop";
    return {
        {"S2",
         "filter-asked-again",
         "after the stop of RET_TRACE the filters are asked again, and not a third time",
         seccomp_rst + "; ce6526e8afa4",
         some("t", {stop}, holds(negation(either(killed, negative)))),
         all({every("t", {stop},
                    implies(holds(negation(either(killed, negative))), some("f", {"filter"}, before("t", "f")))),
              every("f", {"filter"}, every("g", {"filter"}, implies(before("f", "g"), none_after({"filter"}, "g"))))}),
         false,
         {stop}},
        {"S3",
         "kill-ends-the-filter",
         "SIGKILL in the stop of RET_TRACE ends the syscall: no filter run, no body",
         "485a252a5559",
         some("t", {stop}, holds(killed)),
         every("t", {stop}, implies(holds(killed), none_after({"filter", "sys_enter", "body"}, "t"))),
         false,
         {stop}},
    };
}

Property s1(const Arch& arch) {
    const StatementRef unheard =
        all({holds(negation(has_bit(start("task.ptrace"), PT_TRACE_SECCOMP_BIT))), never({"entry_stop"})});
    return {"S1",
            "trace-without-listener",
            "RET_TRACE that no tracer listens to is -ENOSYS, without stop and body",
            seccomp_rst,
            all({unheard, some("f", {"filter"}, holds(answered("f", SECCOMP_RET_TRACE)))}),
            every("f", {"filter"},
                  implies(holds(answered("f", SECCOMP_RET_TRACE)),
                          all({never({"seccomp_stop", "body"}), result_seen_after(arch, "f", failed(ENOSYS))})))};
}

// SIGSYS of TRAP: the call it names, the first argument back in its register.
Property s4(const Arch& arch) {
    const StatementRef told = every("r", {"return_to_user"},
                                    holds(both(equal(shows("r", "si_syscall", 32), shows("f", "nr", 32)),
                                               equal(shows("r", "si_call_addr", 64), shows("f", "ip", 64)))));
    std::vector<StatementRef> claims = {told};
    if (arch.arguments.front() != arch.result && arch.arguments.front().rfind("regs.orig_", 0) == 0)
        claims.push_back(result_seen_after(arch, "f", shows("f", "args[0]", 64)));
    return {"S4",
            "trap-names-the-call",
            "TRAP: SIGSYS names the number and the address that the filter saw, and the first argument is back in its "
            "register",
            seccomp_rst,
            some("f", {"filter"}, holds(answered("f", SECCOMP_RET_TRAP))),
            every("f", {"filter"}, implies(holds(answered("f", SECCOMP_RET_TRAP)), all(claims)))};
}

}  // namespace

std::vector<Property> filter_properties(const Arch& arch) {
    std::vector<Property> table = {
        {"P7", "denied-never-runs", "after KILL, TRAP or ERRNO the body does not run", seccomp_rst,
         some("f", {"filter"}, holds(denies("f"))),
         every("f", {"filter"}, implies(holds(denies("f")), never({"body"})))},
        p8(arch),
        p9(arch),
        p10(),
        {"P25", "killed-never-returns", "after KILL no user instruction runs", "e349d945fac7",
         some("f", {"filter"}, holds(answered_kill("f"))),
         every("f", {"filter"}, implies(holds(answered_kill("f")), never({"return_to_user"})))},
        s1(arch),
        s4(arch),
    };
    for (Property& property : trace_action()) table.push_back(std::move(property));
    return table;
}

}  // namespace entryproof::spec
