// SPDX-License-Identifier: MIT
// The stops of a traced task: kernel/signal.c:ptrace_stop @7.3, the same in 6.1 and 6.12. What the tracer does in one
// is in round_acts.cpp and round_resume.cpp.
#include "model/environment/round_parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// From the moment the stop is committed to, until the task runs again; task.exit_code is then what it was resumed with.
void add_stop(Program& program, const std::string& function, const std::string& kind, const Source& source,
              const Registers& registers) {
    FunctionWriter f(function, source, {{"exit_code", 32}, {"si_code", 32}, {"message", 64}});
    f.assign("task.last_siginfo", long_constant(1));
    f.assign("task.last_siginfo.si_code", read("si_code", 32));
    f.assign("task.ptrace_message", read("message", 64));
    f.assign("task.exit_code", read("exit_code", 32));
    Hook hook{function, "tracer", kind, {}, {}, Sharing::history};
    hook.fields = {{"status", read("exit_code", 32)},
                   {"si_code", read("si_code", 32)},
                   {"message", read("message", 64)},
                   {"nr", cell("regs.syscallno")},
                   {"orig_x0", cell("regs.orig_x0")},
                   {"pending", binary(BinaryOperator::bit_or, fact("task.pending"), round_fact("signals.shared"))}};
    for (Field& field : registers.fields(true)) hook.fields.push_back(std::move(field));
    hook.fields.push_back({"rseq_area", round_fact("rseq.area")});
    hook.fields.push_back({"rseq_pointer", fact("rseq.memory")});
    f.hook(hook);
    note_switch(f);
    f.call("tracer_acts");
    f.call("tracer_resume");
    f.assign("task.last_siginfo", long_constant(0));
    f.assign("task.ptrace_message", long_constant(0));
    f.call("recalc_sigpending_tsk");
    f.call("before_exit_work");
    f.add_to(program);
}

// ptrace_notify: the kind of stop is in its code and its message.
void add_notify(Program& program) {
    FunctionWriter f("ptrace_notify", at("kernel/signal.c", "ptrace_notify"), {{"exit_code", 32}, {"message", 64}}, 32);
    const ExpressionRef exit_code = read("exit_code", 32);
    const ExpressionRef message = read("message", 64);
    const ExpressionRef event = binary(BinaryOperator::logical_shift_right, exit_code, int_constant(8));
    // No stop without a tracer or with a fatal signal pending; the code comes back as if it were a signal.
    f.if_(either(negation(is_nonzero(cell("task.ptrace"))), is_pending(SIGKILL)),
          [&](BodyBuilder& then) { then.return_(exit_code); });
    const auto stop = [&](const std::string& name) {
        return [&, name](BodyBuilder& body) {
            body.call(name, {by_value(exit_code), by_value(exit_code), by_value(message)});
            body.return_(cell("task.exit_code"));
        };
    };
    f.if_(equal(event, int_constant(PTRACE_EVENT_SECCOMP)), stop("seccomp_stop"));
    f.if_(is_nonzero(event), stop("event_stop"));
    f.if_(equal(message, long_constant(PTRACE_EVENTMSG_SYSCALL_ENTRY)), stop("entry_stop"));
    f.if_(equal(message, long_constant(PTRACE_EVENTMSG_SYSCALL_EXIT)), stop("exit_stop"));
    // signal_delivered, for a task that steps into a handler.
    stop("handler_stop")(f);
    f.add_to(program);
}

}  // namespace

void add_round_tracer(Program& program, const Registers& registers) {
    const Source notify = at("kernel/signal.c", "ptrace_notify");
    add_round_acts(program, registers);
    add_round_resume(program);
    add_stop(program, "entry_stop", "entry stop", notify, registers);
    add_stop(program, "exit_stop", "exit stop", notify, registers);
    add_stop(program, "seccomp_stop", "seccomp stop", at("kernel/seccomp.c", "__seccomp_filter"), registers);
    add_stop(program, "event_stop", "event stop", at("include/linux/ptrace.h", "ptrace_event"), registers);
    add_stop(program, "handler_stop", "handler stop", at("kernel/signal.c", "signal_delivered"), registers);
    add_stop(program, "signal_stop", "signal stop", at("kernel/signal.c", "ptrace_signal"), registers);
    add_notify(program);
}

}  // namespace entryproof::environment
