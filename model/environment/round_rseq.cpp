// SPDX-License-Identifier: MIT
// Restartable sequences on the way back to user space: what a context switch and a signal do to a task inside its
// critical section. kernel/rseq.c and include/linux/rseq_entry.h @7.3; kernel/rseq.c @6.1.
//
// 1. "rseq.memory" is the area's pointer: 0 none, 1 that of the section. What it points to never changes; whoever
//    answers the hook "rseq_fixup" knows it.
// 2. A context switch sets an event (rseq_sched_switch_event; rseq_preempt in 6.1): every stop is one, and a wait for a
//    supervisor. The work flag is the event.
// 3. 6.1 and 6.12 fix up after every event. 7.3 does so only when the kernel was not entered by a syscall or its debug
//    key is on; a handler always fixes up.
//
// Not here: the CPU numbers in the area, areas of the second version, slices.
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

ExpressionRef points() { return both(fact("rseq.registered"), is_nonzero(fact("rseq.memory"))); }

bool fixes_up_after_syscalls(const Program& program) { return program.functions.count("rseq_ip_fixup") != 0; }

// rseq_update_user_cs with its variant for debugging; rseq_ip_fixup in 6.1. `failed`: the caller forces SIGSEGV.
void add_fixup(Program& program) {
    FunctionWriter f("rseq_fixup", at("include/linux/rseq_entry.h", "rseq_update_user_cs"), {}, 1);
    Hook hook{"rseq_fixup", "", "rseq fixup", {{"pc", cell("regs.pc")}}, {}, Sharing::function};
    hook.fields.push_back({"old", truth(fixes_up_after_syscalls(program))});
    hook.fields.push_back({"debug", cell("rseq_debug_enabled")});
    hook.fields.push_back({"user_irq", round_fact("rseq.user_irq")});
    hook.answers = {f.answer("failed", 1), f.answer("aborts", 1), f.answer("abort", 64)};
    f.hook(hook);
    f.if_(read("failed", 1), [](BodyBuilder& then) { then.return_(truth(true)); });
    f.assign("rseq.memory", long_constant(0));
    f.if_(read("aborts", 1), [](BodyBuilder& then) { then.assign("regs.pc", read("abort", 64)); });
    f.return_(truth(false));
    f.add_to(program);
}

// rseq_slowpath_update_usr; __rseq_handle_notify_resume in 6.1.
void add_notify(Program& program) {
    FunctionWriter f("rseq_handle_slowpath", at("kernel/rseq.c", "rseq_slowpath_update_usr"));
    const ExpressionRef failed = f.local("failed", 1);
    f.if_(negation(round_fact("rseq.event")), [](BodyBuilder& then) { then.return_(); });
    f.assign("rseq.event", truth(false));
    ExpressionRef looks = points();
    if (!fixes_up_after_syscalls(program))
        looks = both(looks, either(cell("rseq_debug_enabled"), round_fact("rseq.user_irq")));
    f.if_(looks, [&](BodyBuilder& then) {
        then.call("rseq_fixup", {}, "failed");
        then.if_(failed, [](BodyBuilder& fatal) { fatal.call("force_sigsegv"); });
    });
    f.add_to(program);
}

// __rseq_signal_deliver, before the frame is written: pc in the frame is then outside of the section. The IDs are
// always written again, so the event is set.
void add_deliver(Program& program) {
    FunctionWriter f("rseq_signal_deliver", at("kernel/rseq.c", "__rseq_signal_deliver"), {{"sig", 32}});
    const ExpressionRef failed = f.local("failed", 1);
    f.if_(negation(fact("rseq.registered")), [](BodyBuilder& then) { then.return_(); });
    f.if_(points(), [&](BodyBuilder& then) {
        then.call("rseq_fixup", {}, "failed");
        then.if_(failed, [](BodyBuilder& fatal) {
            // kernel/signal.c:force_sigsegv, force_fatal_sig: a handler of SIGSEGV does not get one of its own.
            fatal.if_(equal(read("sig", 32), int_constant(SIGSEGV)), [](BodyBuilder& own) {
                own.assign("signals.handled", binary(BinaryOperator::bit_and, round_fact("signals.handled"),
                                                     constant(64, ~(std::uint64_t{1} << (SIGSEGV - 1)))));
            });
            fatal.call("force_sigsegv");
        });
    });
    if (!fixes_up_after_syscalls(program)) f.assign("rseq.event", truth(true));
    f.add_to(program);
}

}  // namespace

void note_switch(BodyBuilder& body) {
    body.if_(fact("rseq.registered"), [](BodyBuilder& then) { then.assign("rseq.event", truth(true)); });
}

void add_round_rseq(Program& program) {
    add_fixup(program);
    add_notify(program);
    add_deliver(program);
}

}  // namespace entryproof::environment
