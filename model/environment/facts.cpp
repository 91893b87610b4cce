// SPDX-License-Identifier: MIT
// The facts a syscall starts with, the state the environment keeps, and the decision points that conditions may name.
//
// 1. Facts are shared by both sides. Flag words are not: each side builds its own from the facts through its own
// setters,
//    over an arbitrary rest, so that two flags with one number are seen.
// 2. now.* follow the facts as actors change them; work.*, exit.* and seen.* are copies taken at decision points.
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

#include <stdexcept>

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

const std::vector<Fact>& start_facts() {
    static const std::vector<Fact> table = {
        {"task.trace", 1, "the tracer resumed with PTRACE_SYSCALL"},
        {"task.emu", 1, "the tracer resumed with PTRACE_SYSEMU or PTRACE_SYSEMU_SINGLESTEP"},
        {"task.singlestep", 1, "single stepping is on"},
        {"task.seccomp", 1, "a seccomp filter is installed"},
        {"task.tracepoint", 1, "a syscall tracepoint is on"},
        {"task.audit", 1, "the task is audited: the AUDIT work flag"},
        {"task.mte_fault", 1, "an asynchronous tag fault was found at kernel entry"},
        {"task.compat", 1, "a 32-bit task"},
        {"task.user_dispatch", 1, "prctl armed syscall user dispatch: the USER_DISPATCH work flag"},
        {"task.rseq_slice", 1, "a granted time slice extension has run out: the RSEQ_SLICE work flag"},
        {"task.last_thread", 1, "no other thread of the process is alive"},
        {"task.pending", 64, "pending signals, bit N-1 for signal N"},
        {"audit.context", 1, "the task has an audit context"},
        {"audit.enabled", 1, "auditing is switched on"},
        {"audit.disabled_state", 1, "the context's state is AUDIT_STATE_DISABLED"},
        {"audit.record_state", 1, "the context's state is AUDIT_STATE_RECORD"},
        {"audit.rules", 1, "audit rules are loaded"},
        {"audit.daemon", 1, "the task is the audit daemon"},
        {"audit.in_syscall", 1, "the audit context is marked as inside a syscall"},
        {"seccomp.chain", 32, "version of the task's filter chain"},
        {"rseq.registered", 1, "the task has an rseq area"},
        {"rseq.memory", 64, "the rseq area and the critical section it points to, as one opaque value"},
        {"user.memory", 64, "all other user memory, as one opaque value"},
    };
    return table;
}

const std::vector<Fact>& decision_points() {
    static const std::vector<Fact> table = {
        {"now.trace", 1, "TRACE at the end"},
        {"now.emu", 1, "EMU at the end"},
        {"now.singlestep", 1, "single step at the end"},
        {"now.seccomp", 1, "SECCOMP at the end"},
        {"now.tracepoint", 1, "TRACEPOINT at the end"},
        {"work.tracepoint", 1, "TRACEPOINT at the entry or, with an entry report, after it"},
        {"enter.tracepoint", 1, "TRACEPOINT when the last filter had answered"},
        {"exit.trace", 1, "TRACE when the exit work began"},
        {"exit.emu", 1, "EMU when the exit work began"},
        {"exit.singlestep", 1, "single step when the exit work began"},
        {"exit.tracepoint", 1, "TRACEPOINT when the exit work began"},
        {"exit.fatal", 1, "SIGKILL, or a SIGSYS that kills, was pending when the exit work began"},
        {"seen.entry_stop", 1, "the tracer saw an entry stop"},
        {"seen.exit_stop", 1, "the tracer saw an exit stop"},
        {"seen.seccomp_stop", 1, "the tracer saw a PTRACE_EVENT_SECCOMP stop"},
        {"seen.filter_permit", 1, "the filter was asked and let the syscall pass"},
        {"seen.body", 1, "the syscall body ran"},
        {"seen.sys_enter", 1, "sys_enter was seen"},
        {"seen.sys_exit", 1, "sys_exit was seen"},
        {"seen.record", 1, "an audit record was written"},
        {"seen.judgement", 1, "rseq judged the task"},
        {"seen.step_report", 1, "the pseudo-step SIGTRAP was queued"},
        {"judgement.adds_segv", 1, "rseq judged the task and sent a SIGSEGV that was not pending yet"},
        {"judgement.clears", 1, "rseq judged the task and cleared the pointer to the critical section"},
        {"exit_stop.moves_pc", 1, "the tracer changed pc in the exit stop"},
        {"exit_stop.moves_memory", 1, "the tracer changed the rseq area or what it points to in the exit stop"},
    };
    return table;
}

namespace {

// State of the environment that neither starts a syscall nor ends up in a condition.
const std::vector<Fact>& kept_state() {
    static const std::vector<Fact> table = {
        {"regs.rest", 64, "sp and the registers that no statement addresses, as one opaque value"},
        {"audit.dummy", 1, "the record will not be written: no rules"},
        {"audit.syscall_record", 1, "current_state is AUDIT_STATE_RECORD"},
        {"audit.arch", 32, ""},
        {"audit.major", 32, ""},
        {"audit.argv[0]", 64, ""},
        {"audit.argv[1]", 64, ""},
        {"audit.argv[2]", 64, ""},
        {"audit.argv[3]", 64, ""},
        {"sigsys.kills", 1, "the pending SIGSYS is the unalterable one of a KILL action"},
        {"sigsys.code", 32, ""},
        {"sigsys.data", 32, "16 bits of the filter"},
        {"sigsys.nr", 32, "number the filter saw"},
        {"sigsys.call_addr", 64, ""},
        {"sigsegv.code", 32, ""},
        {"sigtrap.code", 32, ""},
    };
    return table;
}

// State that only the work of generic entry needs.
const std::vector<Fact>& generic_state() {
    static const std::vector<Fact> table = {
        {"exit.forced", 32, "the signal of a forced exit, which kills whatever its disposition; 0: none"},
        {"exit.delivers", 1, "the exit-to-user loop was told to look for signals"},
    };
    return table;
}

const std::string user_dispatch_setter = "set_task_syscall_work.SYSCALL_USER_DISPATCH";
const std::string rseq_slice_setter = "set_task_syscall_work.SYSCALL_RSEQ_SLICE";

// Some facts are about what only some architectures and versions have.
bool can_hold(const Program& program, const std::string& name) {
    const Arch& arch = arch_of(program);
    if (name == "task.singlestep") return arch.has_single_step;
    if (name == "exit.singlestep") return arch.reports_steps;
    if (name == "task.mte_fault") return arch.has_tag_faults;
    if (name == "task.user_dispatch") return arch.has_generic_work && program.functions.count(user_dispatch_setter);
    if (name == "task.rseq_slice") return arch.has_generic_work && program.functions.count(rseq_slice_setter);
    return true;
}

Width width_of(const std::string& name) {
    for (const auto* table : {&start_facts(), &decision_points(), &kept_state(), &generic_state()})
        for (const Fact& row : *table)
            if (row.cell == name) return row.width;
    throw std::invalid_argument("no fact is called " + name);
}

// Sets `flag` on this side as the fact has it, through the path's setters.
void build_flag(BodyBuilder& body, const std::string& name, const std::string& set, const std::string& clear) {
    body.if_(
        fact(name), [&](BodyBuilder& then) { then.call(set); }, [&](BodyBuilder& otherwise) { otherwise.call(clear); });
}

}  // namespace

ExpressionRef fact(const std::string& name) { return read(name, width_of(name)); }

void declare_facts(Program& program) {
    for (const auto* table : {&start_facts(), &decision_points(), &kept_state()})
        for (const Fact& row : *table)
            if (can_hold(program, row.cell)) declare_cell(program, row.cell, row.width, row.meaning);
    if (!arch_of(program).has_generic_work) return;
    for (const Fact& row : generic_state()) declare_cell(program, row.cell, row.width, row.meaning);
}

namespace {

// Flags that not every path has: set as the fact says where they can be, else clear.
void build_generic_flags(FunctionWriter& f, const Program& program) {
    const auto clear = [&](const std::string& flag) {
        if (program.functions.count("clear_task_syscall_work." + flag)) f.call("clear_task_syscall_work." + flag);
    };
    // arm64 7.3 can enable neither: only x86 opts into user dispatch, slices need generic TIF bits.
    for (const std::string flag : {"SYSCALL_USER_DISPATCH", "SYSCALL_RSEQ_SLICE"}) clear(flag);
    if (!arch_of(program).has_generic_work) return;
    // Nothing on the way to a syscall sets it but single stepping.
    clear("SYSCALL_EXIT_TRAP");
    if (can_hold(program, "task.user_dispatch"))
        f.if_(fact("task.user_dispatch"), [](BodyBuilder& then) { then.call(user_dispatch_setter); });
    if (can_hold(program, "task.rseq_slice")) {
        const std::string option = "CONFIG_RSEQ_SLICE_EXTENSION";
        const ExpressionRef built_in = program.cells.count(option) ? read(option, 1) : truth(true);
        f.if_(both(fact("task.rseq_slice"), built_in), [](BodyBuilder& then) { then.call(rseq_slice_setter); });
    }
    f.assign("exit.forced", int_constant(0));
    f.assign("exit.delivers", truth(false));
}

void build_mode(FunctionWriter& f, const Arch& arch) {
    if (arch.mode.cell.empty() || arch.mode.cell == arch.status) return;  // Registers::status() has the latter
    const Width width = cell(arch.mode.cell)->width;
    const ExpressionRef rest =
        binary(BinaryOperator::bit_and, cell(arch.mode.cell), constant(width, ~arch.mode.mask & mask_of(width)));
    f.assign(arch.mode.cell,
             binary(BinaryOperator::bit_or, rest,
                    select(fact("task.compat"), constant(width, arch.mode.compat), constant(width, arch.mode.native))));
}

}  // namespace

void add_start(Program& program, const Registers& registers) {
    const Arch& arch = arch_of(program);
    FunctionWriter f("establish", at("arch/" + arch.name + "/kernel/entry.S", "kernel_entry"));
    const std::map<std::string, std::string> work_flags = {{"task.trace", "SYSCALL_TRACE"},
                                                           {"task.emu", "SYSCALL_EMU"},
                                                           {"task.seccomp", "SECCOMP"},
                                                           {"task.tracepoint", "SYSCALL_TRACEPOINT"},
                                                           {"task.audit", "SYSCALL_AUDIT"}};
    for (const auto& [name, flag] : work_flags)
        build_flag(f, name, "set_task_syscall_work." + flag, "clear_task_syscall_work." + flag);
    build_generic_flags(f, program);
    if (arch.has_tag_faults)
        build_flag(f, "task.mte_fault", "set_thread_flag.TIF_MTE_ASYNC_FAULT", "clear_thread_flag.TIF_MTE_ASYNC_FAULT");
    if (program.functions.count("set_thread_flag.TIF_32BIT"))
        build_flag(f, "task.compat", "set_thread_flag.TIF_32BIT", "clear_thread_flag.TIF_32BIT");
    build_mode(f, arch);
    if (arch.presets_result) f.assign(arch.result, long_constant(-ENOSYS));
    if (arch.has_single_step) {
        // Stepping was switched on or off before; what that did to the status register (SPSR.SS, TF) is history.
        const bool has_status = !arch.status.empty();
        if (has_status) f.local(bare_name(arch.status), 64);
        if (has_status) f.assign(bare_name(arch.status), cell(arch.status));
        f.call("user_disable_single_step");
        f.if_(fact("task.singlestep"), [](BodyBuilder& then) { then.call("user_enable_single_step"); });
        if (has_status) f.assign(arch.status, registers.status(read(bare_name(arch.status), 64)));
    }
    registers.narrow(f);
    // Options are those of a tracer: ptrace_attach sets PT_PTRACED first, __ptrace_unlink clears the whole word.
    f.assign("task.ptrace", select(has_bit(cell("task.ptrace"), PT_PTRACED_BIT), cell("task.ptrace"), constant(32, 0)));
    // Not in a stop, kernel/signal.c:ptrace_stop.
    f.assign("task.last_siginfo", long_constant(0));
    f.assign("task.ptrace_message", long_constant(0));
    f.assign("task.exit_code", int_constant(0));
    for (const std::string name : {"trace", "emu", "singlestep", "seccomp", "tracepoint"})
        f.assign("now." + name, can_hold(program, "task." + name) ? fact("task." + name) : truth(false));
    for (const Fact& point : decision_points())
        if (point.cell.rfind("now.", 0) != 0 && can_hold(program, point.cell)) f.assign(point.cell, truth(false));
    f.assign("work.tracepoint", fact("now.tracepoint"));
    f.call("before_exit_work");
    f.add_to(program);

    FunctionWriter g("before_exit_work", at("include/linux/entry-common.h", "syscall_exit_to_user_mode_work"));
    for (const std::string name : {"trace", "emu", "singlestep", "tracepoint"})
        if (can_hold(program, "exit." + name)) g.assign("exit." + name, fact("now." + name));
    g.assign("exit.fatal", either(is_pending(SIGKILL), both(is_pending(SIGSYS), fact("sigsys.kills"))));
    g.add_to(program);
}

}  // namespace entryproof::environment
