// SPDX-License-Identifier: MIT
#include "model/environment/interference.h"

#include "model/environment/other_tasks.h"
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

void add_tracer_death(Program& program) {
    FunctionWriter f("others.tracer_dies", at("kernel/ptrace.c", "exit_ptrace"));
    f.if_(has_bit(cell("task.ptrace"), PT_PTRACED_BIT), [](BodyBuilder& traced) { tracer_dies(traced); });
    f.add_to(program);
}

Others others_of(const Program& program) {
    Others others;
    others.acts = others_acts();
    // kernel/signal.c:ptrace_stop tests and stops under one lock; what others do meanwhile are answers of the stop.
    others.atomic = {"ptrace_notify", "signal_stop"};
    others.closed = {"establish", "before_exit_work"};
    for (const Fact& point : decision_points())
        if (point.cell.rfind("now.", 0) != 0) others.records.insert(point.cell);
    // Copies of the flags, for conditions; but trace_sys_enter() and trace_sys_exit() go by this one.
    for (const std::string name : {"now.trace", "now.emu", "now.singlestep", "now.seccomp"})
        others.records.insert(name);
    for (auto record = others.records.begin(); record != others.records.end();)
        record = program.cells.count(*record) == 0 ? others.records.erase(record) : std::next(record);
    return others;
}

}  // namespace

const std::vector<Act>& others_acts() {
    static const std::vector<Act> table = {
        {"sigkill", "another task", "sends SIGKILL", "others.sigkill", 0},
        {"tsync", "sibling", "TSYNC adds a filter", "others.tsync", 1, "seccomp.chain"},
        {"tracepoint_on", "administrator", "switches a syscall tracepoint on", "others.tracepoint_on", 2},
        {"tracepoint_off", "administrator", "switches the syscall tracepoints off", "others.tracepoint_off", 2},
        {"tracer_dies", "tracer", "dies", "others.tracer_dies", 3},
    };
    return table;
}

ActPoints with_interference(const Program& program) {
    Program whole = program;
    for (const auto& [act, does] : other_tasks_acts()) {
        FunctionWriter f("others." + act, at("kernel", act));
        does(f);
        f.add_to(whole);
    }
    add_tracer_death(whole);
    return with_act_points(whole, others_of(whole));
}

}  // namespace entryproof::environment
