// SPDX-License-Identifier: MIT
// The end of a stop: what others do while the task is in it, then how the tracer lets it go. kernel/ptrace.c @7.3, the
// same in 6.1 and 6.12.
#include "model/environment/round_parts.h"
#include "model/kernel/numbers.h"

#include <functional>

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

ExpressionRef requests(unsigned request) { return equal(read("request", 8), constant(8, request)); }

// kernel/seccomp.c:seccomp_sync_threads; kernel/tracepoint.c:syscall_regfunc and syscall_unregfunc.
void others_act(FunctionWriter& f) {
    const ExpressionRef is_strict = equal(round_fact("seccomp.mode"), constant(8, SECCOMP_MODE_STRICT));
    f.if_(both(read("tsync", 1), negation(is_strict)),
          [](BodyBuilder& then) { then.call("seccomp_assign_mode", {by_value(constant(8, SECCOMP_MODE_FILTER))}); });
    f.if_(read("switches", 1), [](BodyBuilder& then) {
        then.assign("tracepoints.sys_enter", read("sys_enter", 1));
        then.assign("tracepoints.sys_exit", read("sys_exit", 1));
        then.if_(
            either(read("sys_enter", 1), read("sys_exit", 1)),
            [](BodyBuilder& on) { on.call("set_task_syscall_work.SYSCALL_TRACEPOINT"); },
            [](BodyBuilder& off) { off.call("clear_task_syscall_work.SYSCALL_TRACEPOINT"); });
    });
    f.if_(is_nonzero(read("send", 8)), [](BodyBuilder& then) {
        then.call("send_signal",
                  {by_value(zero_extend(read("send", 8), 32)), by_value(int_constant(SI_USER)), by_value(truth(true))});
    });
}

// It wakes the task as if for a signal.
void add_unlink(Program& program) {
    FunctionWriter f("__ptrace_unlink", at("kernel/ptrace.c", "__ptrace_unlink"));
    f.call("clear_task_syscall_work.SYSCALL_TRACE");
    f.call("clear_task_syscall_work.SYSCALL_EMU");
    f.assign("task.ptrace", constant(32, 0));
    f.assign("signals.sigpending", truth(true));
    f.add_to(program);
}

// With arm64's ptrace_disable.
void add_detach(Program& program) {
    FunctionWriter f("ptrace_detach", at("kernel/ptrace.c", "ptrace_detach"), {{"data", 32}});
    f.call("user_disable_single_step");
    f.assign("task.exit_code", read("data", 32));
    f.call("__ptrace_unlink");
    f.add_to(program);
}

// The tracer has waited for the stop, which took its code (kernel/exit.c:wait_task_stopped): a signal that was to be
// delivered is lost.
void add_death_of_tracer(Program& program) {
    FunctionWriter f("exit_ptrace", at("kernel/ptrace.c", "exit_ptrace"));
    f.if_(both(has_bit(cell("task.ptrace"), PT_EXITKILL_BIT), negation(round_fact("task.exiting"))),
          [](BodyBuilder& kill) { kill.call("send_sigkill"); });
    f.assign("task.exit_code", int_constant(0));
    f.call("__ptrace_unlink");
    f.add_to(program);
}

}  // namespace

void add_round_resume(Program& program) {
    add_unlink(program);
    add_detach(program);
    add_death_of_tracer(program);
    FunctionWriter f("tracer_resume", at("kernel/ptrace.c", "ptrace_resume"));
    Hook hook{"tracer_resume", "", "the tracer resumes", {}, {}, Sharing::history};
    hook.answers = {f.answer("tsync", 1), f.answer("switches", 1), f.answer("sys_enter", 1), f.answer("sys_exit", 1),
                    f.answer("send", 8),  f.answer("request", 8),  f.answer("signal", 8)};
    f.hook(hook);
    others_act(f);
    // A task that is in do_exit already drops the SIGKILL and would stay in its stop for ever: it is resumed.
    const auto resume_plainly = [](BodyBuilder& body) {
        body.call("ptrace_resume", {by_value(long_constant(PTRACE_CONT)), by_value(long_constant(0))});
    };
    const auto only_if = [&](ExpressionRef condition, const std::function<void(BodyBuilder&)>& act) {
        f.if_(std::move(condition), [&](BodyBuilder& body) {
            act(body);
            body.return_();
        });
    };
    only_if(requests(request_kill), [&](BodyBuilder& kill) {
        kill.if_(round_fact("task.exiting"), resume_plainly, [](BodyBuilder& alive) { alive.call("send_sigkill"); });
    });
    only_if(requests(PTRACE_DETACH), [](BodyBuilder& detached) {
        detached.call("ptrace_detach", {by_value(zero_extend(read("signal", 8), 32))});
    });
    only_if(requests(tracer_died), [](BodyBuilder& alone) { alone.call("exit_ptrace"); });
    f.call("ptrace_resume",
           {by_value(zero_extend(read("request", 8), 64)), by_value(zero_extend(read("signal", 8), 64))});
    f.add_to(program);
}

}  // namespace entryproof::environment
