// SPDX-License-Identifier: MIT
#include "spec/property_tables.h"

#include "model/ir/builder.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"

#include <functional>
#include <stdexcept>

namespace entryproof::spec {

using namespace ir;
using namespace kernel;

ExpressionRef user_number(const Arch& arch) {
    return extract(start(arch.number_is_apart() ? register_cell(8) : arch.number), 0, 32);
}

// Where the first argument has a copy, the entry takes it from the result register.
ExpressionRef user_argument_0(const Arch& arch) {
    const std::string& kept = arch.arguments.front();
    return start(kept.rfind("regs.orig_", 0) == 0 ? arch.result : kept);
}

std::string result_register(const Arch& arch) {
    for (const Register& one : arch.registers)
        if (one.cell == arch.result) return one.name;
    throw std::invalid_argument("the result of " + arch.name + " is in no register");
}

ExpressionRef start_traced() { return has_bit(start("task.ptrace"), PT_PTRACED_BIT); }
ExpressionRef start_pending(unsigned signal) { return has_bit(start("task.pending"), signal - 1); }

ExpressionRef reports_entry() {
    const ExpressionRef ends_before = either(start("task.mte_fault"), start("task.user_dispatch"));
    return both(both(either(start("task.trace"), start("task.emu")), start_traced()), negation(ends_before));
}

namespace {

ExpressionRef action_of(const std::string& filter) {
    return binary(BinaryOperator::bit_and, does(filter, "filter_ret", 32), constant(32, SECCOMP_RET_ACTION_FULL));
}

}  // namespace

ExpressionRef answered(const std::string& filter, std::uint32_t action) {
    return equal(action_of(filter), constant(32, action));
}

ExpressionRef answered_kill(const std::string& filter) {
    ExpressionRef known = truth(false);
    for (const std::uint32_t action : {SECCOMP_RET_TRAP, SECCOMP_RET_ERRNO, SECCOMP_RET_USER_NOTIF, SECCOMP_RET_TRACE,
                                       SECCOMP_RET_LOG, SECCOMP_RET_ALLOW})
        known = either(known, answered(filter, action));
    return negation(known);
}

ExpressionRef failed(int error) { return long_constant(-error); }

namespace {

StatementRef result_shown(const Arch& arch, const ExpressionRef& value,
                          const std::function<StatementRef(const std::string&)>& is_meant) {
    const std::string result = result_register(arch);
    const auto shown = [&](const std::string& variable, const std::string& field) {
        return holds(equal(shows(variable, field, 64), value));
    };
    return all(
        {every("s", {"sys_exit"}, implies(is_meant("s"), shown("s", "ret"))),
         every("x", {"exit_stop"}, implies(is_meant("x"), shown("x", result))),
         every("r", {"return_to_user"}, implies(all({is_meant("r"), never({"exit_stop"})}), shown("r", result)))});
}

StatementRef not_done(const std::string& event, const std::vector<std::string>& answers) {
    ExpressionRef any = truth(false);
    for (const std::string& answer : answers) any = either(any, does(event, answer));
    return holds(negation(any));
}

}  // namespace

StatementRef result_seen(const Arch& arch, const ExpressionRef& value) {
    return result_shown(arch, value, [](const std::string&) { return all({}); });
}

StatementRef result_seen_after(const Arch& arch, const std::string& event, const ExpressionRef& value) {
    return result_shown(arch, value, [&](const std::string& later) { return before(event, later); });
}

StatementRef nobody_writes(const Arch& arch) {
    std::vector<std::string> acts = {"sets_registers"};
    if (arch.number_is_apart()) acts = {"sets_number", "sets_x0", "sets_number_again", "sets_registers"};
    return all({every("w", {"entry_stop", "seccomp_stop"}, not_done("w", acts)), probes_write_nothing(arch)});
}

StatementRef probes_write_nothing(const Arch& arch) {
    std::vector<std::string> acts = {"sets_registers"};
    if (arch.number_is_apart()) acts.push_back("sets_number");
    return every("p", {"sys_enter"}, not_done("p", acts));
}

StatementRef goes_through() {
    const ExpressionRef ends_early =
        either(start("task.emu"), either(start("task.mte_fault"), start("task.user_dispatch")));
    return all({holds(negation(ends_early)), nobody_kills()});
}

const std::vector<std::string>& dispatches() {
    static const std::vector<std::string> hooks = {"body", "compat_body", "compat_arm_syscall",
                                                   "call of sys_ni_syscall", "call of __x64_sys_ni_syscall"};
    return hooks;
}

const std::vector<std::string>& ni_calls() {
    static const std::vector<std::string> hooks = {"call of sys_ni_syscall", "call of __x64_sys_ni_syscall"};
    return hooks;
}

StatementRef filters_allow() {
    return every("f", {"filter"}, holds(either(answered("f", SECCOMP_RET_ALLOW), answered("f", SECCOMP_RET_LOG))));
}

StatementRef nobody_kills() {
    return all(
        {holds(negation(start_pending(SIGKILL))), never({"death"}),
         every("k", {"entry_stop", "seccomp_stop", "notification", "body"}, holds(negation(does("k", "sigkill"))))});
}

}  // namespace entryproof::spec
