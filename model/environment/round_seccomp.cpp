// SPDX-License-Identifier: MIT
// What seccomp.cpp leaves out and scripts can do: strict mode, filters that the task installs itself, a supervisor that
// is not there or comes too late. kernel/seccomp.c @7.3, the same in 6.1 and 6.12.
#include "model/environment/round_parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string seccomp_c = "kernel/seccomp.c";

// Puts the function aside under another name, for a new one to call.
std::string set_aside(Program& program, const std::string& name) {
    Function inner = std::move(program.functions.at(name));
    program.functions.erase(name);
    inner.name = name + ".inner";
    const std::string result = inner.name;
    program.functions.emplace(result, std::move(inner));
    return result;
}

// seccomp_do_user_notification: without a listener -ENOSYS; with a signal pending the wait ends before it begins, and
// the supervisor finds nothing. (It can be quicker, where the kernel is preempted on the way; that is not modelled.)
void add_listener(Program& program) {
    const std::string name = "seccomp_do_user_notification";
    const std::string wait = set_aside(program, name);
    FunctionWriter f(name, at(seccomp_c, name), {}, 1);
    const ExpressionRef permitted = f.local("permitted", 1);
    Hook listener{"listener", "", "listener", {}, {}, Sharing::function};
    listener.answers = {f.answer("listens", 1)};
    f.hook(listener);
    const auto fail = [](int error) {
        return [error](BodyBuilder& body) {
            body.call("syscall_set_return_value", {by_value(int_constant(-error)), by_value(long_constant(0))});
            body.return_(truth(false));
        };
    };
    f.if_(negation(read("listens", 1)), fail(ENOSYS));
    f.if_(round_fact("signals.sigpending"), fail(ERESTARTSYS));
    f.call(wait, {}, "permitted");
    note_switch(f);
    f.return_(permitted);
    f.add_to(program);
}

// __secure_computing_strict: mode1_syscalls, and get_compat_mode1_syscalls.
void add_strict(Program& program) {
    const std::string name = "__seccomp_permit_syscall";
    const std::string filters = set_aside(program, name);
    FunctionWriter f(name, at(seccomp_c, name), {}, 1);
    const ExpressionRef nr = f.local("nr", 32);
    const ExpressionRef permitted = f.local("permitted", 1);
    const ExpressionRef suspended =
        both(cell("CONFIG_CHECKPOINT_RESTORE"), has_bit(cell("task.ptrace"), PT_SUSPEND_SECCOMP_BIT));
    const auto is_one_of = [&](std::initializer_list<int> numbers) {
        ExpressionRef any = truth(false);
        for (const int number : numbers) any = either(any, equal(nr, int_constant(number)));
        return any;
    };
    f.call("syscall_get_nr", {}, "nr");
    const ExpressionRef is_strict = equal(round_fact("seccomp.mode"), constant(8, SECCOMP_MODE_STRICT));
    f.if_(both(is_strict, negation(suspended)), [&](BodyBuilder& strict) {
        strict.if_(negation(select(fact("task.compat"), is_one_of({3, 4, 1, 119}), is_one_of({63, 64, 93, 139}))),
                   [](BodyBuilder& dies) { dies.call("do_exit", {by_value(int_constant(SIGKILL))}); });
        strict.return_(truth(true));
    });
    f.call(filters, {}, "permitted");
    f.return_(permitted);
    f.add_to(program);
}

// seccomp_assign_mode
void add_assign_mode(Program& program) {
    FunctionWriter f("seccomp_assign_mode", at(seccomp_c, "seccomp_assign_mode"), {{"mode", 8}});
    f.assign("seccomp.mode", read("mode", 8));
    f.if_(equal(read("mode", 8), constant(8, SECCOMP_MODE_FILTER)), [](BodyBuilder& then) {
        then.assign("seccomp.chain", binary(BinaryOperator::add, fact("seccomp.chain"), constant(32, 1)));
    });
    f.call("set_task_syscall_work.SECCOMP");
    f.add_to(program);
}

}  // namespace

void add_round_seccomp(Program& program) {
    add_seccomp(program);
    add_listener(program);
    add_strict(program);
    add_assign_mode(program);
}

}  // namespace entryproof::environment
