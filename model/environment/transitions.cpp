// SPDX-License-Identifier: MIT
#include "model/environment/transitions.h"

#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

constexpr std::uint32_t options_mask = (0x000000ffu | 1u << 20 | 1u << 21) << PT_OPT_FLAG_SHIFT;  // PTRACE_O_MASK
constexpr std::uint32_t PT_SEIZED = 0x00010000;

ExpressionRef ever_enabled() { return read("audit.ever_enabled", 1); }
ExpressionRef exit_trap() { return read("task.exit_trap", 1); }
ExpressionRef traced() { return has_bit(cell("task.ptrace"), PT_PTRACED_BIT); }

// An answer of nobody in particular: what happens next is not a matter of what was seen.
void draw(FunctionWriter& f, const std::string& hook_name, std::vector<Answer> answers) {
    f.hook({hook_name, "", hook_name, {}, std::move(answers), Sharing::history});
}

void return_unless(FunctionWriter& f, const ExpressionRef& condition) {
    f.if_(negation(condition), [](BodyBuilder& then) { then.return_(); });
}

void add_tracing(Program& program) {
    {
        FunctionWriter f("step.attach", at("kernel/ptrace.c", "ptrace_attach"));
        return_unless(f, negation(is_nonzero(cell("task.ptrace"))));
        draw(f, "attach", {f.answer("seizes", 1), f.answer("options", 32)});
        const ExpressionRef options = binary(BinaryOperator::bit_and, read("options", 32), constant(32, options_mask));
        f.assign("task.ptrace",
                 binary(BinaryOperator::bit_or, constant(32, 1u << PT_PTRACED_BIT),
                        select(read("seizes", 1), binary(BinaryOperator::bit_or, options, constant(32, PT_SEIZED)),
                               constant(32, 0))));
        f.add_to(program);
    }
    {
        FunctionWriter f("step.resume", at("kernel/ptrace.c", "ptrace_resume"));
        return_unless(f, traced());
        draw(f, "resume", {f.answer("request", 8), f.answer("signal", 8)});
        f.call("ptrace_resume",
               {by_value(zero_extend(read("request", 8), 64)), by_value(zero_extend(read("signal", 8), 64))});
        f.add_to(program);
    }
    {
        FunctionWriter f("step.detach", at("kernel/ptrace.c", "ptrace_detach"));
        return_unless(f, traced());
        f.call("ptrace_detach", {by_value(int_constant(0))});
        f.add_to(program);
    }
    {
        FunctionWriter f("step.tracer_death", at("kernel/ptrace.c", "exit_ptrace"));
        return_unless(f, traced());
        f.call("exit_ptrace");
        f.add_to(program);
    }
    {
        FunctionWriter f("step.tracer_act", at("kernel/ptrace.c", "ptrace_request"));
        return_unless(f, traced());
        f.call("tracer_act");
        f.add_to(program);
    }
}

// kernel/auditsc.c: on the child, which has no context yet. Without memory there is no child.
void add_audit_alloc(Program& program) {
    FunctionWriter f("audit_alloc", at("kernel/auditsc.c", "audit_alloc"));
    return_unless(f, both(cell("CONFIG_AUDITSYSCALL"), ever_enabled()));
    draw(f, "audit_filter_task", {f.answer("disabled", 1)});
    f.if_(read("disabled", 1), [](BodyBuilder& then) {
        then.call("clear_task_syscall_work.SYSCALL_AUDIT");
        then.return_();
    });
    f.assign("audit.context", truth(true));
    f.call("set_task_syscall_work.SYSCALL_AUDIT");
    f.add_to(program);
}

// kernel/fork.c:copy_process: the child starts as a copy of its parent, flags and all.
void add_fork(Program& program) {
    add_audit_alloc(program);
    FunctionWriter f("step.fork", at("kernel/fork.c", "copy_process"));
    draw(f, "fork", {f.answer("traces_child", 1)});
    f.assign("audit.context", truth(false));
    f.assign("audit.in_syscall", truth(false));
    f.call("audit_alloc");
    f.call("child_begin");
    // copy_seccomp
    f.if_(is_nonzero(round_fact("seccomp.mode")),
          [](BodyBuilder& then) { then.call("set_task_syscall_work.SECCOMP"); });
    // ptrace_init_task
    f.if_(negation(read("traces_child", 1)),
          [](BodyBuilder& untraced) { untraced.assign("task.ptrace", constant(32, 0)); });
    f.add_to(program);
}

// Any number of acts in a stop, in one: whatever they can leave behind. More than they can, since it does not matter
// here what single stepping makes of pstate.
void add_acts(Program& program) {
    program.functions.erase("tracer_acts");
    FunctionWriter f("tracer_acts", at("kernel/ptrace.c", "ptrace_request"));
    std::vector<std::string> places = {"regs.syscallno", "regs.orig_x0", "regs.rest", "regs.pc", "regs.pstate"};
    for (unsigned number = 0; number <= 30; ++number) places.push_back(register_cell(number));
    places.push_back("rseq.memory");
    std::vector<Answer> answers = {f.answer("options", 32)};
    for (const std::string& place : places) answers.push_back({place, place});
    draw(f, "tracer_acts", std::move(answers));
    f.assign("task.ptrace", binary(BinaryOperator::bit_or,
                                   binary(BinaryOperator::bit_and, cell("task.ptrace"), constant(32, ~options_mask)),
                                   binary(BinaryOperator::bit_and, read("options", 32), constant(32, options_mask))));
    f.add_to(program);
}

void add_others(Program& program) {
    {
        FunctionWriter f("step.seccomp", at("kernel/seccomp.c", "seccomp_assign_mode"));
        return_unless(f, cell("CONFIG_SECCOMP"));
        draw(f, "seccomp", {f.answer("strict", 1)});
        f.call(
            "seccomp_assign_mode",
            {by_value(select(read("strict", 1), constant(8, SECCOMP_MODE_STRICT), constant(8, SECCOMP_MODE_FILTER)))});
        f.add_to(program);
    }
    {
        FunctionWriter f("step.tracepoints", at("kernel/tracepoint.c", "syscall_regfunc"));
        draw(f, "tracepoints", {f.answer("on", 1)});
        f.if_(
            read("on", 1), [](BodyBuilder& on) { on.call("set_task_syscall_work.SYSCALL_TRACEPOINT"); },
            [](BodyBuilder& off) { off.call("clear_task_syscall_work.SYSCALL_TRACEPOINT"); });
        f.add_to(program);
    }
    {
        FunctionWriter f("step.audit", at("kernel/audit.c", "audit_set_enabled"));
        draw(f, "audit_set_enabled", {f.answer("enabled", 1)});
        f.assign("audit.enabled", read("enabled", 1));
        f.assign("audit.ever_enabled", either(ever_enabled(), read("enabled", 1)));
        f.add_to(program);
    }
    {
        // Stepping over a hardware breakpoint or watchpoint, on an untraced task too.
        FunctionWriter f("step.breakpoint", at("arch/arm64/kernel/hw_breakpoint.c", "do_breakpoint"));
        draw(f, "breakpoint", {f.answer("begins", 1)});
        f.if_(
            read("begins", 1), [](BodyBuilder& begins) { begins.call("user_enable_single_step"); },
            [](BodyBuilder& ends) { ends.call("user_disable_single_step"); });
        f.add_to(program);
    }
    {
        FunctionWriter f("step.dispatch", at("kernel/entry/syscall_user_dispatch.c", "task_set_syscall_user_dispatch"));
        if (program.functions.count("set_task_syscall_work.SYSCALL_USER_DISPATCH") &&
            program.functions.count("clear_task_syscall_work.SYSCALL_USER_DISPATCH")) {
            draw(f, "dispatch", {f.answer("on", 1)});
            f.if_(
                read("on", 1), [](BodyBuilder& on) { on.call("set_task_syscall_work.SYSCALL_USER_DISPATCH"); },
                [](BodyBuilder& off) { off.call("clear_task_syscall_work.SYSCALL_USER_DISPATCH"); });
        }
        f.add_to(program);
    }
    {
        FunctionWriter f("step.exec", at("fs/exec.c", "begin_new_exec"));
        draw(f, "exec", {f.answer("pc", 64), f.answer("sp", 64)});
        f.call("exec_binprm", {by_value(read("pc", 64)), by_value(read("sp", 64))});
        f.add_to(program);
    }
    {
        FunctionWriter f("step.signals", at("kernel/entry/common.c", "exit_to_user_mode_loop"));
        f.call("exit_to_user_step");
        f.add_to(program);
    }
}

const std::vector<std::pair<std::string, std::string>>& work_flags() {
    static const std::vector<std::pair<std::string, std::string>> table = {{"task.trace", "SYSCALL_TRACE"},
                                                                           {"task.emu", "SYSCALL_EMU"},
                                                                           {"task.seccomp", "SECCOMP"},
                                                                           {"task.tracepoint", "SYSCALL_TRACEPOINT"},
                                                                           {"task.audit", "SYSCALL_AUDIT"}};
    return table;
}

// fact := the bit that the setter sets in an empty word is set.
void read_flag(FunctionWriter& f, const std::vector<std::string>& words, const std::string& fact_name,
               const std::string& setter) {
    ExpressionRef is_set = truth(false);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const ExpressionRef saved = read("word" + std::to_string(i), 64);
        f.assign("word" + std::to_string(i), read(words[i], 64));
        f.assign(words[i], long_constant(0));
        is_set = either(is_set, is_nonzero(binary(BinaryOperator::bit_and, saved, read(words[i], 64))));
    }
    f.call(setter);
    f.assign(fact_name, is_set);
    for (std::size_t i = 0; i < words.size(); ++i) f.assign(words[i], read("word" + std::to_string(i), 64));
}

void add_state(Program& program) {
    const bool has_trap = program.functions.count(exit_trap_setter) != 0;
    for (const Fact& fact : state_facts()) declare_cell(program, fact.cell, fact.width, fact.meaning);
    {
        FunctionWriter f(establish_state, at("include/linux/thread_info.h", "set_task_syscall_work"));
        f.call("establish");
        if (has_trap)
            f.if_(
                exit_trap(), [](BodyBuilder& set) { set.call(exit_trap_setter); },
                [](BodyBuilder& clear) { clear.call("clear_task_syscall_work.SYSCALL_EXIT_TRAP"); });
        f.add_to(program);
    }
    std::vector<std::string> words;
    for (const auto& [name, declared] : program.cells)
        if (name.rfind("thread_info.", 0) == 0 && declared.width == 64) words.push_back(name);
    FunctionWriter f(read_state, at("include/linux/thread_info.h", "test_task_syscall_work"));
    for (std::size_t i = 0; i < words.size(); ++i) f.local("word" + std::to_string(i), 64);
    for (const auto& [fact_name, flag] : work_flags()) read_flag(f, words, fact_name, "set_task_syscall_work." + flag);
    if (has_trap) read_flag(f, words, "task.exit_trap", exit_trap_setter);
    f.call("test_thread_flag.TIF_SINGLESTEP", {}, "task.singlestep");
    f.add_to(program);
}

void add_transition(Program& program, const Transition& transition) {
    FunctionWriter f("transition." + transition.name, at("kernel/fork.c", "copy_process"));
    f.call(establish_state);
    f.call(transition.function);
    f.call(read_state);
    f.add_to(program);
}

}  // namespace

const std::vector<Transition>& transitions() {
    static const std::vector<Transition> table = {
        {"attach", "a tracer attaches", "step.attach"},
        {"resume", "the tracer resumes the task from a stop", "step.resume"},
        {"detach", "the tracer detaches", "step.detach"},
        {"tracer_death", "the tracer dies", "step.tracer_death"},
        {"tracer_act", "the tracer writes registers, the number or options", "step.tracer_act"},
        {"fork", "the task forks; on with the child", "step.fork"},
        {"exec", "the task executes another program", "step.exec"},
        {"signals", "a turn of the exit-to-user loop, with a signal and its stops", "step.signals"},
        {"seccomp", "the task, or a sibling with TSYNC, gets a seccomp mode", "step.seccomp"},
        {"tracepoints", "a syscall tracepoint is switched on, or the last one off", "step.tracepoints"},
        {"audit", "auditing is switched on or off", "step.audit"},
        {"breakpoint", "a step over a hardware breakpoint begins or ends", "step.breakpoint"},
        {"dispatch", "prctl arms or disarms syscall user dispatch", "step.dispatch"},
    };
    return table;
}

const Transition& syscall_transition() {
    static const Transition syscall{"syscall", "a syscall, from entry to return", "step.syscall"};
    return syscall;
}

const std::vector<Fact>& state_facts() {
    static const std::vector<Fact> table = {{"audit.ever_enabled", 1, "auditing was switched on at some time"},
                                            {"task.exit_trap", 1, "the EXIT_TRAP work flag"}};
    return table;
}

Program with_transitions(const Program& path) {
    Program program = with_rounds(path);
    for (const Fact& fact : state_facts()) declare_cell(program, fact.cell, fact.width, fact.meaning);
    add_acts(program);
    add_tracing(program);
    add_fork(program);
    add_others(program);
    add_state(program);
    for (const Transition& one : transitions()) add_transition(program, one);
    program.entry = "transition." + transitions().front().name;
    return program;
}

Program with_transition_of_syscall(const Program& path) {
    Program program = with_environment(path, addressed_registers(path), AfterExitWork::hand_over);
    const Arch& arch = arch_of(program);
    add_state(program);
    FunctionWriter f(syscall_transition().function, at("arch/" + arch.name + "/kernel/entry.S", arch.entry));
    std::vector<Argument> arguments;
    for (const Parameter& parameter : program.functions.at(arch.entry).parameters)
        arguments.push_back(
            by_value(parameter.width == 32 ? number(arch) : sign_extend(number(arch), parameter.width)));
    f.call(arch.entry, arguments);
    f.add_to(program);
    add_transition(program, syscall_transition());
    program.entry = "transition." + syscall_transition().name;
    return program;
}

}  // namespace entryproof::environment
