// SPDX-License-Identifier: MIT
// The state that carries from round to round beside that of facts.cpp: sets of signals, dispositions, and where the
// exit-to-user loop stands.
#include "model/environment/round_parts.h"
#include "model/kernel/numbers.h"

#include <stdexcept>

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::vector<Fact>& round_facts() {
    static const std::vector<Fact> table = [] {
        std::vector<Fact> facts = {
            {"signals.blocked", 64, "task_struct.blocked"},
            {"signals.ignored", 64, "signals whose handler is SIG_IGN"},
            {"signals.handled", 64, "signals with a handler"},
            {"signals.restart", 64, "handlers with SA_RESTART"},
            {"signals.immutable", 64, "SA_IMMUTABLE: forced with HANDLER_EXIT"},
            {"signals.shared", 64, "signal_struct.shared_pending; task.pending is the task's own set"},
            {"signals.sigpending", 1, "TIF_SIGPENDING"},
            {"signals.group_exit", 32, "SIGNAL_GROUP_EXIT with this signal in group_exit_code; 0: not set"},
            {"signals.clock", 32, "counts what is queued, for the order of synchronous signals"},
            {"seccomp.mode", 8, "SECCOMP_MODE_STRICT, SECCOMP_MODE_FILTER, or 0"},
            {"tracepoints.sys_enter", 1, "the tracepoint sys_enter is on"},
            {"tracepoints.sys_exit", 1, "the tracepoint sys_exit is on"},
            {"loop.stage", 8, "where the exit-to-user loop stands: see rounds.h"},
            {"task.pid", 64, "its pid"},
            {"task.restart_block", 1, "restart_block.fn can continue an interrupted sleep"},
            {"task.exiting", 1, "in do_exit: SIGNAL_GROUP_EXIT is set, signals are dropped"},
            {"task.exit_value", 32, "what exit_group was called with"},
            {"rseq.area", 1, "there is memory that was an rseq area at the start"},
            {"rseq.event", 1, "a context switch happened: TIF_NOTIFY_RESUME and rseq_event.sched_switch"},
            {"rseq.user_irq", 1, "the kernel was entered from user space, and not by a syscall"},
            {"loop.notify", 1, "TIF_NOTIFY_RESUME when the loop read the flags"},
            {"start.request", 8, "how the tracer resumes the task from the stop before the first instruction"},
        };
        for (unsigned signal = 1; signal <= last_round_signal; ++signal) {
            const std::string number = "[" + std::to_string(signal) + "]";
            facts.push_back({"signals.code" + number, 32, "si_code of the signal in the task's own set"});
            facts.push_back({"signals.shared_code" + number, 32, "si_code of the signal in the shared set"});
            facts.push_back({"signals.order" + number, 32, "when it was queued to the task's own set"});
        }
        return facts;
    }();
    return table;
}

}  // namespace

ExpressionRef round_fact(const std::string& name) {
    for (const Fact& row : round_facts())
        if (row.cell == name) return read(name, row.width);
    throw std::invalid_argument("no fact of rounds is called " + name);
}

void declare_round_facts(Program& program) {
    for (const Fact& row : round_facts()) declare_cell(program, row.cell, row.width, row.meaning);
}

ExpressionRef signal_bit(ExpressionRef signal) {
    return binary(BinaryOperator::shift_left, long_constant(1),
                  zero_extend(binary(BinaryOperator::subtract, std::move(signal), int_constant(1)), 64));
}

ExpressionRef holds_signal(ExpressionRef set, ExpressionRef signal) {
    return is_nonzero(binary(BinaryOperator::bit_and, std::move(set), signal_bit(std::move(signal))));
}

void keep_mode(BodyBuilder& body) {
    body.if_(fact("task.compat"), [](BodyBuilder& compat) {
        compat.assign("regs.pstate", binary(BinaryOperator::bit_or, cell("regs.pstate"), constant(64, PSR_MODE32)));
    });
}

}  // namespace entryproof::environment
