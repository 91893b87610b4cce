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

}  // namespace

Program with_rounds(const Program& path) {
    require_path_functions(path);
    const Registers registers(arch("arm64"), all_registers());
    Program program = path;
    declare_kernel_cells(program);
    declare_facts(program);
    declare_round_facts(program);
    add_start(program, registers);
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
    add_round_user(program);
    add_start_of_rounds(program);
    add_copy_process(program);
    program.entry = "round_begin";
    return program;
}

}  // namespace entryproof::environment
