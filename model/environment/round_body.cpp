// SPDX-License-Identifier: MIT
// The syscall body in a concrete run, and the end of the task.
//
// Which number does what is the answer of whoever runs it (a table of real syscalls); here is what each kind of body
// does to the task: arch/arm64/kernel/signal.c:rt_sigreturn, kernel/exit.c:do_exit @7.3.
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

ExpressionRef does(unsigned deed) { return equal(read("deed", 8), constant(8, deed)); }

void sigreturn(BodyBuilder& body, const Registers& registers) {
    body.assign("task.restart_block", truth(false));
    registers.assign(body, "");
    keep_mode(body);
    body.assign("signals.blocked", read("blocked", 64));
    body.call("recalc_sigpending");  // set_current_blocked
    body.call("forget_syscall");
    body.call("user_regs_reset_single_step");  // valid_user_regs
    body.call("before_exit_work");
    body.return_(cell(register_cell(0)));
}

void add_syscall_body(Program& program, const Registers& registers) {
    FunctionWriter f("syscall_body", at("arch/arm64/kernel/syscall.c", "__invoke_syscall"),
                     {{"nr", 32}, {"compat_table", 1}}, 64);
    // arch/arm64/include/asm/syscall_wrapper.h @7.3: orig_x0, unless the path says otherwise. (COMPAT_SYSCALL_DEFINE
    // reads x0; the table of bodies has only ppoll_time32 of those, whose argument 0 does not matter.)
    const ExpressionRef argument = f.local("argument_0", 64);
    f.assign("argument_0", cell("regs.orig_x0"));
    const std::string own = "syscall_body_argument_0";
    if (program.functions.count(own) != 0) f.call(own, {}, "argument_0");
    Hook hook{"body", "kernel", "body", {{"nr", read("nr", 32)}, {"arg0", argument}}, {}, Sharing::function};
    for (unsigned i = 1; i < 6; ++i) hook.fields.push_back({"arg" + std::to_string(i), cell(register_cell(i))});
    hook.fields.push_back({"signal_pending", round_fact("signals.sigpending"), false});
    hook.fields.push_back({"restart_block", round_fact("task.restart_block"), false});
    hook.fields.push_back({"seccomp_mode", round_fact("seccomp.mode"), false});
    hook.fields.push_back({"ptrace", cell("task.ptrace"), false});
    hook.answers = {f.answer("deed", 8),     f.answer("value", 64), f.answer("sets_restart_block", 1),
                    f.answer("blocked", 64), f.answer("event", 8),  f.answer("sp", 64)};
    for (Answer& answer : registers.answers(f, "")) hook.answers.push_back(std::move(answer));
    f.hook(hook);
    f.if_(does(body_exits), [](BodyBuilder& exits) {
        exits.assign("task.exit_value", extract(read("value", 64), 0, 32));
        exits.call("do_exit", {by_value(int_constant(0))});
    });
    const ExpressionRef pid = f.local("pid", 64);
    f.if_(does(body_clones), [&](BodyBuilder& then) {
        then.call("kernel_clone", {by_value(zero_extend(read("event", 8), 32)), by_value(read("value", 64))}, "pid");
        then.call("before_exit_work");
        then.return_(pid);
    });
    f.if_(does(body_seccomp), [](BodyBuilder& then) {
        then.call("seccomp_assign_mode", {by_value(extract(read("value", 64), 0, 8))});
        then.call("before_exit_work");
        then.return_(long_constant(0));
    });
    f.if_(does(body_execs), [](BodyBuilder& then) {
        then.call("exec_binprm", {by_value(read("value", 64)), by_value(read("sp", 64))});
        then.call("before_exit_work");
        then.return_(long_constant(0));
    });
    f.if_(does(body_sigreturn), [&](BodyBuilder& then) { sigreturn(then, registers); });
    f.if_(read("sets_restart_block", 1), [](BodyBuilder& then) { then.assign("task.restart_block", truth(true)); });
    f.call("before_exit_work");
    f.return_(read("value", 64));
    f.add_to(program);
}

// do_exit: first the event stop; then a record that the exit work never wrote is written without a result,
// kernel/auditsc.c:__audit_free.
void add_end(Program& program) {
    FunctionWriter f("do_exit", at("kernel/exit.c", "do_exit"), {{"signal", 32}});
    const ExpressionRef signal = read("signal", 32);
    const ExpressionRef exit_status =
        binary(BinaryOperator::shift_left,
               binary(BinaryOperator::bit_and, round_fact("task.exit_value"), int_constant(0xff)), int_constant(8));
    f.local("status", 32);
    f.assign("task.exiting", truth(true));
    f.if_(has_bit(cell("task.ptrace"), PT_TRACE_EXIT_BIT), [&](BodyBuilder& then) {
        const ExpressionRef code = select(is_nonzero(signal), signal, exit_status);
        then.call("ptrace_notify",
                  {by_value(int_constant(PTRACE_EVENT_EXIT << 8 | SIGTRAP)), by_value(zero_extend(code, 64))},
                  "status");
    });
    const ExpressionRef marked =
        both(both(fact("audit.context"), fact("audit.in_syscall")), negation(fact("audit.dummy")));
    f.if_(both(cell("CONFIG_AUDITSYSCALL"), marked), [](BodyBuilder& then) {
        Hook record{"audit_last_record", "audit", "last record", {{"arch", fact("audit.arch")}}, {}, Sharing::history};
        record.fields.push_back({"major", fact("audit.major")});
        for (int i = 0; i < 4; ++i)
            record.fields.push_back({"a" + std::to_string(i), fact("audit.argv[" + std::to_string(i) + "]")});
        then.hook(record);
    });
    f.hook({"death",
            "user",
            "death",
            {{"signal", read("signal", 32)}, {"value", round_fact("task.exit_value")}, {"ptrace", cell("task.ptrace")}},
            {},
            Sharing::history});
    f.halt();
    f.add_to(program);
}

}  // namespace

void add_round_body(Program& program, const Registers& registers) {
    add_end(program);
    add_syscall_body(program, registers);
    {
        FunctionWriter f("sys_ni_syscall", at("kernel/sys_ni.c", "sys_ni_syscall"), {}, 64);
        f.return_(long_constant(-ENOSYS));
        f.add_to(program);
    }
    {
        FunctionWriter f("compat_arm_syscall", at("arch/arm64/kernel/sys_compat.c", "compat_arm_syscall"),
                         {{"scno", 32}}, 64);
        Hook hook{"private_call", "kernel", "ARM private call", {{"nr", read("scno", 32)}}, {}, Sharing::function};
        hook.answers = {f.answer("value", 64), f.answer("forces_sigill", 1)};
        f.hook(hook);
        f.if_(read("forces_sigill", 1), [](BodyBuilder& then) {
            then.call("force_signal",
                      {by_value(int_constant(SIGILL)), by_value(int_constant(ILL_ILLTRP)), by_value(truth(false))});
        });
        f.return_(read("value", 64));
        f.add_to(program);
    }
}

}  // namespace entryproof::environment
