// SPDX-License-Identifier: MIT
// Queueing signals to the task itself: kernel/signal.c. A signal that is already pending keeps its first siginfo
// (legacy_queue), so the *.code cells are written only by the first.
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

ExpressionRef is_pending(unsigned signal) { return has_bit(fact("task.pending"), signal - 1); }

void add_pending(BodyBuilder& body, unsigned signal) {
    body.assign("task.pending",
                binary(BinaryOperator::bit_or, fact("task.pending"), constant(64, std::uint64_t{1} << (signal - 1))));
}

void remove_pending(BodyBuilder& body, unsigned signal) {
    body.assign("task.pending", binary(BinaryOperator::bit_and, fact("task.pending"),
                                       constant(64, ~(std::uint64_t{1} << (signal - 1)))));
}

namespace {

struct Forced {
    unsigned signal;
    std::string code_cell;
};

const std::vector<Forced> forced = {{SIGTRAP, "sigtrap.code"}, {SIGSEGV, "sigsegv.code"}, {SIGSYS, "sigsys.code"}};

}  // namespace

std::vector<Field> sigsys_info(ExpressionRef signal) {
    const ExpressionRef is_sigsys = equal(std::move(signal), int_constant(SIGSYS));
    std::vector<Field> fields;
    for (const auto& [name, cell_name] : std::vector<std::pair<std::string, std::string>>{
             {"si_syscall", "sigsys.nr"}, {"si_errno", "sigsys.data"}, {"si_call_addr", "sigsys.call_addr"}}) {
        const ExpressionRef value = fact(cell_name);
        fields.push_back({name, select(is_sigsys, value, constant(value->width, 0))});
    }
    return fields;
}

void add_signals(Program& program) {
    const ExpressionRef pc = user_pc(arch_of(program));
    {
        FunctionWriter f("send_sig", at("kernel/signal.c", "send_sig"), {{"sig", 32}, {"priv", 32}}, 32);
        const ExpressionRef sig = read("sig", 32);
        const ExpressionRef valid = binary(BinaryOperator::unsigned_less_equal, sig, int_constant(MAX_SIGNAL));
        f.if_(negation(valid), [](BodyBuilder& then) { then.return_(int_constant(-22)); });
        f.if_(is_nonzero(sig), [&](BodyBuilder& then) {
            const ExpressionRef code =
                select(is_nonzero(read("priv", 32)), int_constant(SI_KERNEL), int_constant(SI_USER));
            for (const Forced& row : forced)
                then.if_(both(equal(sig, int_constant(static_cast<int>(row.signal))), negation(is_pending(row.signal))),
                         [&](BodyBuilder& first) { first.assign(row.code_cell, code); });
            const ExpressionRef bit = binary(BinaryOperator::shift_left, long_constant(1),
                                             zero_extend(binary(BinaryOperator::subtract, sig, int_constant(1)), 64));
            then.assign("task.pending", binary(BinaryOperator::bit_or, fact("task.pending"), bit));
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
        // force_sig_info with si_code SI_USER, include/linux/ptrace.h; also for a task that nobody traces.
        FunctionWriter f("user_single_step_report", at("include/linux/ptrace.h", "user_single_step_report"));
        // Its queueing is the event: every stop that follows shows it pending, and a task that dies first shows
        // nothing.
        const ExpressionRef fatal = either(is_pending(SIGKILL), both(is_pending(SIGSYS), fact("sigsys.kills")));
        f.if_(negation(is_pending(SIGTRAP)), [&](BodyBuilder& first) {
            first.assign("sigtrap.code", int_constant(SI_USER));
            first.if_(negation(fatal), [&](BodyBuilder& alive) {
                alive.hook({"step_report", "tracer", "step report", {{"pc", pc}}, {}, Sharing::history});
                alive.assign("seen.step_report", truth(true));
            });
        });
        add_pending(f, SIGTRAP);
        f.add_to(program);
    }
    {
        FunctionWriter f("force_sigsegv", at("kernel/signal.c", "force_sig"));
        f.if_(negation(is_pending(SIGSEGV)),
              [](BodyBuilder& first) { first.assign("sigsegv.code", int_constant(SI_KERNEL)); });
        add_pending(f, SIGSEGV);
        f.add_to(program);
    }
    {
        FunctionWriter f("force_sig_seccomp", at("kernel/signal.c", "force_sig_seccomp"),
                         {{"nr", 32}, {"data", 32}, {"force_coredump", 1}});
        f.if_(negation(is_pending(SIGSYS)), [&](BodyBuilder& first) {
            first.assign("sigsys.code", int_constant(si_code_SYS_SECCOMP));
            first.assign("sigsys.nr", read("nr", 32));
            first.assign("sigsys.data", read("data", 32));
            first.assign("sigsys.call_addr", pc);
        });
        f.assign("sigsys.kills", either(both(is_pending(SIGSYS), fact("sigsys.kills")), read("force_coredump", 1)));
        add_pending(f, SIGSYS);
        f.add_to(program);
    }
    {
        // The end of the task: do_exit, do_group_exit.
        FunctionWriter f("do_exit", at("kernel/exit.c", "do_exit"), {{"signal", 32}});
        f.hook({"death", "user", "death", {{"signal", read("signal", 32)}}, {}, Sharing::history});
        f.halt();
        f.add_to(program);
    }
}

}  // namespace entryproof::environment
