// SPDX-License-Identifier: MIT
// Bodies that make or replace a program: fork, vfork, clone and exec, with the stops in the middle of them.
// kernel/fork.c:copy_process, kernel_clone; fs/exec.c:begin_new_exec, exec_binprm;
// arch/arm64/include/asm/processor.h:start_thread_common @7.3, the same in 6.1 and 6.12.
//
// The child of a stop is run apart: the hook "new_task" shows every cell as it is copied, and whoever runs the rounds
// begins with them at "child_begin". A child does not come through the exit work (arch/arm64/kernel/entry.S:
// ret_from_fork).
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

ExpressionRef event_enabled(ExpressionRef event) {
    const ExpressionRef bit = binary(BinaryOperator::add, std::move(event), int_constant(PT_OPT_FLAG_SHIFT));
    return has_bit(binary(BinaryOperator::logical_shift_right, cell("task.ptrace"), bit), 0);
}

ExpressionRef status_of(ExpressionRef event) {
    return binary(BinaryOperator::bit_or, binary(BinaryOperator::shift_left, std::move(event), int_constant(8)),
                  int_constant(SIGTRAP));
}

// ptrace_event
void notify(BodyBuilder& body, const ExpressionRef& event, const ExpressionRef& message) {
    body.call("ptrace_notify", {by_value(status_of(event)), by_value(message)}, "status");
}

// Not with a signal pending.
void add_clone(Program& program) {
    FunctionWriter f("kernel_clone", at("kernel/fork.c", "kernel_clone"), {{"trace", 32}, {"pid", 64}}, 64);
    const ExpressionRef trace = read("trace", 32);
    const ExpressionRef pid = read("pid", 64);
    const ExpressionRef done = int_constant(PTRACE_EVENT_VFORK_DONE);
    f.local("status", 32);
    f.call("recalc_sigpending");
    f.if_(round_fact("signals.sigpending"), [](BodyBuilder& then) { then.return_(long_constant(-ERESTARTNOINTR)); });
    f.if_(event_enabled(trace), [&](BodyBuilder& then) {
        then.call("copy_process");
        notify(then, trace, pid);
    });
    f.if_(equal(trace, int_constant(PTRACE_EVENT_VFORK)), [&](BodyBuilder& then) {
        note_switch(then);
        then.if_(both(negation(is_pending(SIGKILL)), event_enabled(done)),
                 [&](BodyBuilder& alive) { notify(alive, done, pid); });
    });
    f.return_(pid);
    f.add_to(program);
}

// copy_process, copy_thread and ptrace_init_task, then ret_from_fork. The SIGSTOP has no siginfo of its own.
void add_child(Program& program) {
    FunctionWriter f("child_begin", at("kernel/fork.c", "copy_process"));
    f.assign(register_cell(0), long_constant(0));
    f.call("user_disable_single_step");
    f.call("clear_task_syscall_work.SYSCALL_TRACE");
    f.call("clear_task_syscall_work.SYSCALL_EMU");
    f.assign("task.pending", constant(64, std::uint64_t{1} << (SIGSTOP - 1)));
    f.assign("signals.code[" + std::to_string(SIGSTOP) + "]", int_constant(SI_USER));
    f.assign("signals.shared", long_constant(0));
    f.assign("signals.sigpending", truth(true));
    f.assign("task.restart_block", truth(false));
    f.assign("loop.stage", constant(8, stage_loop));
    f.add_to(program);
}

void add_exec(Program& program, const Registers& registers) {
    FunctionWriter f("exec_binprm", at("fs/exec.c", "exec_binprm"), {{"pc", 64}, {"sp", 64}});
    f.local("status", 32);
    for (const unsigned number : registers.addressed()) f.assign(register_cell(number), long_constant(0));
    f.assign("regs.rest", read("sp", 64));
    f.assign("regs.pc", read("pc", 64));
    f.assign("regs.pstate", long_constant(0));
    f.assign("regs.orig_x0", long_constant(0));
    f.assign("signals.handled", long_constant(0));  // flush_signal_handlers
    f.assign("rseq.registered", truth(false));      // rseq_execve
    f.assign("rseq.event", truth(false));
    f.assign("rseq.memory", long_constant(0));
    const ExpressionRef event = int_constant(PTRACE_EVENT_EXEC);
    f.if_(
        event_enabled(event), [&](BodyBuilder& then) { notify(then, event, round_fact("task.pid")); },
        [](BodyBuilder& legacy) {
            legacy.if_(is_nonzero(cell("task.ptrace")), [](BodyBuilder& traced) {
                traced.call("send_sig", {by_value(int_constant(SIGTRAP)), by_value(int_constant(0))}, "status");
            });
        });
    f.add_to(program);
}

}  // namespace

void add_round_fork(Program& program, const Registers& registers) {
    add_clone(program);
    add_child(program);
    add_exec(program, registers);
}

// Called when every cell is declared.
void add_copy_process(Program& program) {
    FunctionWriter f("copy_process", at("kernel/fork.c", "copy_process"));
    Hook hook{"new_task", "", "new task", {}, {}, Sharing::history};
    for (const auto& [name, declared] : program.cells) hook.fields.push_back({name, read(name, declared.width), false});
    f.hook(hook);
    f.add_to(program);
}

}  // namespace entryproof::environment
