// SPDX-License-Identifier: MIT
// The number, the arguments and the result: what is executed, and what is answered where nothing is. One row a promise.
#include "model/ir/builder.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

namespace {

const std::string entry_rst = "Documentation/core-api/entry.rst";
const std::string entry_ends = "return of syscall_trace_enter";
const std::string entry_stop_ends = "return of entry_stop";

ExpressionRef is_in_range(const ExpressionRef& number) {
    return binary(BinaryOperator::unsigned_less, number, start("NR_syscalls"));
}

// In no table: beside the native one x86 has one for x32, whose numbers begin at bit 30.
ExpressionRef is_unknown(const Arch& arch, const ExpressionRef& number) {
    const ExpressionRef beyond = negation(is_in_range(number));
    if (arch.name != "x86") return beyond;
    const ExpressionRef x32 = both(has_bit(number, 30), negation(has_bit(number, 31)));
    return both(beyond, negation(x32));
}

ExpressionRef is_minus_one(const ExpressionRef& number) { return equal(number, int_constant(NO_SYSCALL)); }

// Nobody but user space has a say in what the number is.
StatementRef untouched(const Arch& arch) { return all({nobody_writes(arch), filters_allow(), goes_through()}); }

Property p11(const Arch& arch) {
    return {"P11",
            "skip-leaves-the-result",
            "where the body and the answer for unknown numbers are skipped, the result is what the entry work left",
            entry_rst + "; 1014c81d9a55",
            all({happens({entry_ends}), never(dispatches())}),
            every("e", {entry_ends}, result_seen_after(arch, "e", shows("e", "result", 64))),
            false,
            {entry_ends}};
}

Property p12(const Arch& arch) {
    const StatementRef out_of_range = all({holds(is_unknown(arch, user_number(arch))), untouched(arch)});
    const StatementRef called = every("n", ni_calls(), result_seen_after(arch, "n", failed(ENOSYS)));
    return {"P12",
            "unknown-is-enosys",
            "a number out of range that is not skipped is answered with -ENOSYS",
            entry_rst,
            any({happens(ni_calls()), out_of_range}),
            all({called, implies(out_of_range, result_seen(arch, failed(ENOSYS)))})};
}

Property p14(const Arch& arch) {
    const StatementRef skips = holds(is_minus_one(shows("e", "nr", 32)));
    return {"P14",
            "tracer-skips",
            "a tracer that leaves the entry stop with number -1 and result v, no filter and no probe in the way: v is "
            "the result",
            "arch/arm64/kernel/ptrace.c:syscall_trace_enter; 1014c81d9a55",
            all({some("e", {entry_stop_ends}, skips), never({"filter"}), probes_write_nothing(arch)}),
            every("e", {entry_stop_ends}, implies(skips, result_seen_after(arch, "e", shows("e", "result", 64)))),
            false,
            {entry_stop_ends}};
}

// What the entry work leaves is what runs.
std::vector<Property> executed() {
    std::vector<StatementRef> same = {};
    for (unsigned i = 0; i < 6; ++i) {
        const std::string argument = "arg" + std::to_string(i);
        same.push_back(holds(equal(shows("t", argument, 64), shows("b", argument, 64))));
    }
    const StatementRef worked = all({happens({entry_ends}), happens({"body"})});
    const auto each = [](const StatementRef& what) {
        return every("t", {entry_ends}, every("b", {"body"}, implies(before("t", "b"), what)));
    };
    std::vector<Property> table = {{"S7",
                                    "changed-number-runs",
                                    "the body runs the number that the entry work left",
                                    "d88d59b64ca3",
                                    worked,
                                    each(holds(equal(shows("t", "nr", 32), shows("b", "nr", 32)))),
                                    false,
                                    {entry_ends}},
                                   {"S8",
                                    "changed-arguments-run",
                                    "the body gets the arguments that the entry work left",
                                    "1a40b95374f6",
                                    worked,
                                    each(all(same)),
                                    false,
                                    {entry_ends}}};
    table.back().reads_body_arguments = true;
    return table;
}

// Everybody who looks before anybody wrote sees 32 bits of what user space passed.
Property s9(const Arch& arch) {
    const ExpressionRef given = user_number(arch);
    const auto sees = [&](const std::string& hook, const ExpressionRef& number) {
        return every("o", {hook}, holds(equal(number, given)));
    };
    const StatementRef in_range_only =
        every("b", {"body"}, holds(both(equal(shows("b", "nr", 32), given), is_in_range(shows("b", "nr", 32)))));
    return {"S9",
            "number-is-an-int",
            "while nobody writes, every observer and the table see the low 32 bits of the register",
            "2978996f6200",
            all({nobody_writes(arch), nobody_kills(), happens({"entry_stop", "filter", "sys_enter", "body"})}),
            all({sees("entry_stop", shows("o", "nr", 32)), sees("filter", shows("o", "nr", 32)),
                 sees("sys_enter", extract(shows("o", "id", 64), 0, 32)), in_range_only})};
}

// "-2" as a number to skip with: it is answered, so the tracer's result is lost.
Property s12(const Arch& arch) {
    const StatementRef below =
        holds(binary(BinaryOperator::signed_less, shows("e", "nr", 32), int_constant(NO_SYSCALL)));
    return {"S12",
            "below-minus-one-is-no-skip",
            "a number below -1 that a tracer leaves at the entry stop is answered with -ENOSYS, no filter and no probe "
            "in the way",
            entry_rst,
            all({some("e", {entry_stop_ends}, below), never({"filter"}), probes_write_nothing(arch), goes_through()}),
            every("e", {entry_stop_ends}, implies(below, result_seen_after(arch, "e", failed(ENOSYS)))),
            false,
            {entry_stop_ends}};
}

Property s13(const Arch& arch) {
    const StatementRef lets_pass =
        every("f", {"filter"},
              holds(either(either(answered("f", SECCOMP_RET_ALLOW), answered("f", SECCOMP_RET_LOG)),
                           answered("f", SECCOMP_RET_TRACE))));
    return {"S13",
            "passive-tracer-changes-nothing",
            "a number out of range is answered with -ENOSYS also where the filter asked a tracer that does nothing",
            "d83ee6e3e75d, 139dbe5d8ed3",
            all({holds(is_unknown(arch, user_number(arch))), nobody_writes(arch), lets_pass, goes_through(),
                 happens({"seccomp_stop"})}),
            result_seen(arch, failed(ENOSYS))};
}

// The number is a cell apart from all registers, so only the regset of its own writes it.
Property s20() {
    const StatementRef untold =
        all({every("w", {"entry_stop", "seccomp_stop"},
                   holds(negation(either(does("w", "sets_number"), does("w", "sets_number_again"))))),
             every("p", {"sys_enter"}, holds(negation(does("p", "sets_number"))))});
    const auto keeps = [](const std::string& hook) {
        return every("o", {hook}, every("e", {"entry_stop"}, holds(equal(shows("o", "nr", 32), shows("e", "nr", 32)))));
    };
    return {"S20",
            "x8-is-inert",
            "writing x8 at a stop changes neither the number that filters see nor the one that runs",
            "766a85d7bc5d",
            all({some("e", {"entry_stop"}, holds(does("e", "sets_registers"))), untold, nobody_kills(),
                 happens({"filter", "body"})}),
            all({keeps("filter"), keeps("body")})};
}

}  // namespace

std::vector<Property> number_properties(const Arch& arch) {
    const StatementRef is_user_minus_one = holds(is_minus_one(user_number(arch)));
    std::vector<Property> table = {
        p11(arch),
        p12(arch),
        {"P13", "user-minus-one", "user space's own -1, nobody writing and the filter allowing: -ENOSYS",
         "139dbe5d8ed3; cf7b2ae4d704", all({is_user_minus_one, untouched(arch)}), result_seen(arch, failed(ENOSYS))},
        p14(arch),
    };
    for (Property& property : executed()) table.push_back(std::move(property));
    table.push_back(s9(arch));
    table.push_back(s12(arch));
    if (arch.number_is_apart()) table.push_back(s20());
    table.push_back(s13(arch));
    table.push_back({"S14", "allowed-runs", "a number in range, nobody writing, the filter allowing: the body runs",
                     "include/linux/seccomp.h:seccomp_permit_syscall",
                     all({holds(is_in_range(user_number(arch))), untouched(arch)}), happens({"body"})});
    table.push_back({"S18", "minus-one-is-preset",
                     "at the entry stop of user space's own -1 the result register holds -ENOSYS", "139dbe5d8ed3",
                     all({is_user_minus_one, happens({"entry_stop"})}),
                     every("e", {"entry_stop"}, holds(equal(shows("e", result_register(arch), 64), failed(ENOSYS))))});
    return table;
}

}  // namespace entryproof::spec
