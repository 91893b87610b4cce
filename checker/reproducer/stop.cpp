// SPDX-License-Identifier: MIT
// model/environment/tracer.cpp has the answers of a stop and their order.
#include "checker/reproducer/stop.h"

#include "model/kernel/numbers.h"

#include <stdexcept>

namespace entryproof::checker::reproducer {

namespace {

std::uint64_t value(const std::vector<FieldValue>& values, const std::string& name) {
    for (const FieldValue& one : values)
        if (one.name == name) return one.value;
    return 0;
}

bool holds(const std::vector<FieldValue>& values, const std::string& name) {
    for (const FieldValue& one : values)
        if (one.name == name) return true;
    return false;
}

void add_number(const Event& event, const std::string& suffix, Numbers& numbers, ScriptStop& stop) {
    if (value(event.answers, "sets_number" + suffix) == 0) return;
    ScriptAct act;
    act.kind = ScriptAct::Kind::number;
    act.number = numbers.real(static_cast<std::int32_t>(value(event.answers, "number" + suffix)));
    stop.acts.push_back(act);
}

// Those that become another value than the stop shows; a pc that moves goes past the next instruction.
void add_registers(const Event& event, Situation& situation, ScriptStop& stop) {
    ScriptAct act;
    act.kind = ScriptAct::Kind::registers;
    for (unsigned number = 0; number <= 30; ++number) {
        const std::string name = "x" + std::to_string(number);
        if (holds(event.answers, name) && value(event.answers, name) != value(event.fields, name))
            act.registers[number] = value(event.answers, name);
    }
    if (value(event.answers, "pc") != value(event.fields, "pc")) {
        const bool has_section = situation.script.task.rseq.has_value();
        act.pc = has_section ? 12 : 8;
        situation.remarks.push_back("The tracer moves pc to offset " + std::to_string(*act.pc) + ".");
    }
    stop.acts.push_back(act);
}

void add_first_x0(const Event& event, ScriptStop& stop) {
    ScriptAct act;
    act.kind = ScriptAct::Kind::registers;
    act.registers[0] = value(event.answers, "first_x0");
    stop.acts.push_back(act);
}

// What the memory then holds is left open: the pointer of the area is taken away.
void add_memory(const Event& event, const Situation& situation, ScriptStop& stop) {
    if (!situation.script.task.rseq) return;
    if (value(event.answers, "rseq_memory") == value(event.fields, "rseq_memory")) return;
    ScriptAct act;
    act.kind = ScriptAct::Kind::enter;
    act.enters = false;
    stop.acts.push_back(act);
}

unsigned request_of(const Event& event) {
    const auto request = static_cast<unsigned>(value(event.answers, "request"));
    for (const unsigned known : {kernel::PTRACE_SYSCALL, kernel::PTRACE_SINGLESTEP, kernel::PTRACE_SYSEMU,
                                 kernel::PTRACE_SYSEMU_SINGLESTEP, kernel::PTRACE_DETACH})
        if (request == known) return request;
    if (request == kernel::tracer_died) return request;
    return kernel::PTRACE_CONT;
}

}  // namespace

bool others_act(const Event& event) {
    for (const char* act : {"sigkill", "tsync", "tracepoint_on", "tracepoint_off"})
        if (value(event.answers, act) != 0) return true;
    return false;
}

void add_other_tasks(const Event& event, ScriptStop& stop) {
    const bool on = value(event.answers, "tracepoint_on") != 0;
    const bool off = value(event.answers, "tracepoint_off") != 0;
    if (on || off) stop.tracepoints = ScriptTracepoints{!off, !off};
    if (value(event.answers, "sigkill") != 0) stop.resume = script_kill;
}

ScriptStop script_stop(const Event& event, Numbers& numbers, Situation& situation) {
    ScriptStop stop;
    if (value(event.answers, "sets_options") != 0) {
        ScriptAct act;
        act.kind = ScriptAct::Kind::options;
        act.options =
            static_cast<std::uint32_t>(value(event.answers, "options") >> kernel::PT_OPT_FLAG_SHIFT) & 0x3000ff;
        stop.acts.push_back(act);
    }
    if (value(event.answers, "writes_memory") != 0) add_memory(event, situation, stop);
    add_number(event, "", numbers, stop);
    if (value(event.answers, "sets_x0") != 0) add_first_x0(event, stop);
    add_number(event, "_again", numbers, stop);
    if (value(event.answers, "sets_registers") != 0) add_registers(event, situation, stop);
    stop.resume = request_of(event);
    const std::uint64_t signal = value(event.answers, "signal");
    if (signal > 31 && signal <= kernel::MAX_SIGNAL) throw CannotBeMade("a real-time signal is injected");
    if (signal >= SIGCONT && signal <= SIGTTOU) throw CannotBeMade("job control, which the scripts' model has not");
    if (signal == SIGKILL) stop.resume = script_kill;
    if (signal <= 31 && signal != SIGKILL) stop.signal = static_cast<unsigned>(signal);
    add_other_tasks(event, stop);
    if (stop.resume == script_kill) stop.signal = 0;
    return stop;
}

}  // namespace entryproof::checker::reproducer
