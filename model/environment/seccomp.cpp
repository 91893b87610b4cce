// SPDX-License-Identifier: MIT
// kernel/seccomp.c:__seccomp_permit_syscall and __seccomp_filter @7.3 in filter mode: the chain as a function of what
// it is shown, every action, the RET_TRACE stop with the recheck, the notification.
//
// Not here: strict mode, and seccomp's own audit records.
#include "model/environment/other_tasks.h"
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string seccomp_c = "kernel/seccomp.c";

void permit(BodyBuilder& body) { body.return_(truth(true)); }
void skip(BodyBuilder& body) { body.return_(truth(false)); }

void set_error(BodyBuilder& body, ExpressionRef error) {
    body.call("syscall_set_return_value", {by_value(std::move(error)), by_value(long_constant(0))});
}

// seccomp_run_filters over populate_seccomp_data: number, arch, pc and six arguments.
void add_run_filters(Program& program) {
    FunctionWriter f("seccomp_run_filters", at(seccomp_c, "seccomp_run_filters"), {}, 32);
    const ExpressionRef nr = number_got(f, arch_of(program));
    const ExpressionRef arch = f.local("arch", 32);
    f.call("syscall_get_arch", {}, "arch");
    std::vector<Argument> arguments;
    Hook hook{
        "filter", "seccomp",
        "filter", {{"chain", fact("seccomp.chain")}, {"nr", nr}, {"arch", arch}, {"ip", user_pc(arch_of(program))}},
        {},       Sharing::function};
    for (int i = 0; i < 6; ++i) {
        const std::string name = "args[" + std::to_string(i) + "]";
        hook.fields.push_back({name, f.local(name, 64)});
        arguments.push_back(by_reference(name));
    }
    f.call("syscall_get_arguments", arguments);
    hook.answers = {f.answer("filter_ret", 32)};
    f.hook(hook);
    f.return_(read("filter_ret", 32));
    f.add_to(program);
}

// seccomp_do_user_notification: true means go on.
void add_notification(Program& program) {
    const Arch& arch = arch_of(program);
    FunctionWriter f("seccomp_do_user_notification", at(seccomp_c, "seccomp_do_user_notification"), {}, 1);
    Hook hook{"notification",
              "seccomp",
              "notification",
              {{"nr", number(arch)}, {"arg0", argument(arch, 0)}, {"ip", user_pc(arch)}},
              {},
              Sharing::history};
    hook.answers = {f.answer("continues", 1), f.answer("replies", 1), f.answer("interrupted", 1), f.answer("error", 32),
                    f.answer("val", 64)};
    for (Answer& answer : other_task_answers(f)) hook.answers.push_back(std::move(answer));
    f.hook(hook);
    other_tasks_act(f);
    f.call("before_exit_work");
    f.if_(either(read("interrupted", 1), is_pending(SIGKILL)), [](BodyBuilder& then) {
        set_error(then, int_constant(-ERESTARTSYS));
        skip(then);
    });
    f.if_(read("continues", 1), permit);
    f.if_(
        read("replies", 1),
        [](BodyBuilder& then) {
            then.call("syscall_set_return_value", {by_value(read("error", 32)), by_value(read("val", 64))});
        },
        [](BodyBuilder& no_listener) { set_error(no_listener, int_constant(-ENOSYS)); });
    skip(f);
    f.add_to(program);
}

// RET_TRACE: the event stop, then the whole chain again.
void trace_action(BodyBuilder& body, const Arch& arch, bool recheck) {
    if (recheck) return permit(body);
    body.if_(negation(has_bit(cell("task.ptrace"), PT_TRACE_SECCOMP_BIT)), [](BodyBuilder& deaf) {
        set_error(deaf, int_constant(-ENOSYS));
        skip(deaf);
    });
    // ptrace_event(): a signal that the tracer injects here is dropped.
    body.call("ptrace_notify", {by_value(int_constant(PTRACE_EVENT_SECCOMP << 8 | SIGTRAP)),
                                by_value(zero_extend(read("data", 32), 64))});
    body.if_(is_pending(SIGKILL), skip);
    body.if_(binary(BinaryOperator::signed_less, number(arch), int_constant(0)), skip);
    body.call("__seccomp_filter.recheck", {}, "permitted");
    body.return_(read("permitted", 1));
}

void kill_action(BodyBuilder& body, const Arch& arch) {
    body.if_(both(equal(read("action", 32), int_constant(SECCOMP_RET_KILL_THREAD)), negation(fact("task.last_thread"))),
             [](BodyBuilder& thread) { thread.call("do_exit", {by_value(int_constant(SIGSYS))}); });
    body.call("syscall_rollback");
    body.call("force_sig_seccomp", {by_value(number(arch)), by_value(read("data", 32)), by_value(truth(true))});
    skip(body);
}

// __seccomp_filter; the second run, after RET_TRACE, is a function of its own because there is no recursion.
void add_filter(Program& program, const std::string& name, bool recheck) {
    const Arch& arch = arch_of(program);
    FunctionWriter f(name, at(seccomp_c, "__seccomp_filter"), {}, 1);
    const ExpressionRef filter_ret = f.local("filter_ret", 32);
    const ExpressionRef action = f.local("action", 32);
    const ExpressionRef data = f.local("data", 32);
    if (!recheck) f.local("permitted", 1);
    const auto is = [&](std::uint32_t value) { return equal(action, constant(32, value)); };
    f.call("seccomp_run_filters", {}, "filter_ret");
    f.assign("data", binary(BinaryOperator::bit_and, filter_ret, constant(32, SECCOMP_RET_DATA)));
    f.assign("action", binary(BinaryOperator::bit_and, filter_ret, constant(32, SECCOMP_RET_ACTION_FULL)));
    f.if_(is(SECCOMP_RET_ERRNO), [&](BodyBuilder& then) {
        const ExpressionRef capped =
            select(binary(BinaryOperator::unsigned_less, int_constant(MAX_ERRNO), data), int_constant(MAX_ERRNO), data);
        set_error(then, unary(UnaryOperator::negate, capped));
        skip(then);
    });
    f.if_(is(SECCOMP_RET_TRAP), [&](BodyBuilder& then) {
        then.call("syscall_rollback");
        then.call("force_sig_seccomp", {by_value(number(arch)), by_value(data), by_value(truth(false))});
        skip(then);
    });
    f.if_(is(SECCOMP_RET_TRACE), [&](BodyBuilder& then) { trace_action(then, arch, recheck); });
    f.if_(is(SECCOMP_RET_USER_NOTIF), [&](BodyBuilder& then) {
        const std::string result = recheck ? "permitted_by_supervisor" : "permitted";
        if (recheck) f.local(result, 1);
        then.call("seccomp_do_user_notification", {}, result);
        then.return_(read(result, 1));
    });
    f.if_(either(is(SECCOMP_RET_LOG), is(SECCOMP_RET_ALLOW)), permit);
    kill_action(f, arch);
    f.add_to(program);
}

}  // namespace

void add_seccomp(Program& program) {
    add_run_filters(program);
    add_notification(program);
    add_filter(program, "__seccomp_filter.recheck", true);
    add_filter(program, "__seccomp_filter", false);

    FunctionWriter f("__seccomp_permit_syscall", at(seccomp_c, "__seccomp_permit_syscall"), {}, 1);
    const ExpressionRef permitted = f.local("permitted", 1);
    f.if_(both(cell("CONFIG_CHECKPOINT_RESTORE"), has_bit(cell("task.ptrace"), PT_SUSPEND_SECCOMP_BIT)), permit);
    f.call("__seccomp_filter", {}, "permitted");
    f.assign("seen.filter_permit", permitted);
    f.assign("enter.tracepoint", fact("now.tracepoint"));
    f.return_(permitted);
    f.add_to(program);

    FunctionWriter older("__secure_computing", at(seccomp_c, "__secure_computing", "6.12"), {}, 32);
    const ExpressionRef goes_on = older.local("permitted", 1);
    older.call("__seccomp_permit_syscall", {}, "permitted");
    older.return_(select(goes_on, int_constant(0), int_constant(-1)));
    older.add_to(program);
}

}  // namespace entryproof::environment
