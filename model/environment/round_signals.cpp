// SPDX-License-Identifier: MIT
// kernel/signal.c @7.3, the same in 6.1 and 6.12: how signals 1 to 31 are queued, forced and taken off again.
//
// Not here: real-time signals, and job control (stop signals and SIGCONT), which scripts cannot send.
#include "model/environment/round_parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string signal_c = "kernel/signal.c";

std::uint64_t set_of(std::initializer_list<unsigned> signals) {
    std::uint64_t set = 0;
    for (const unsigned signal : signals) set |= std::uint64_t{1} << (signal - 1);
    return set;
}

// include/linux/signal.h: SIG_KERNEL_IGNORE_MASK, SIG_KERNEL_COREDUMP_MASK; kernel/signal.c: SYNCHRONOUS_MASK
const std::uint64_t ignored_by_default = set_of({SIGCONT, SIGCHLD, SIGWINCH, SIGURG});
const std::uint64_t dumps_core =
    set_of({SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS, SIGSYS, SIGXCPU, SIGXFSZ});
const std::uint64_t synchronous = set_of({SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS});

ExpressionRef without(ExpressionRef set, ExpressionRef bits) {
    return binary(BinaryOperator::bit_and, std::move(set), unary(UnaryOperator::bit_not, std::move(bits)));
}

ExpressionRef with(ExpressionRef set, ExpressionRef bits) {
    return binary(BinaryOperator::bit_or, std::move(set), std::move(bits));
}

ExpressionRef in(std::uint64_t set, ExpressionRef signal) { return holds_signal(constant(64, set), std::move(signal)); }

ExpressionRef is_default(ExpressionRef signal) {
    return negation(
        holds_signal(with(round_fact("signals.ignored"), round_fact("signals.handled")), std::move(signal)));
}

ExpressionRef unblocked_pending() {
    return without(with(fact("task.pending"), round_fact("signals.shared")), round_fact("signals.blocked"));
}

void add_recalc(Program& program) {
    {
        FunctionWriter f("recalc_sigpending_tsk", at(signal_c, "recalc_sigpending_tsk"));
        f.if_(is_nonzero(unblocked_pending()),
              [](BodyBuilder& then) { then.assign("signals.sigpending", truth(true)); });
        f.add_to(program);
    }
    FunctionWriter f("recalc_sigpending", at(signal_c, "recalc_sigpending"));
    f.assign("signals.sigpending", is_nonzero(unblocked_pending()));
    f.add_to(program);
}

// __send_signal_locked with prepare_signal and complete_signal. A task in a stop is traced, so the shortcut to death is
// not for it, and it is not woken but looks for itself (recalc_sigpending_tsk in ptrace_stop).
void add_send(Program& program) {
    FunctionWriter f("send_signal", at(signal_c, "__send_signal_locked"), {{"sig", 32}, {"code", 32}, {"shared", 1}});
    const ExpressionRef sig = read("sig", 32);
    const ExpressionRef shared = read("shared", 1);
    const ExpressionRef blocked = holds_signal(round_fact("signals.blocked"), sig);
    const ExpressionRef traced = is_nonzero(cell("task.ptrace"));
    const ExpressionRef in_stop = is_nonzero(cell("task.last_siginfo"));
    const auto leave = [](BodyBuilder& then) { then.return_(); };
    f.if_(either(is_nonzero(round_fact("signals.group_exit")), round_fact("task.exiting")), leave);
    const ExpressionRef to_nobody =
        either(holds_signal(round_fact("signals.ignored"), sig), both(is_default(sig), in(ignored_by_default, sig)));
    f.if_(both(both(negation(blocked), negation(traced)), to_nobody), leave);
    const ExpressionRef set = select(shared, round_fact("signals.shared"), fact("task.pending"));
    f.if_(holds_signal(set, sig), leave);
    f.call("note_siginfo", {by_value(sig), by_value(read("code", 32)), by_value(shared)});
    f.if_(
        shared,
        [&](BodyBuilder& process) {
            process.assign("signals.shared", with(round_fact("signals.shared"), signal_bit(sig)));
        },
        [&](BodyBuilder& own) { own.assign("task.pending", with(fact("task.pending"), signal_bit(sig))); });
    f.if_(either(blocked, in_stop), leave);
    f.if_(both(both(is_default(sig), negation(traced)), negation(in(dumps_core | ignored_by_default, sig))),
          [&](BodyBuilder& fatal) {
              fatal.assign("signals.group_exit", sig);
              add_pending(fatal, SIGKILL);
          });
    f.assign("signals.sigpending", truth(true));
    f.add_to(program);
}

// force_sig_info_to_task. `exit` is HANDLER_EXIT.
void add_force(Program& program) {
    FunctionWriter f("force_signal", at(signal_c, "force_sig_info_to_task"), {{"sig", 32}, {"code", 32}, {"exit", 1}});
    const ExpressionRef sig = read("sig", 32);
    const ExpressionRef blocked = holds_signal(round_fact("signals.blocked"), sig);
    f.if_(either(read("exit", 1), either(blocked, holds_signal(round_fact("signals.ignored"), sig))),
          [&](BodyBuilder& reset) {
              for (const std::string set : {"signals.ignored", "signals.handled", "signals.blocked"})
                  reset.assign(set, without(round_fact(set), signal_bit(sig)));
              reset.if_(read("exit", 1), [&](BodyBuilder& exit) {
                  exit.assign("signals.immutable", with(round_fact("signals.immutable"), signal_bit(sig)));
              });
          });
    f.call("send_signal", {by_value(sig), by_value(read("code", 32)), by_value(truth(false))});
    f.assign("signals.sigpending", truth(true));
    f.add_to(program);
}

// PTRACE_KILL, and kill() with SIGKILL: complete_signal starts the group exit at once.
void add_kill(Program& program) {
    FunctionWriter f("send_sigkill", at(signal_c, "complete_signal"));
    f.if_(negation(is_nonzero(round_fact("signals.group_exit"))),
          [](BodyBuilder& first) { first.assign("signals.group_exit", int_constant(SIGKILL)); });
    add_pending(f, SIGKILL);
    f.assign("signals.sigpending", truth(true));
    f.add_to(program);
}

// The first synchronous signal of the task's own queue with a positive si_code, blocked or not; 0: none.
void add_dequeue_synchronous(Program& program) {
    FunctionWriter f("dequeue_synchronous_signal", at(signal_c, "dequeue_synchronous_signal"), {}, 32);
    const ExpressionRef best = f.local("best", 32);
    const ExpressionRef since = f.local("since", 32);
    f.if_(negation(has_any(without(fact("task.pending"), round_fact("signals.blocked")), synchronous)),
          [](BodyBuilder& none) { none.return_(int_constant(0)); });
    f.assign("best", int_constant(0));
    f.assign("since", int_constant(-1));
    for (unsigned signal = 1; signal <= last_round_signal; ++signal) {
        if ((synchronous >> (signal - 1) & 1) == 0) continue;
        const std::string number = "[" + std::to_string(signal) + "]";
        const ExpressionRef order = round_fact("signals.order" + number);
        const ExpressionRef positive =
            binary(BinaryOperator::signed_less, int_constant(SI_USER), round_fact("signals.code" + number));
        f.if_(both(both(is_pending(signal), positive), binary(BinaryOperator::unsigned_less, order, since)),
              [&](BodyBuilder& earlier) {
                  earlier.assign("best", int_constant(static_cast<int>(signal)));
                  earlier.assign("since", order);
              });
    }
    f.return_(best);
    f.add_to(program);
}

// next_signal: of the unblocked ones the lowest synchronous, else the lowest; 0: none.
void add_next(Program& program) {
    FunctionWriter f("next_signal", at(signal_c, "next_signal"), {{"set", 64}}, 32);
    const ExpressionRef candidates = f.local("candidates", 64);
    f.assign("candidates", without(read("set", 64), round_fact("signals.blocked")));
    f.if_(has_any(candidates, synchronous), [&](BodyBuilder& then) {
        then.assign("candidates", binary(BinaryOperator::bit_and, candidates, constant(64, synchronous)));
    });
    for (unsigned signal = 1; signal <= last_round_signal; ++signal)
        f.if_(has_bit(candidates, signal - 1),
              [&](BodyBuilder& then) { then.return_(int_constant(static_cast<int>(signal))); });
    f.return_(int_constant(0));
    f.add_to(program);
}

// dequeue_synchronous_signal, then dequeue_signal: the task's own set before the shared one.
void add_take(Program& program) {
    FunctionWriter f("take_signal", at(signal_c, "dequeue_signal"), {{"code", 32, true}, {"shared", 1, true}}, 32);
    const ExpressionRef signr = f.local("signr", 32);
    f.assign("shared", truth(false));
    f.assign("code", int_constant(0));
    f.call("dequeue_synchronous_signal", {}, "signr");
    f.if_(negation(is_nonzero(signr)),
          [](BodyBuilder& then) { then.call("next_signal", {by_value(fact("task.pending"))}, "signr"); });
    f.if_(negation(is_nonzero(signr)), [](BodyBuilder& then) {
        then.assign("shared", truth(true));
        then.call("next_signal", {by_value(round_fact("signals.shared"))}, "signr");
    });
    f.if_(is_nonzero(signr), [&](BodyBuilder& then) {
        then.call("siginfo_code", {by_value(signr), by_value(read("shared", 1))}, "code");
        then.if_(
            read("shared", 1),
            [&](BodyBuilder& process) {
                process.assign("signals.shared", without(round_fact("signals.shared"), signal_bit(signr)));
            },
            [&](BodyBuilder& own) { own.assign("task.pending", without(fact("task.pending"), signal_bit(signr))); });
    });
    f.call("recalc_sigpending");
    f.return_(signr);
    f.add_to(program);
}

// What a path and the rest of the environment call.
void add_senders(Program& program) {
    const auto force = [](BodyBuilder& body, int signal, ExpressionRef code, ExpressionRef exit) {
        body.call("force_signal",
                  {by_value(int_constant(signal)), by_value(std::move(code)), by_value(std::move(exit))});
    };
    {
        FunctionWriter f("send_sig", at(signal_c, "send_sig"), {{"sig", 32}, {"priv", 32}}, 32);
        const ExpressionRef sig = read("sig", 32);
        f.if_(negation(binary(BinaryOperator::unsigned_less_equal, sig, int_constant(MAX_SIGNAL))),
              [](BodyBuilder& then) { then.return_(int_constant(-EINVAL)); });
        f.if_(is_nonzero(sig), [&](BodyBuilder& then) {
            then.call("send_signal",
                      {by_value(sig),
                       by_value(select(is_nonzero(read("priv", 32)), int_constant(SI_KERNEL), int_constant(SI_USER))),
                       by_value(truth(false))});
        });
        f.return_(int_constant(0));
        f.add_to(program);
    }
    {
        FunctionWriter f("fatal_signal_pending", at("include/linux/sched/signal.h", "fatal_signal_pending"), {}, 32);
        f.return_(zero_extend(is_pending(SIGKILL), 32));
        f.add_to(program);
    }
    {
        FunctionWriter f("user_single_step_report", at("include/linux/ptrace.h", "user_single_step_report"));
        force(f, SIGTRAP, int_constant(SI_USER), truth(false));
        f.add_to(program);
    }
    {
        FunctionWriter f("force_sigsegv", at(signal_c, "force_sig"));
        force(f, SIGSEGV, int_constant(SI_KERNEL), truth(false));
        f.add_to(program);
    }
    {
        FunctionWriter f("force_sig_seccomp", at(signal_c, "force_sig_seccomp"),
                         {{"nr", 32}, {"data", 32}, {"force_coredump", 1}});
        force(f, SIGSYS, int_constant(si_code_SYS_SECCOMP), read("force_coredump", 1));
        f.add_to(program);
    }
}

void add_siginfo(Program& program) {
    {
        FunctionWriter f("note_siginfo", at(signal_c, "__send_signal_locked"),
                         {{"sig", 32}, {"code", 32}, {"shared", 1}});
        f.assign("signals.clock", binary(BinaryOperator::add, round_fact("signals.clock"), int_constant(1)));
        for (unsigned signal = 1; signal <= last_round_signal; ++signal) {
            const std::string number = "[" + std::to_string(signal) + "]";
            f.if_(equal(read("sig", 32), int_constant(static_cast<int>(signal))), [&](BodyBuilder& then) {
                then.if_(
                    read("shared", 1),
                    [&](BodyBuilder& process) { process.assign("signals.shared_code" + number, read("code", 32)); },
                    [&](BodyBuilder& own) {
                        own.assign("signals.code" + number, read("code", 32));
                        own.assign("signals.order" + number, round_fact("signals.clock"));
                    });
            });
        }
        f.add_to(program);
    }
    FunctionWriter f("siginfo_code", at(signal_c, "collect_signal"), {{"sig", 32}, {"shared", 1}}, 32);
    for (unsigned signal = 1; signal <= last_round_signal; ++signal) {
        const std::string number = "[" + std::to_string(signal) + "]";
        f.if_(equal(read("sig", 32), int_constant(static_cast<int>(signal))), [&](BodyBuilder& then) {
            then.return_(select(read("shared", 1), round_fact("signals.shared_code" + number),
                                round_fact("signals.code" + number)));
        });
    }
    f.return_(int_constant(0));
    f.add_to(program);
}

}  // namespace

ExpressionRef is_ignored_by_default(ExpressionRef signal) { return in(ignored_by_default, std::move(signal)); }

void add_round_signals(Program& program) {
    add_siginfo(program);
    add_recalc(program);
    add_send(program);
    add_force(program);
    add_kill(program);
    add_dequeue_synchronous(program);
    add_next(program);
    add_take(program);
    add_senders(program);
}

}  // namespace entryproof::environment
