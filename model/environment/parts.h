// SPDX-License-Identifier: MIT
// The parts of the environment, one per kernel subsystem, and the few expressions they share.
#pragma once

#include "model/environment/environment.h"
#include "model/kernel/arch.h"
#include "model/kernel/writer.h"

namespace entryproof::environment {

class Registers {
public:
    Registers(const kernel::Arch& arch, AddressedRegisters addressed, Tasks tasks = Tasks::native)
        : arch_(arch), addressed_(std::move(addressed)), tasks_(tasks) {}

    // Every register of a task as a tracer or user space sees it, as event fields: x0.., rest, pc, and pstate where the
    // architecture shows it.
    std::vector<ir::Field> fields(bool shown) const;

    // Sets every register to an answer `<prefix><name>`: x0.., rest, pc, pstate (reserved bits kept clear, the mode as
    // the task is). A 32-bit task gets the low halves.
    // The answers are declared in `f` and must be taken by a hook: answers().
    std::vector<ir::Answer> answers(kernel::FunctionWriter& f, const std::string& prefix) const;
    void assign(ir::BodyBuilder& body, const std::string& prefix) const;

    // What the task, or a tracer for it, can make of this value of the status cell.
    ir::ExpressionRef status(ir::ExpressionRef value) const;
    // Cuts the registers of a 32-bit task to their low halves: kernel_entry saves, and ptrace and signal return write,
    // no more. Nothing where such tasks are not modelled.
    void narrow(ir::BodyBuilder& body) const;

    const AddressedRegisters& addressed() const { return addressed_; }
    Tasks tasks() const { return tasks_; }

    const kernel::Arch& arch() const { return arch_; }

private:
    std::vector<std::string> others() const;  // rest, pc, status

    const kernel::Arch& arch_;
    AddressedRegisters addressed_;
    Tasks tasks_;
};

// The system call number, 32 bits, and argument 0 to 5 as observers read them.
ir::ExpressionRef number(const kernel::Arch& arch);
ir::ExpressionRef argument(const kernel::Arch& arch, unsigned index);
ir::ExpressionRef user_pc(const kernel::Arch& arch);

// A new local `nr`, 32 bits, with what syscall_get_nr returns: everyone takes it as an int, whatever type it has.
ir::ExpressionRef number_got(kernel::FunctionWriter& f, const kernel::Arch& arch);

// regs.pstate as pstate
std::string bare_name(const std::string& cell_name);

// Cells of the environment with their widths; std::invalid_argument for an unknown name.
ir::ExpressionRef fact(const std::string& name);

// task.pending |= / &= ~ the signal's bit, and its test.
ir::ExpressionRef is_pending(unsigned signal);
void add_pending(ir::BodyBuilder& body, unsigned signal);
void remove_pending(ir::BodyBuilder& body, unsigned signal);

// What siginfo tells of a SIGSYS: si_syscall, si_errno, si_call_addr; 0 when `signal` is another one.
std::vector<ir::Field> sigsys_info(ir::ExpressionRef signal);

// std::invalid_argument: the path lacks a function of its kernel::Arch, or has it with another signature.
void require_path_functions(const ir::Program& path);

// exit_ptrace and __ptrace_unlink: kernel/ptrace.c. Requires a tracer.
void tracer_dies(ir::BodyBuilder& body);

void declare_facts(ir::Program& program);
void add_start(ir::Program& program, const Registers& registers);   // establish
void add_tracer(ir::Program& program, const Registers& registers);  // ptrace_notify, signal_stop
void add_signals(ir::Program& program);                             // send_sig, fatal_signal_pending, forced ones
void add_hand_over(ir::Program& program, const Registers& registers);
void add_exit_loop(ir::Program& program, const Registers& registers);
void add_seccomp(ir::Program& program);
void add_tracepoints(ir::Program& program, const Registers& registers);
// Replaces what trace_`name` goes by: include/linux/tracepoint.h has a static key for each. Requires add_tracepoints().
void add_tracepoint_key(ir::Program& program, const std::string& name, const ir::ExpressionRef& is_on);
void add_audit(ir::Program& program);
void add_rseq(ir::Program& program);
void add_body(ir::Program& program, const Registers& registers);
void add_dispatch(ir::Program& program);  // user dispatch and slices of generic entry

}  // namespace entryproof::environment
