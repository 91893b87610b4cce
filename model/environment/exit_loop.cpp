// SPDX-License-Identifier: MIT
// From the end of the exit work to user space: signals with their stops, restart, the MTE fault, death, return.
// kernel/entry/common.c:exit_to_user_mode_loop and arch/arm64/kernel/signal.c:arch_do_signal_or_restart @7.3.
//
// Not here yet: dispositions that change, blocked forced signals, the step stop at a handler's first instruction.
#include "model/environment/do_signal.h"
#include "model/environment/parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string x0 = register_cell(0);

void die(BodyBuilder& body, ExpressionRef signal) { body.call("do_exit", {by_value(std::move(signal))}); }

// handle_signal: the handler sees the registers saved on its frame.
void enter_handler(BodyBuilder& body, const Registers& registers) {
    interrupt_for_handler(body, read("sa_restart", 1));
    Hook hook{
        "signal_handler", "user", "signal handler", {{"signal", read("signr", 32)}, {"code", read("code", 32)}}, {},
        Sharing::history};
    for (Field& field : sigsys_info(read("signr", 32))) hook.fields.push_back(std::move(field));
    for (Field& field : registers.fields(true)) hook.fields.push_back(std::move(field));
    body.hook(hook);
    body.assign(x0, zero_extend(read("signr", 32), 64));
    body.assign("regs.pc", read("handler", 64));
    body.assign("regs.rest", read("frame", 64));
}

// One signal through get_signal and handle_signal.
void add_deliver(Program& program, const Registers& registers) {
    FunctionWriter f("deliver_signal", at("kernel/signal.c", "get_signal"),
                     {{"signr", 32}, {"code", 32}, {"forced", 1}});
    const ExpressionRef signr = read("signr", 32);
    f.if_(has_bit(cell("task.ptrace"), PT_PTRACED_BIT), [&](BodyBuilder& traced) {
        traced.call("signal_stop", {by_value(signr), by_value(read("code", 32)), by_value(long_constant(0))});
        traced.if_(is_pending(SIGKILL), [](BodyBuilder& killed) { die(killed, int_constant(SIGKILL)); });
        traced.if_(negation(is_nonzero(cell("task.exit_code"))), [](BodyBuilder& then) { then.return_(); });
        traced.if_(differs(cell("task.exit_code"), signr), [](BodyBuilder& replaced) {
            replaced.assign("code", int_constant(SI_USER));
            replaced.assign("forced", truth(false));
        });
        traced.assign("signr", cell("task.exit_code"));
    });
    Hook disposition{"disposition", "", "disposition", {{"signal", signr}}, {}, Sharing::function};
    disposition.answers = {f.answer("has_handler", 1), f.answer("sa_restart", 1), f.answer("harmless", 1),
                           f.answer("handler", 64), f.answer("frame", 64)};
    f.hook(disposition);
    f.if_(
        read("has_handler", 1), [&](BodyBuilder& then) { enter_handler(then, registers); },
        [&](BodyBuilder& otherwise) {
            // A forced signal that is ignored is reset to its default, which is to die.
            otherwise.if_(either(read("forced", 1), negation(read("harmless", 1))),
                          [&](BodyBuilder& deadly) { die(deadly, signr); });
        });
    f.add_to(program);
}

void deliver(BodyBuilder& body, unsigned signal, const std::string& code_cell) {
    body.if_(is_pending(signal), [&](BodyBuilder& then) {
        remove_pending(then, signal);
        then.call("deliver_signal",
                  {by_value(int_constant(static_cast<int>(signal))), by_value(fact(code_cell)), by_value(truth(true))});
    });
}

void add_loop(Program& program, const Registers& registers) {
    FunctionWriter f("arm64_syscall_exit_to_user_mode",
                     at("arch/arm64/kernel/entry-common.c", "arm64_syscall_exit_to_user_mode"));
    const std::uint64_t known =
        std::uint64_t{1} << (SIGSYS - 1) | std::uint64_t{1} << (SIGSEGV - 1) | std::uint64_t{1} << (SIGTRAP - 1);
    f.if_(is_pending(SIGKILL), [](BodyBuilder& then) { die(then, int_constant(SIGKILL)); });
    // Which of the other pending signals is taken is a matter of the blocked set.
    Hook dequeue{"dequeue_signal", "", "dequeue", {{"pending", fact("task.pending")}}, {}, Sharing::function};
    dequeue.answers = {f.answer("takes_other", 1), f.answer("other", 6)};
    f.hook(dequeue);
    const ExpressionRef other_bit =
        binary(BinaryOperator::shift_left, long_constant(1), zero_extend(read("other", 6), 64));
    const ExpressionRef takes_other = f.local("takes", 1);
    f.assign("takes",
             both(read("takes_other", 1),
                  is_nonzero(binary(BinaryOperator::bit_and,
                                    binary(BinaryOperator::bit_and, fact("task.pending"), constant(64, ~known)),
                                    other_bit))));
    f.if_(either(takes_other, has_any(fact("task.pending"), known)), [&](BodyBuilder& then) {
        then.call("do_signal_begin");
        then.if_(both(is_pending(SIGSYS), fact("sigsys.kills")),
                 [](BodyBuilder& killed) { die(killed, int_constant(SIGSYS)); });
        deliver(then, SIGSYS, "sigsys.code");
        deliver(then, SIGSEGV, "sigsegv.code");
        deliver(then, SIGTRAP, "sigtrap.code");
        then.if_(takes_other, [&](BodyBuilder& other) {
            other.assign("task.pending", binary(BinaryOperator::bit_and, fact("task.pending"),
                                                unary(UnaryOperator::bit_not, other_bit)));
            other.call("deliver_signal",
                       {by_value(zero_extend(
                            binary(BinaryOperator::add, zero_extend(read("other", 6), 8), constant(8, 1)), 32)),
                        by_value(int_constant(SI_USER)), by_value(truth(false))});
        });
        then.call("do_signal_end");
    });
    // arch_exit_to_user_mode_work comes after the signals in 7.3; the loop then goes round again.
    const ExpressionRef mte_fault = f.local("mte_fault", 1);
    f.call("test_thread_flag.TIF_MTE_ASYNC_FAULT", {}, "mte_fault");
    f.if_(mte_fault, [&](BodyBuilder& then) {
        then.call("clear_thread_flag.TIF_MTE_ASYNC_FAULT");
        then.call("do_signal_begin");
        then.call("deliver_signal",
                  {by_value(int_constant(SIGSEGV)), by_value(int_constant(SEGV_MTEAERR)), by_value(truth(false))});
        then.call("do_signal_end");
    });
    Hook back{"return_to_user", "user", "return", {}, {}, Sharing::history};
    back.fields = registers.fields(true);
    const ExpressionRef steps = f.local("steps", 1);
    f.call("test_thread_flag.TIF_SINGLESTEP", {}, "steps");
    back.fields.push_back({"steps", steps});
    back.fields.push_back({"pending", fact("task.pending")});
    f.hook(back);
    f.add_to(program);
}

}  // namespace

void add_exit_loop(Program& program, const Registers& registers) {
    add_do_signal(program, registers.tasks() == Tasks::all);
    add_deliver(program, registers);
    add_loop(program, registers);
}

}  // namespace entryproof::environment
