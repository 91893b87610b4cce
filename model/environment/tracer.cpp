// SPDX-License-Identifier: MIT
// The tracer: what each stop shows, what a tracer can do in it, and how it resumes.
//
// 1. A stop shows registers as they are now, so the x7 marker is whatever the path put there.
// 2. A tracer acts in the sequence: options, memory, number, x0, number, registers; each may be left out. That reaches
//    every (registers, number, orig_x0) that any longer sequence reaches: a later register write replaces an earlier
//    one except for what orig_x0 took from its x0, and the number before it decides whether it took anything. The x0
//    alone is a whole-register write that leaves the rest as it was read.
//    Of a 32-bit task orig_x0 is a register like any other: the last write decides.
//    Where the number is a register like any other, only the last write counts: the sequence is one whole-register
//    write.
// 3. SIGKILL ends a stop at once: before the tracer resumed, nothing of the resume happens.
#include "model/environment/other_tasks.h"
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

#include <functional>

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// PTRACE_SETOPTIONS, kernel/ptrace.c:ptrace_setoptions; the options stand above PT_OPT_FLAG_SHIFT.
constexpr std::uint32_t options_mask = (0x000000ffu | 1u << 20 | 1u << 21) << 3;

// system_call_set: arch/arm64/kernel/ptrace.c.
void write_number(BodyBuilder& body, const std::string& suffix) {
    body.if_(read("sets_number" + suffix, 1), [&](BodyBuilder& then) {
        then.assign("regs.syscallno", read("number" + suffix, 32));
        then.call("update_syscall_orig_x0_after_ptrace");
    });
}

// gpr_set and valid_native_regs: arch/arm64/kernel/ptrace.c.
void write_registers(BodyBuilder& body, const std::string& condition, const std::function<void(BodyBuilder&)>& assign) {
    body.if_(read(condition, 1), [&](BodyBuilder& then) {
        assign(then);
        then.call("user_regs_reset_single_step");
        then.call("update_syscall_orig_x0_after_ptrace");
    });
}

ExpressionRef requests(unsigned request) { return equal(read("request", 8), constant(8, request)); }

// __ptrace_unlink: kernel/ptrace.c. Single stepping stays on.
void unlink(BodyBuilder& body) {
    body.call("clear_task_syscall_work.SYSCALL_TRACE");
    body.call("clear_task_syscall_work.SYSCALL_EMU");
    body.assign("task.ptrace", constant(32, 0));
    body.assign("now.trace", truth(false));
    body.assign("now.emu", truth(false));
}

// Those that ptrace_resume takes beside PTRACE_CONT. It answers -EIO to a step on an architecture that has none, after
// it has changed the flags; the task sleeps on, and the request that resumes it changes them all again.
std::vector<unsigned> resuming_requests(const Arch& arch) {
    if (!arch.has_single_step) return {PTRACE_SYSCALL, PTRACE_SYSEMU};
    return {PTRACE_SYSCALL, PTRACE_SINGLESTEP, PTRACE_SYSEMU, PTRACE_SYSEMU_SINGLESTEP};
}

void resume(BodyBuilder& body, const Arch& arch) {
    const ExpressionRef signal =
        select(binary(BinaryOperator::unsigned_less_equal, read("signal", 8), constant(8, MAX_SIGNAL)),
               read("signal", 8), constant(8, 0));
    // ptrace_detach: kernel/ptrace.c, with the architecture's ptrace_disable, which ends stepping.
    body.if_(
        requests(PTRACE_DETACH),
        [&](BodyBuilder& detach) {
            if (arch.has_single_step) {
                detach.call("user_disable_single_step");
                detach.assign("now.singlestep", truth(false));
            }
            detach.assign("task.exit_code", zero_extend(signal, 32));
            unlink(detach);
        },
        [&](BodyBuilder& other) {
            other.if_(requests(tracer_died), tracer_dies, [&](BodyBuilder& resumed) {
                ExpressionRef known = requests(PTRACE_CONT);
                for (const unsigned request : resuming_requests(arch)) known = either(known, requests(request));
                resumed.call("ptrace_resume",
                             {by_value(select(known, zero_extend(read("request", 8), 64), long_constant(PTRACE_CONT))),
                              by_value(zero_extend(signal, 64))});
                resumed.assign("now.trace", requests(PTRACE_SYSCALL));
                if (!arch.has_single_step) return resumed.assign("now.emu", requests(PTRACE_SYSEMU));
                resumed.assign("now.emu", either(requests(PTRACE_SYSEMU), requests(PTRACE_SYSEMU_SINGLESTEP)));
                resumed.assign("now.singlestep",
                               either(requests(PTRACE_SINGLESTEP), requests(PTRACE_SYSEMU_SINGLESTEP)));
            });
        });
}

struct Stop {
    std::string function;
    std::string kind;
    Source source;
    bool before_exit_work;  // its resume decides what the exit work finds
};

// The stop itself, ptrace_stop in kernel/signal.c, from the moment it is committed to.
void add_stop(Program& program, const Stop& stop, const Registers& registers) {
    const Arch& arch = registers.arch();
    FunctionWriter f(stop.function, stop.source, {{"exit_code", 32}, {"si_code", 32}, {"message", 64}});
    f.assign("task.last_siginfo", long_constant(1));
    f.assign("task.last_siginfo.si_code", read("si_code", 32));
    f.assign("task.ptrace_message", read("message", 64));
    f.assign("task.exit_code", read("exit_code", 32));

    Hook hook{stop.function, "tracer", stop.kind, {}, {}, Sharing::history};
    hook.fields = {{"status", read("exit_code", 32)},
                   {"si_code", read("si_code", 32)},
                   {"message", read("message", 64)},
                   {"nr", number(arch)}};
    if (arch.number_is_apart()) hook.fields.push_back({"orig_x0", cell("regs.orig_x0")});
    hook.fields.push_back({"pending", fact("task.pending")});
    hook.fields.push_back({"rseq_memory", fact("rseq.memory")});
    if (stop.function == "signal_stop")
        for (Field& field : sigsys_info(read("exit_code", 32))) hook.fields.push_back(std::move(field));
    for (Field& field : registers.fields(true)) hook.fields.push_back(std::move(field));
    hook.answers = {f.answer("request", 8),      f.answer("signal", 8),        f.answer("sets_options", 1),
                    f.answer("options", 32),     f.answer("writes_memory", 1), f.answer("rseq_memory", 64),
                    f.answer("user_memory", 64), f.answer("killed_first", 1)};
    const auto take = [&hook](std::vector<Answer> answers) {
        for (Answer& answer : answers) hook.answers.push_back(std::move(answer));
    };
    take(other_task_answers(f));
    if (arch.number_is_apart()) {
        take({f.answer("sets_number", 1), f.answer("number", 32), f.answer("sets_x0", 1), f.answer("first_x0", 64)});
        take({f.answer("sets_number_again", 1), f.answer("number_again", 32)});
    }
    take({f.answer("sets_registers", 1)});
    if (registers.tasks() == Tasks::all) take({f.answer("compat_orig_r0", 32)});
    take(registers.answers(f, ""));
    f.hook(hook);

    f.if_(read("sets_options", 1), [](BodyBuilder& then) {
        then.assign("task.ptrace",
                    binary(BinaryOperator::bit_or,
                           binary(BinaryOperator::bit_and, cell("task.ptrace"), constant(32, ~options_mask)),
                           binary(BinaryOperator::bit_and, read("options", 32), constant(32, options_mask))));
    });
    f.if_(read("writes_memory", 1), [](BodyBuilder& then) {
        then.assign("rseq.memory", read("rseq_memory", 64));
        then.assign("user.memory", read("user_memory", 64));
    });
    if (arch.number_is_apart()) {
        write_number(f, "");
        write_registers(f, "sets_x0", [&](BodyBuilder& body) {
            body.assign(arch.result, read("first_x0", 64));
            registers.narrow(body);
        });
        write_number(f, "_again");
        write_registers(f, "sets_registers", [&](BodyBuilder& body) {
            registers.assign(body, "");
            if (registers.tasks() == Tasks::native) return;
            // compat_gpr_set: orig_r0 is one of the registers of a 32-bit task.
            body.if_(fact("task.compat"), [](BodyBuilder& compat) {
                compat.assign("regs.orig_x0", zero_extend(read("compat_orig_r0", 32), 64));
            });
        });
    } else {
        f.if_(read("sets_registers", 1), [&](BodyBuilder& body) { registers.assign(body, ""); });
    }
    other_tasks_act(f);
    f.if_(negation(both(read("sigkill", 1), read("killed_first", 1))),
          [&](BodyBuilder& resumed) { resume(resumed, arch); });
    f.assign("task.last_siginfo", long_constant(0));
    f.assign("task.ptrace_message", long_constant(0));
    if (stop.before_exit_work) f.call("before_exit_work");
    f.add_to(program);
}

}  // namespace

void tracer_dies(BodyBuilder& body) {
    body.if_(has_bit(cell("task.ptrace"), PT_EXITKILL_BIT), [](BodyBuilder& kill) { add_pending(kill, SIGKILL); });
    unlink(body);
}

void add_tracer(Program& program, const Registers& registers) {
    const Source notify = at("kernel/signal.c", "ptrace_notify");
    add_stop(program, {"entry_stop", "entry stop", notify, true}, registers);
    add_stop(program, {"exit_stop", "exit stop", notify, false}, registers);
    add_stop(program, {"seccomp_stop", "seccomp stop", at("kernel/seccomp.c", "__seccomp_filter"), true}, registers);
    add_stop(program, {"signal_stop", "signal stop", at("kernel/signal.c", "ptrace_signal"), false}, registers);

    FunctionWriter f("ptrace_notify", notify, {{"exit_code", 32}, {"message", 64}}, 32);
    const ExpressionRef exit_code = read("exit_code", 32);
    const ExpressionRef pc = f.local("pc", 64);
    const ExpressionRef memory = f.local("memory", 64);
    // ptrace_stop: no stop without a tracer or with SIGKILL pending; the status comes back as if it were a signal.
    f.if_(either(negation(is_nonzero(cell("task.ptrace"))), is_pending(SIGKILL)),
          [&](BodyBuilder& then) { then.return_(exit_code); });
    const auto stop = [&](const std::string& name, const std::string& seen) {
        return [&, name, seen](BodyBuilder& body) {
            body.assign(seen, truth(true));
            body.call(name, {by_value(exit_code), by_value(exit_code), by_value(read("message", 64))});
        };
    };
    const ExpressionRef event = binary(BinaryOperator::logical_shift_right, exit_code, int_constant(8));
    f.if_(equal(event, int_constant(PTRACE_EVENT_SECCOMP)), stop("seccomp_stop", "seen.seccomp_stop"),
          [&](BodyBuilder& otherwise) {
              otherwise.if_(
                  equal(read("message", 64), long_constant(PTRACE_EVENTMSG_SYSCALL_ENTRY)),
                  [&](BodyBuilder& entry) {
                      stop("entry_stop", "seen.entry_stop")(entry);
                      entry.assign("work.tracepoint", fact("now.tracepoint"));
                  },
                  [&](BodyBuilder& exit) {
                      exit.assign("pc", user_pc(registers.arch()));
                      exit.assign("memory", fact("rseq.memory"));
                      stop("exit_stop", "seen.exit_stop")(exit);
                      exit.assign("exit_stop.moves_pc", differs(user_pc(registers.arch()), pc));
                      exit.assign("exit_stop.moves_memory", differs(fact("rseq.memory"), memory));
                  });
          });
    f.return_(cell("task.exit_code"));
    f.add_to(program);
}

}  // namespace entryproof::environment
