// SPDX-License-Identifier: MIT
// One step of the task in user space: an instruction, or the trap of a hardware step that is due.
//
// With TIF_SINGLESTEP the kernel returns with MDSCR_EL1.SS set (arch/arm64/kernel/entry.S:ret_to_user). Then SPSR.SS
// set means: one instruction, then the trap; clear: the trap at once. An instruction clears it, an svc as well; a brk,
// which is not executed (for 32-bit tasks an undefined instruction), does not. Without MDSCR_EL1.SS the hardware reads
// SPSR.SS as clear.
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

void clear_ss(BodyBuilder& body) {
    body.assign("regs.pstate",
                binary(BinaryOperator::bit_and, cell("regs.pstate"), constant(64, ~(std::uint64_t{1} << PSR_SS_BIT))));
}

void next_instruction(BodyBuilder& body) {
    body.assign("regs.pc", binary(BinaryOperator::add, cell("regs.pc"), long_constant(4)));
    clear_ss(body);
}

// kernel_entry: no syscall unless el0_svc says so.
void enter_kernel(BodyBuilder& body, bool by_syscall) {
    body.assign("regs.syscallno", int_constant(NO_SYSCALL));
    body.assign("rseq.user_irq", truth(!by_syscall));  // rseq_note_user_irq_entry
}

void trap(BodyBuilder& body, int code) {
    enter_kernel(body, false);
    body.call("force_signal", {by_value(int_constant(SIGTRAP)), by_value(int_constant(code)), by_value(truth(false))});
}

void add_step_exception(Program& program) {
    FunctionWriter f("el0_softstp", at("arch/arm64/kernel/debug-monitors.c", "do_el0_softstep"));
    trap(f, TRAP_TRACE);
    f.call("user_rewind_single_step");
    f.assign("loop.stage", constant(8, stage_loop));
    f.add_to(program);
}

void add_breakpoint(Program& program) {
    FunctionWriter f("el0_brk64", at("arch/arm64/kernel/debug-monitors.c", "do_el0_brk64"));
    trap(f, TRAP_BRKPT);
    f.assign("loop.stage", constant(8, stage_loop));
    f.add_to(program);
}

void add_instruction(Program& program) {
    FunctionWriter f("user_instruction", at("arch/arm64/kernel/entry.S", "ret_to_user"));
    Hook hook{"user_instruction", "", "instruction", {{"pc", cell("regs.pc")}}, {}, Sharing::function};
    hook.answers = {f.answer("kind", 8), f.answer("register", 8), f.answer("value", 64)};
    f.hook(hook);
    const auto is = [](unsigned kind) { return equal(read("kind", 8), constant(8, kind)); };
    f.if_(is(instruction_brk), [](BodyBuilder& then) {
        then.call("el0_brk64");
        then.return_();
    });
    next_instruction(f);
    f.if_(is(instruction_mov), [](BodyBuilder& then) {
        for (unsigned number = 0; number <= 30; ++number)
            then.if_(equal(read("register", 8), constant(8, number)),
                     [&](BodyBuilder& moved) { moved.assign(register_cell(number), read("value", 64)); });
    });
    f.if_(is(instruction_enter), [](BodyBuilder& then) { then.assign("rseq.memory", long_constant(1)); });
    const bool has_compat = program.functions.count("el0_svc_compat") != 0;
    f.if_(is(instruction_svc), [&](BodyBuilder& then) {
        enter_kernel(then, true);
        if (!has_compat) return then.call("el0_svc");
        then.if_(
            fact("task.compat"), [](BodyBuilder& compat) { compat.call("el0_svc_compat"); },
            [](BodyBuilder& native) { native.call("el0_svc"); });
    });
    f.add_to(program);
}

}  // namespace

void add_round_user(Program& program) {
    add_step_exception(program);
    add_breakpoint(program);
    add_instruction(program);
    FunctionWriter f("user_round", at("arch/arm64/kernel/entry.S", "ret_to_user"));
    const ExpressionRef steps = f.local("steps", 1);
    f.call("test_thread_flag.TIF_SINGLESTEP", {}, "steps");
    f.if_(negation(steps), clear_ss);
    f.if_(fact("task.compat"), [](BodyBuilder& compat) {
        for (unsigned number = 0; number <= 14; ++number)
            compat.assign(register_cell(number), zero_extend(extract(cell(register_cell(number)), 0, 32), 64));
    });
    f.if_(
        both(steps, negation(has_bit(cell("regs.pstate"), PSR_SS_BIT))),
        [](BodyBuilder& due) { due.call("el0_softstp"); }, [](BodyBuilder& runs) { runs.call("user_instruction"); });
    f.add_to(program);
}

}  // namespace entryproof::environment
