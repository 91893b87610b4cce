// SPDX-License-Identifier: MIT
// arch/arm64/kernel/signal.c:arch_do_signal_or_restart @7.3 around get_signal, the same in do_signal of 6.1 and 6.12:
// which syscall a signal interrupts, and how it is restarted. Both environments have it.
#include "model/environment/do_signal.h"

#include "model/environment/parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

const std::string signal_c = "arch/arm64/kernel/signal.c";
const std::string x0 = register_cell(0);

const std::vector<Fact>& do_signal_cells() {
    static const std::vector<Fact> table = {
        {"do_signal.syscall", 1, "the signal interrupts a syscall"},
        {"do_signal.retval", 32, "the syscall's result when signals were looked at"},
        {"do_signal.restart_addr", 64, "pc of the svc; 0: no syscall"},
        {"do_signal.continue_addr", 64, "pc after the svc"},
        {"do_signal.handled", 1, "a handler was entered"},
    };
    return table;
}

ExpressionRef state(const std::string& name) {
    for (const Fact& row : do_signal_cells())
        if (row.cell == "do_signal." + name) return read(row.cell, row.width);
    throw std::invalid_argument("no cell is called do_signal." + name);
}

ExpressionRef returned(int code) { return equal(state("retval"), int_constant(-code)); }

// The syscall is about to be restarted.
ExpressionRef is_rewound() { return equal(cell("regs.pc"), state("restart_addr")); }

// Before the first signal: forget the number, rewind for a restart.
void add_begin(Program& program) {
    FunctionWriter f("do_signal_begin", at(signal_c, "arch_do_signal_or_restart"));
    f.assign("do_signal.syscall", differs(cell("regs.syscallno"), int_constant(NO_SYSCALL)));
    f.assign("do_signal.retval", int_constant(0));
    f.assign("do_signal.restart_addr", long_constant(0));
    f.assign("do_signal.continue_addr", long_constant(0));
    f.assign("do_signal.handled", truth(false));
    f.if_(state("syscall"), [](BodyBuilder& then) {
        then.assign("do_signal.continue_addr", cell("regs.pc"));
        then.assign("do_signal.restart_addr", binary(BinaryOperator::subtract, cell("regs.pc"), long_constant(4)));
        then.assign("do_signal.retval", extract(cell(x0), 0, 32));
        then.assign("regs.syscallno", int_constant(NO_SYSCALL));  // forget_syscall
        const ExpressionRef restarts = either(either(returned(ERESTARTNOHAND), returned(ERESTARTSYS)),
                                              either(returned(ERESTARTNOINTR), returned(ERESTART_RESTARTBLOCK)));
        then.if_(restarts, [](BodyBuilder& rewind) {
            rewind.assign(x0, cell("regs.orig_x0"));
            rewind.assign("regs.pc", state("restart_addr"));
        });
    });
    f.add_to(program);
}

// setup_restart_syscall. A program without a register for 32-bit tasks has none of those.
void setup_restart_syscall(BodyBuilder& body, bool has_compat) {
    const auto native = [](BodyBuilder& task) { task.assign(register_cell(8), long_constant(NR_restart_syscall)); };
    if (!has_compat) return native(body);
    body.if_(
        fact("task.compat"),
        [](BodyBuilder& task) { task.assign(register_cell(7), long_constant(NR_compat32_restart_syscall)); }, native);
}

// After the last one, without a handler: a restart by the restart block runs another number; a rewound step is armed
// again.
void add_end(Program& program, bool has_compat) {
    FunctionWriter f("do_signal_end", at(signal_c, "arch_do_signal_or_restart"));
    f.if_(both(both(state("syscall"), negation(state("handled"))), is_rewound()), [&](BodyBuilder& then) {
        then.if_(returned(ERESTART_RESTARTBLOCK),
                 [&](BodyBuilder& block) { setup_restart_syscall(block, has_compat); });
        then.call("user_rewind_single_step");
    });
    f.add_to(program);
}

}  // namespace

void add_do_signal(Program& program, bool has_compat) {
    for (const Fact& row : do_signal_cells()) declare_cell(program, row.cell, row.width, row.meaning);
    add_begin(program);
    add_end(program, has_compat);
}

void interrupt_for_handler(BodyBuilder& body, ExpressionRef sa_restart) {
    const ExpressionRef interrupted = either(either(returned(ERESTARTNOHAND), returned(ERESTART_RESTARTBLOCK)),
                                             both(returned(ERESTARTSYS), negation(std::move(sa_restart))));
    body.if_(both(both(state("syscall"), negation(state("handled"))), both(is_rewound(), interrupted)),
             [](BodyBuilder& then) {
                 then.call("syscall_set_return_value", {by_value(int_constant(-EINTR)), by_value(long_constant(0))});
                 then.assign("regs.pc", state("continue_addr"));
             });
    body.assign("do_signal.handled", truth(true));
}

}  // namespace entryproof::environment
