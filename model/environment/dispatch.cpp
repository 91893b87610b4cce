// SPDX-License-Identifier: MIT
// What the work of generic entry calls beside ptrace, seccomp, tracepoints, audit and rseq's judge: reads of user
// memory, the signals of syscall user dispatch, the end of a time slice extension.
// kernel/entry/syscall_user_dispatch.c, kernel/signal.c:force_exit_sig, kernel/rseq.c:rseq_syscall_enter_work @7.3.
//
// Not here: rescheduling at the end of a slice, which no observer sees.
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// A byte, half or word of user memory, a function of the memory; bit 63 says that it cannot be read.
void add_user_read(Program& program) {
    FunctionWriter f("user_read", at("include/linux/uaccess.h", "__get_user"), {{"address", 64}}, 64);
    Hook hook{"user_read", "",
              "user read", {{"address", read("address", 64)}, {"memory", fact("user.memory")}},
              {},          Sharing::function};
    hook.answers = {f.answer("value", 32), f.answer("fault", 1)};
    f.hook(hook);
    f.return_(select(read("fault", 1), constant(64, std::uint64_t{1} << 63), zero_extend(read("value", 32), 64)));
    f.add_to(program);
}

// The SIGSYS of user dispatch: trigger_sigsys. One that is pending already keeps its siginfo.
void add_trigger_sigsys(Program& program) {
    const Arch& arch = arch_of(program);
    FunctionWriter f("trigger_sigsys", at("kernel/entry/syscall_user_dispatch.c", "trigger_sigsys"));
    f.if_(negation(is_pending(SIGSYS)), [&](BodyBuilder& first) {
        first.assign("sigsys.code", int_constant(si_code_SYS_USER_DISPATCH));
        first.assign("sigsys.nr", number(arch));
        first.assign("sigsys.data", int_constant(0));
        first.assign("sigsys.call_addr", user_pc(arch));
        first.assign("sigsys.kills", truth(false));
    });
    add_pending(f, SIGSYS);
    f.add_to(program);
}

// The task dies of the signal on its way out, and no tracer sees the signal; the exit work comes first.
void add_force_exit(Program& program) {
    FunctionWriter f("force_exit_sig", at("kernel/signal.c", "force_exit_sig"), {{"sig", 32}});
    f.if_(negation(is_nonzero(fact("exit.forced"))),
          [](BodyBuilder& first) { first.assign("exit.forced", read("sig", 32)); });
    f.assign("exit.fatal", truth(true));
    f.add_to(program);
}

// The grant ends with the syscall; user memory decides whether that can be written there.
void add_slice_end(Program& program) {
    FunctionWriter f("rseq_syscall_enter_work", at("kernel/rseq.c", "rseq_syscall_enter_work"), {{"syscall", 64}});
    if (program.functions.count("clear_task_syscall_work.SYSCALL_RSEQ_SLICE"))
        f.call("clear_task_syscall_work.SYSCALL_RSEQ_SLICE");
    Hook hook{"slice_end", "rseq",          "slice end", {{"nr", read("syscall", 64)}, {"memory", fact("rseq.memory")}},
              {},          Sharing::history};
    hook.answers = {f.answer("segv", 1)};
    f.hook(hook);
    f.if_(read("segv", 1), [](BodyBuilder& then) { then.call("force_sigsegv"); });
    f.add_to(program);
}

// x86's table is a switch over the number.
void add_x86_tables(Program& program) {
    for (const std::string table : {"x64_sys_call", "x32_sys_call"}) {
        FunctionWriter f(table, at("arch/x86/entry/syscall_64.c", table), {{"nr", 32}}, 64);
        const ExpressionRef value = f.local("value", 64);
        f.call("syscall_body", {by_value(read("nr", 32)), by_value(truth(table == "x32_sys_call"))}, "value");
        f.return_(value);
        f.add_to(program);
    }
    FunctionWriter f("__x64_sys_ni_syscall", at("kernel/sys_ni.c", "sys_ni_syscall", "6.12"), {}, 64);
    f.return_(long_constant(-ENOSYS));
    f.add_to(program);
}

// What depends on user code: where the vdso's sigreturn is, what the next instruction does.
void add_code_questions(Program& program) {
    const Arch& arch = arch_of(program);
    const std::vector<Field> shown = {{"pc", user_pc(arch)}, {"memory", fact("user.memory")}};
    {
        FunctionWriter f("arch_syscall_is_vdso_sigreturn",
                         at("arch/x86/entry/vdso/vma.c", "arch_syscall_is_vdso_sigreturn"), {}, 1);
        Hook hook{"vdso_sigreturn", "", "vdso sigreturn", shown, {}, Sharing::function};
        hook.answers = {f.answer("is_there", 1)};
        f.hook(hook);
        f.return_(both(fact("task.compat"), read("is_there", 1)));
        f.add_to(program);
    }
    {
        FunctionWriter f("is_setting_trap_flag", at("arch/x86/kernel/step.c", "is_setting_trap_flag"), {}, 32);
        Hook hook{"next_instruction", "", "next instruction", shown, {}, Sharing::function};
        hook.answers = {f.answer("sets_trap_flag", 1)};
        f.hook(hook);
        f.return_(zero_extend(read("sets_trap_flag", 1), 32));
        f.add_to(program);
    }
}

}  // namespace

void add_dispatch(Program& program) {
    add_user_read(program);
    add_trigger_sigsys(program);
    add_force_exit(program);
    add_slice_end(program);
    add_x86_tables(program);
    add_code_questions(program);
}

}  // namespace entryproof::environment
