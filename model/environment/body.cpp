// SPDX-License-Identifier: MIT
// The syscall body: any function of everything it can see. It returns a value or never; it may rewrite every register
// (sigreturn, exec), forget the number, install a filter, change memory; other tasks act while it sleeps.
//
// Not here: stops in the middle (fork, exec, exit events).
#include "model/environment/other_tasks.h"
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// arch/arm64/include/asm/unistd.h: __ARM_NR_compat_cacheflush, __ARM_NR_compat_set_tls, __ARM_NR_COMPAT_END.
constexpr int compat_cacheflush = 0x0f0002;
constexpr int compat_set_tls = 0x0f0005;
constexpr int compat_private_end = 0x0f0800;

// A path of a version whose wrappers take argument 0 from elsewhere says from where.
const std::string own_argument_0 = "syscall_body_argument_0";

// Shown: the number and the arguments as a 7.3 wrapper reads them. Not shown, but the body can depend on it: the rest.
std::vector<Field> body_fields(const Registers& registers, const ExpressionRef& argument_0) {
    const Arch& arch = registers.arch();
    std::vector<Field> fields = {{"nr", read("nr", 32)}, {"arg0", argument_0}};
    if (registers.tasks() == Tasks::all) fields.push_back({"compat", read("compat_table", 1)});
    for (unsigned i = 1; i < 6; ++i) fields.push_back({"arg" + std::to_string(i), argument(arch, i)});
    for (Field& field : registers.fields(false)) fields.push_back(std::move(field));
    for (const std::string name : {"task.pending", "rseq.memory", "user.memory", "seccomp.chain"})
        fields.push_back({name, fact(name), false});
    fields.push_back({"task.ptrace", cell("task.ptrace"), false});
    return fields;
}

// exec of a program of the other kind: arch/arm64/include/asm/elf.h:SET_PERSONALITY, COMPAT_SET_PERSONALITY.
void switch_abi(BodyBuilder& body) {
    body.if_(
        fact("task.compat"),
        [](BodyBuilder& becomes_native) {
            becomes_native.call("clear_thread_flag.TIF_32BIT");
            becomes_native.assign("task.compat", truth(false));
        },
        [](BodyBuilder& native) {
            native.if_(cell("CONFIG_COMPAT"), [](BodyBuilder& becomes_compat) {
                becomes_compat.call("set_thread_flag.TIF_32BIT");
                becomes_compat.assign("task.compat", truth(true));
            });
        });
}

// arch/arm64/kernel/sys_compat.c. Native tasks get here by a path's mistake, which the event shows; any value does.
void add_strange_private_call(Program& program, const Registers& registers) {
    FunctionWriter f("compat_arm_syscall", at("arch/arm64/kernel/sys_compat.c", "compat_arm_syscall"), {{"scno", 32}},
                     64);
    Hook hook{"compat_arm_syscall",
              "kernel",
              "ARM private call",
              {{"nr", read("scno", 32)}, {"arg0", cell(registers.arch().result)}},
              {},
              Sharing::function};
    hook.answers = {f.answer("value", 64)};
    f.hook(hook);
    f.return_(read("value", 64));
    f.add_to(program);
}

// Cache maintenance, which can sleep, and the TLS register; other numbers are -ENOSYS up to a bound, then SIGILL.
void add_private_call(Program& program, const Registers& registers) {
    FunctionWriter f("compat_arm_syscall", at("arch/arm64/kernel/sys_compat.c", "compat_arm_syscall"), {{"scno", 32}},
                     64);
    const ExpressionRef is_known = either(equal(read("scno", 32), int_constant(compat_cacheflush)),
                                          equal(read("scno", 32), int_constant(compat_set_tls)));
    f.if_(is_known, [&](BodyBuilder& known) {
        Hook hook{"compat_arm_syscall",       "kernel", "ARM private call",
                  {{"nr", read("scno", 32)}}, {},       Sharing::function};
        for (unsigned i = 0; i < 3; ++i)
            hook.fields.push_back({"arg" + std::to_string(i), cell(registers.arch().registers[i].cell)});
        hook.answers = {f.answer("value", 64)};
        for (Answer& answer : other_task_answers(f)) hook.answers.push_back(std::move(answer));
        known.hook(hook);
        other_tasks_act(known);
        known.call("before_exit_work");
        known.return_(read("value", 64));
    });
    f.if_(binary(BinaryOperator::signed_less, read("scno", 32), int_constant(compat_private_end)),
          [](BodyBuilder& unknown) { unknown.return_(long_constant(-ENOSYS)); });
    // arm64_notify_die; si_addr is the pc that the return shows.
    add_pending(f, SIGILL);
    f.return_(long_constant(0));
    f.add_to(program);
}

}  // namespace

void add_body(Program& program, const Registers& registers) {
    {
        const bool is_apart = registers.arch().number_is_apart();
        FunctionWriter f("syscall_body", at("arch/arm64/kernel/syscall.c", "__invoke_syscall"),
                         {{"nr", 32}, {"compat_table", 1}}, 64);
        if (registers.tasks() == Tasks::native)
            f.if_(read("compat_table", 1), [&](BodyBuilder& by_mistake) {
                // Native tasks get here by a path's mistake, which the event shows; any value does.
                Hook hook{"compat_body", "kernel", "compat body", {{"nr", read("nr", 32)}}, {}, Sharing::function};
                hook.answers = {f.answer("compat_value", 64)};
                by_mistake.hook(hook);
                by_mistake.return_(read("compat_value", 64));
            });
        ExpressionRef argument_0 = argument(registers.arch(), 0);
        if (program.functions.count(own_argument_0)) {
            argument_0 = f.local("argument_0", 64);
            f.call(own_argument_0, {}, "argument_0");
        }
        Hook hook{"body", "kernel", "body", body_fields(registers, argument_0), {}, Sharing::function};
        hook.answers = {f.answer("value", 64),         f.answer("never_returns", 1),   f.answer("exit_signal", 32),
                        f.answer("forgets_number", 1), f.answer("installs_filter", 1), f.answer("writes_memory", 1),
                        f.answer("rseq_memory", 64),   f.answer("user_memory", 64),    f.answer("sets_registers", 1)};
        if (is_apart) hook.answers.push_back(f.answer("orig_x0", 64));
        if (registers.tasks() == Tasks::all) hook.answers.push_back(f.answer("switches_abi", 1));
        for (Answer& answer : registers.answers(f, "")) hook.answers.push_back(std::move(answer));
        for (Answer& answer : other_task_answers(f)) hook.answers.push_back(std::move(answer));
        f.hook(hook);
        f.assign("seen.body", truth(true));
        f.if_(read("never_returns", 1),
              [](BodyBuilder& then) { then.call("do_exit", {by_value(read("exit_signal", 32))}); });
        if (is_apart)
            f.if_(read("forgets_number", 1),
                  [](BodyBuilder& then) { then.assign("regs.syscallno", int_constant(NO_SYSCALL)); });
        f.if_(both(cell("CONFIG_SECCOMP"), read("installs_filter", 1)), [](BodyBuilder& then) {
            then.call("set_task_syscall_work.SECCOMP");
            then.assign("now.seccomp", truth(true));
            then.assign("seccomp.chain", binary(BinaryOperator::add, fact("seccomp.chain"), constant(32, 1)));
        });
        f.if_(read("writes_memory", 1), [](BodyBuilder& then) {
            then.assign("rseq.memory", read("rseq_memory", 64));
            then.assign("user.memory", read("user_memory", 64));
        });
        f.if_(read("sets_registers", 1), [&](BodyBuilder& then) {
            if (registers.tasks() == Tasks::all) then.if_(read("switches_abi", 1), switch_abi);
            registers.assign(then, "");
            if (is_apart) then.assign("regs.orig_x0", read("orig_x0", 64));
        });
        other_tasks_act(f);
        f.call("before_exit_work");
        f.return_(read("value", 64));
        f.add_to(program);
    }
    {
        FunctionWriter f("sys_ni_syscall", at("kernel/sys_ni.c", "sys_ni_syscall"), {}, 64);
        f.return_(long_constant(-ENOSYS));
        f.add_to(program);
    }
    if (registers.tasks() == Tasks::native)
        add_strange_private_call(program, registers);
    else
        add_private_call(program, registers);
}

}  // namespace entryproof::environment
