// SPDX-License-Identifier: MIT
// The way back to user space, one step at a time: kernel/entry/common.c:exit_to_user_mode_loop,
// kernel/signal.c:get_signal and arch/arm64/kernel/signal.c:arch_do_signal_or_restart @7.3. 6.1 and 6.12 have the same
// in do_notify_resume and do_signal.
//
// A step is: the head of the loop, or one signal of get_signal. Not here: what no signal needs (reschedule, uprobes,
// task work) and the MTE fault.
#include "model/environment/do_signal.h"
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string x0 = register_cell(0);

void go_to(BodyBuilder& body, unsigned stage) { body.assign("loop.stage", constant(8, stage)); }

// handle_signal, setup_return, signal_setup_done. The frame is user memory: whoever answers "signal_handler" keeps what
// it shows, for sigreturn. x29 and x30 are left alone: the handler does not use them.
void add_handle(Program& program, const Registers& registers) {
    FunctionWriter f("handle_signal", at("arch/arm64/kernel/signal.c", "handle_signal"), {{"signr", 32}, {"code", 32}});
    const ExpressionRef signr = read("signr", 32);
    const ExpressionRef steps = f.local("steps", 1);
    const ExpressionRef status = f.local("status", 32);
    interrupt_for_handler(f, holds_signal(round_fact("signals.restart"), signr));
    f.call("rseq_signal_deliver", {by_value(signr)});
    Hook hook{"signal_handler", "user", "signal handler", {{"signal", signr}, {"code", read("code", 32)}}, {},
              Sharing::history};
    hook.fields.push_back({"blocked", round_fact("signals.blocked")});
    for (Field& field : registers.fields(true)) hook.fields.push_back(std::move(field));
    hook.answers = {f.answer("handler", 64), f.answer("frame", 64)};
    f.hook(hook);
    f.assign(x0, zero_extend(signr, 64));
    f.assign("regs.rest", read("frame", 64));
    f.assign("regs.pc", read("handler", 64));
    f.call("user_regs_reset_single_step");  // valid_user_regs
    f.assign("signals.blocked", binary(BinaryOperator::bit_or, round_fact("signals.blocked"), signal_bit(signr)));
    f.call("recalc_sigpending");  // set_current_blocked
    f.call("test_thread_flag.TIF_SINGLESTEP", {}, "steps");
    // signal_delivered: what the tracer injects here is dropped.
    f.if_(steps, [](BodyBuilder& stepping) {
        stepping.call("ptrace_notify", {by_value(int_constant(SIGTRAP)), by_value(long_constant(0))}, "status");
    });
    f.add_to(program);
}

// ptrace_signal; returns the signal to deliver, 0 for none.
void add_ptrace_signal(Program& program) {
    FunctionWriter f("ptrace_signal", at("kernel/signal.c", "ptrace_signal"),
                     {{"signr", 32}, {"code", 32, true}, {"shared", 1}}, 32);
    const ExpressionRef signr = read("signr", 32);
    const ExpressionRef resumed = f.local("resumed", 32);
    f.assign("resumed", signr);
    f.if_(negation(is_pending(SIGKILL)), [&](BodyBuilder& stop) {
        stop.call("signal_stop", {by_value(signr), by_value(read("code", 32)), by_value(long_constant(0))});
        stop.assign("resumed", cell("task.exit_code"));
    });
    f.if_(negation(is_nonzero(resumed)), [](BodyBuilder& cancelled) { cancelled.return_(int_constant(0)); });
    f.if_(differs(resumed, signr), [](BodyBuilder& replaced) { replaced.assign("code", int_constant(SI_USER)); });
    f.if_(
        either(holds_signal(round_fact("signals.blocked"), resumed), is_pending(SIGKILL)), [&](BodyBuilder& requeued) {
            requeued.call("send_signal", {by_value(resumed), by_value(read("code", 32)), by_value(read("shared", 1))});
            requeued.return_(int_constant(0));
        });
    f.return_(resumed);
    f.add_to(program);
}

// One turn of the loop in get_signal.
void add_get_signal(Program& program) {
    FunctionWriter f("get_signal", at("kernel/signal.c", "get_signal"));
    const ExpressionRef signr = f.local("signr", 32);
    const ExpressionRef code = f.local("code", 32);
    const ExpressionRef shared = f.local("shared", 1);
    const auto again = [](BodyBuilder& body) { body.return_(); };
    f.if_(is_nonzero(round_fact("signals.group_exit")), [](BodyBuilder& marked) {
        remove_pending(marked, SIGKILL);
        marked.call("do_exit", {by_value(round_fact("signals.group_exit"))});
    });
    f.call("take_signal", {by_reference("code"), by_reference("shared")}, "signr");
    f.if_(negation(is_nonzero(signr)), [](BodyBuilder& none) {
        none.call("do_signal_end");
        go_to(none, stage_notify);
        none.return_();
    });
    f.if_(both(is_nonzero(cell("task.ptrace")), negation(holds_signal(round_fact("signals.immutable"), signr))),
          [&](BodyBuilder& traced) {
              traced.call("ptrace_signal", {by_value(signr), by_reference("code"), by_value(shared)}, "signr");
              traced.if_(negation(is_nonzero(signr)), again);
          });
    f.if_(holds_signal(round_fact("signals.ignored"), signr), again);
    f.if_(holds_signal(round_fact("signals.handled"), signr), [&](BodyBuilder& handled) {
        handled.call("handle_signal", {by_value(signr), by_value(code)});
        go_to(handled, stage_notify);
        handled.return_();
    });
    f.if_(is_ignored_by_default(signr), again);
    f.call("do_exit", {by_value(signr)});
    f.add_to(program);
}

// On generic entry the area is looked at when the loop is done (rseq_exit_to_user_mode_restart); elsewhere in each turn
// that found the flag, behind the signals (resume_user_mode_work).
void add_notify_step(FunctionWriter& f, bool is_generic) {
    f.if_(equal(round_fact("loop.stage"), constant(8, stage_notify)), [&](BodyBuilder& then) {
        if (!is_generic)
            then.if_(round_fact("loop.notify"), [](BodyBuilder& flagged) { flagged.call("rseq_handle_slowpath"); });
        go_to(then, stage_loop);
        then.return_();
    });
}

void add_step(Program& program, const Registers& registers) {
    FunctionWriter f("exit_to_user_step", at("kernel/entry/common.c", "exit_to_user_mode_loop"));
    const bool is_generic = program.functions.count("syscall_exit_to_user_mode_work") != 0;
    f.if_(equal(round_fact("loop.stage"), constant(8, stage_get_signal)), [](BodyBuilder& then) {
        then.call("get_signal");
        then.return_();
    });
    add_notify_step(f, is_generic);
    f.assign("loop.notify", round_fact("rseq.event"));
    f.if_(round_fact("signals.sigpending"), [](BodyBuilder& then) {
        then.call("do_signal_begin");
        go_to(then, stage_get_signal);
        then.return_();
    });
    f.if_(round_fact("rseq.event"), [&](BodyBuilder& then) {
        if (is_generic)
            then.call("rseq_handle_slowpath");
        else
            go_to(then, stage_notify);
        then.return_();
    });
    Hook back{"return_to_user", "user", "return", registers.fields(true), {}, Sharing::history};
    back.fields.push_back(
        {"pending", binary(BinaryOperator::bit_or, fact("task.pending"), round_fact("signals.shared"))});
    f.hook(back);
    go_to(f, stage_user);
    f.add_to(program);
}

}  // namespace

void add_round_exit(Program& program, const Registers& registers) {
    {
        // The end of el0_svc: the steps above follow.
        FunctionWriter f("arm64_syscall_exit_to_user_mode",
                         at("arch/arm64/kernel/entry-common.c", "arm64_syscall_exit_to_user_mode"));
        go_to(f, stage_loop);
        f.add_to(program);
    }
    add_do_signal(program, true);
    add_handle(program, registers);
    add_ptrace_signal(program);
    add_get_signal(program);
    add_step(program, registers);
}

}  // namespace entryproof::environment
