// SPDX-License-Identifier: MIT
#include "model/environment/rounds.h"

#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

AddressedRegisters all_registers() {
    AddressedRegisters all;
    for (unsigned number = 0; number <= 30; ++number) all.insert(number);
    return all;
}

// The task stands in the stop before its first instruction, its registers just written, and is resumed.
void add_start_of_rounds(Program& program) {
    FunctionWriter f("round_begin", at("kernel/ptrace.c", "ptrace_resume"));
    f.call("establish");
    keep_mode(f);
    f.assign("regs.syscallno", int_constant(NO_SYSCALL));
    f.assign("loop.stage", constant(8, stage_loop));
    f.assign("rseq.user_irq", truth(true));  // the stop is that of a brk
    note_switch(f);
    f.if_(is_nonzero(cell("task.ptrace")), [](BodyBuilder& traced) {
        traced.call("ptrace_resume",
                    {by_value(zero_extend(round_fact("start.request"), 64)), by_value(long_constant(0))});
    });
    f.add_to(program);
}

// do_el0_svc_compat, for a path whose common part is that of arm64's syscall.c.
void add_compat_entry(Program& program) {
    const auto common = program.functions.find("el0_svc_common");
    if (common == program.functions.end() || common->second.parameters.size() != 2) return;
    for (const Parameter& parameter : common->second.parameters)
        if (parameter.width != 32 || parameter.by_reference) return;
    FunctionWriter f("el0_svc_compat", at("arch/arm64/kernel/syscall.c", "do_el0_svc_compat"));
    f.call("el0_svc_common", {by_value(extract(cell(register_cell(7)), 0, 32)), by_value(cell("NR_syscalls"))});
    f.call("arm64_syscall_exit_to_user_mode");
    f.add_to(program);
}

}  // namespace

Program with_rounds(const Program& path) {
    require_path_functions(path);
    const Registers registers(arch("arm64"), all_registers());
    Program program = path;
    declare_kernel_cells(program);
    declare_facts(program);
    declare_round_facts(program);
    add_start(program);
    add_round_signals(program);
    add_round_rseq(program);
    add_round_tracer(program, registers);
    add_round_exit(program, registers);
    add_round_seccomp(program);
    add_tracepoints(program, registers);
    // The work flag is on when either of the two is.
    for (const std::string name : {"sys_enter", "sys_exit"})
        add_tracepoint_key(program, name, round_fact("tracepoints." + name));
    add_audit(program);
    add_rseq(program);
    add_round_body(program, registers);
    add_round_fork(program, registers);
    add_compat_entry(program);
    add_round_user(program);
    add_start_of_rounds(program);
    add_copy_process(program);
    program.entry = "round_begin";
    return program;
}

}  // namespace entryproof::environment
