// SPDX-License-Identifier: MIT
#include "checker/reproducer/start.h"

#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::checker::reproducer {

namespace {

struct Impossible {
    const char* cell;
    const char* why;
};

// Flat: a fact a row.
constexpr Impossible impossible[] = {
    {"task.compat", "a 32-bit task, whose program would be a file of another architecture beside this one"},
    {"task.mte_fault", "an asynchronous tag fault would have to be found at the kernel's entry, at one certain moment"},
    {"task.pending", "a signal would have to come between the last look for signals and the system call"},
    {"task.user_dispatch", "syscall user dispatch, which arm64 has not"},
    {"task.rseq_slice", "a time slice extension, which arm64 has not"},
    {"audit.daemon", "the task is auditd itself"},
    {"audit.in_syscall", "the audit context is marked as inside a system call before it begins"},
};

// kernel/ptrace.c:ptrace_resume@7.3: each request leaves one combination of the three flags behind.
unsigned start_request(const Scenario& scenario) {
    const bool trace = start_value(scenario, "task.trace") != 0;
    const bool emu = start_value(scenario, "task.emu") != 0;
    const bool step = start_value(scenario, "task.singlestep") != 0;
    if (trace && (emu || step)) throw CannotBeMade("no resume sets TRACE together with EMU or single stepping");
    if (emu) return step ? kernel::PTRACE_SYSEMU_SINGLESTEP : kernel::PTRACE_SYSEMU;
    if (step) return kernel::PTRACE_SINGLESTEP;
    return trace ? kernel::PTRACE_SYSCALL : kernel::PTRACE_CONT;
}

bool is_traced(const Scenario& scenario) {
    return (start_value(scenario, "task.ptrace") >> kernel::PT_PTRACED_BIT & 1) != 0;
}

}  // namespace

std::uint64_t start_value(const Scenario& scenario, const std::string& cell) {
    const auto found = scenario.initial.find(cell);
    return found == scenario.initial.end() ? 0 : found->second;
}

void require_possible_start(const Scenario& scenario) {
    for (const Impossible& row : impossible)
        if (start_value(scenario, row.cell) != 0) throw CannotBeMade(row.why);
    if (!scenario.undefined.empty()) throw CannotBeMade("nobody chooses what a variable without a value holds");
    const bool is_worked_on = start_value(scenario, "task.trace") != 0 || start_value(scenario, "task.emu") != 0 ||
                              start_value(scenario, "task.singlestep") != 0;
    if (!is_traced(scenario) && is_worked_on)
        throw CannotBeMade("a task without a tracer would have to be traced or stepped all the same");
}

Script script_of_start(const Scenario& scenario) {
    Script script;
    script.summary = scenario.summary;
    ScriptTask& task = script.task;
    task.traced = is_traced(scenario);
    task.start = start_request(scenario);
    if (task.traced)
        task.options =
            static_cast<std::uint32_t>(start_value(scenario, "task.ptrace") >> kernel::PT_OPT_FLAG_SHIFT) & 0x3000ff;
    const bool tracepoints = start_value(scenario, "task.tracepoint") != 0;
    task.tracepoints = {tracepoints, tracepoints};
    task.audit = start_value(scenario, "task.audit") != 0 && start_value(scenario, "audit.context") != 0;
    if (start_value(scenario, "rseq.registered") != 0) {
        task.rseq = ScriptRseq{};
        task.rseq->debug = start_value(scenario, "rseq_debug_enabled") != 0;
    }
    return script;
}

Values kernel_options(const Scenario& scenario) {
    Values options;
    if (start_value(scenario, "CONFIG_DEBUG_RSEQ") != 0) options["CONFIG_DEBUG_RSEQ"] = 1;
    return options;
}

std::map<unsigned, std::uint64_t> start_registers(const Scenario& scenario) {
    std::map<unsigned, std::uint64_t> registers;
    for (unsigned number = 0; number <= 30; ++number)
        if (const std::uint64_t held = start_value(scenario, kernel::register_cell(number)); held != 0)
            registers[number] = held;
    if (start_value(scenario, "rseq.registered") != 0) {
        registers.erase(27);
        registers.erase(28);
    }
    return registers;
}

// Offsets: 0 enter, 4 svc, 8 nop, 12 what follows.
void set_section(Verdict verdict, Situation& situation) {
    ScriptRseq& section = *situation.script.task.rseq;
    section.length = verdict == Verdict::clears ? 8 : 12;
    if (verdict == Verdict::none) return;
    situation.script.program.push_back({ScriptInstruction::Kind::enter});
    situation.remarks.push_back(
        verdict == Verdict::kills
            ? "The system call is inside a critical section, which the check does not allow: SIGSEGV."
            : "The system call is the last instruction of a critical section: the check empties the pointer.");
}

}  // namespace entryproof::checker::reproducer
