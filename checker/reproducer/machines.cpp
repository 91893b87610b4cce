// SPDX-License-Identifier: MIT
#include "checker/reproducer/machines.h"

#include "model/kernel/numbers.h"

#include <algorithm>

namespace entryproof::checker::reproducer {

namespace {

bool any_act(const Script& script, bool (*is_it)(const ScriptAct&)) {
    return std::any_of(script.stops.begin(), script.stops.end(),
                       [&](const ScriptStop& stop) { return std::any_of(stop.acts.begin(), stop.acts.end(), is_it); });
}

bool resumes_with(const Script& script, unsigned request) {
    return script.task.start == request || std::any_of(script.stops.begin(), script.stops.end(),
                                                       [&](const ScriptStop& stop) { return stop.resume == request; });
}

bool writes_registers(const ScriptAct& act) { return act.kind == ScriptAct::Kind::registers; }
bool writes_x0(const ScriptAct& act) { return writes_registers(act) && act.registers.count(0) != 0; }
bool skips(const ScriptAct& act) { return act.kind == ScriptAct::Kind::number && act.number < 0; }

// Of x86-64 only the system call and the nop behind it are as on arm64.
bool steps_further(const std::vector<std::string>& lines) {
    const auto is_further = [](const std::string& line) {
        const std::size_t at = line.find(" pc ");
        return line.rfind("tracer: stop ", 0) == 0 && at != std::string::npos && std::stol(line.substr(at + 4)) > 8;
    };
    return std::any_of(lines.begin(), lines.end(), is_further);
}

}  // namespace

std::string why_not_on_x86(const Prediction& prediction) {
    const Script& script = prediction.situation.script;
    constexpr std::size_t bare_program = 2;
    if (script.task.rseq) return "its critical section is not written for it";
    if (any_act(script, writes_registers)) return "registers that are called otherwise are written in a stop";
    if (script.program.size() != bare_program) return "the result is the exit status, which is taken from another one";
    if (!script.task.registers.empty() && script.task.registers.rbegin()->first > 8)
        return "registers beyond x8 have no place there";
    if (steps_further(prediction.left) || steps_further(prediction.right))
        return "it goes on to instructions of another length";
    return "";
}

// arch/riscv has no arch_has_single_step(): kernel/ptrace.c:ptrace_resume@7.3 then returns EIO. do_trap_ecall_u
// (arch/riscv/kernel/traps.c@7.3) puts -ENOSYS into a0 before anything else, and no regset has orig_a0.
std::string why_not_on_riscv(const Prediction& prediction) {
    const Script& script = prediction.situation.script;
    if (resumes_with(script, kernel::PTRACE_SINGLESTEP) || resumes_with(script, kernel::PTRACE_SYSEMU_SINGLESTEP))
        return "it has no single stepping";
    if (resumes_with(script, kernel::PTRACE_SYSEMU) || any_act(script, skips))
        return "a system call that is left out returns -ENOSYS there, and x0 as it was on arm64";
    if (any_act(script, writes_x0)) return "x0 is written in a stop, which is not the argument there";
    for (const auto& [reg, value] : script.task.registers)
        if (reg > 8 && reg != 27 && reg != 28) return "registers beyond x8 have no place there";
    return "";
}

}  // namespace entryproof::checker::reproducer
