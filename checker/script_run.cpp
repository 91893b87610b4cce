// SPDX-License-Identifier: MIT
#include "checker/script_run.h"

#include "checker/error.h"
#include "checker/script_lines.h"
#include "checker/script_oracle.h"
#include "model/environment/rounds.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::checker {

namespace {

// Steps of the driver. A program without a loop of its own ends far below; a tracer that moves pc can make one.
constexpr unsigned step_limit = 20000;

Values start_of(const Script& script) {
    const ScriptTask& task = script.task;
    Values cells = {{"NR_syscalls", 472},
                    {"NR_compat_syscalls", 472},
                    {"CONFIG_AUDITSYSCALL", 1},
                    {"CONFIG_SECCOMP", 1},
                    {"CONFIG_CHECKPOINT_RESTORE", 1},
                    {"CONFIG_RSEQ", 1},
                    {"CONFIG_COMPAT", 1},
                    {"regs.pc", script_text_address},
                    {"regs.rest", script_stack_address},
                    {"task.pid", script_pid},
                    {"task.seccomp", script.filters.empty() ? 0 : 1},
                    {"seccomp.mode", script.filters.empty() ? 0 : kernel::SECCOMP_MODE_FILTER},
                    {"task.tracepoint", task.tracepoints.sys_enter || task.tracepoints.sys_exit ? 1 : 0},
                    {"tracepoints.sys_enter", task.tracepoints.sys_enter ? 1 : 0},
                    {"tracepoints.sys_exit", task.tracepoints.sys_exit ? 1 : 0},
                    {"task.last_thread", 1},
                    {"task.compat", task.compat ? 1 : 0},
                    {"task.ptrace", task.traced ? 1u | std::uint64_t{task.options} << 3 : 0},
                    {"start.request", task.start},
                    {"signals.blocked", task.blocked},
                    {"signals.ignored", task.ignored},
                    {"rseq.registered", task.rseq ? 1 : 0},
                    {"rseq.area", task.rseq ? 1 : 0},
                    {"rseq_debug_enabled", task.rseq && task.rseq->debug ? 1 : 0}};
    for (const std::string name : {"task.audit", "audit.context", "audit.enabled", "audit.rules"})
        cells[name] = task.audit ? 1 : 0;
    for (const ScriptHandler& handler : task.handlers) {
        const std::uint64_t bit = std::uint64_t{1} << (handler.signal - 1);
        cells["signals.handled"] |= bit;
        if (handler.restart) cells["signals.restart"] |= bit;
    }
    for (const auto& [number, value] : task.registers)
        cells[kernel::register_cell(number)] = task.compat ? value & 0xffffffff : value;
    return cells;
}

void refuse_what_is_too_new(const ir::Program& path, const Script& script) {
    if (const std::string lack = lacks(path.name, script); !lack.empty())
        throw InputError("", 0, 0, path.name + " has no " + lack);
}

void refuse_what_is_not_modelled(const ir::Program& path, const Script& script) {
    if (script.task.compat && path.functions.count("el0_svc_compat") == 0)
        throw InputError("", 0, 0, path.name + " has no entry for 32-bit programs");
}

// Of the child, whoever tells of it, it is the child.
std::string told_of_child(const std::string& line) {
    const std::size_t end = line.find(':');
    const std::string who = line.substr(0, end);
    return who == "tracer" || who == "user" ? "child" + line.substr(end) : line;
}

class Driver {
public:
    Driver(ir::Program& rounds, const Script& script, const Values& options)
        : rounds_(rounds), oracle_(script), cells_(start_of(script)) {
        for (const auto& [name, value] : options) cells_[name] |= value;
    }

    ScriptRun run(bool with_child) {
        run_task("round_begin");
        if (with_child && child_) {
            oracle_.become_child();
            cells_ = *child_;
            is_child_ = true;
            run_task("child_begin");
        }
        return std::move(result_);
    }

private:
    void run_task(const std::string& begin) {
        bool goes_on = step(begin);
        for (unsigned steps = 0; goes_on; ++steps) {
            if (steps == step_limit) throw InputError("", 0, 0, "the program does not end");
            goes_on = step(cells_.at("loop.stage") == environment::stage_user ? "user_round" : "exit_to_user_step");
        }
    }

    // Runs one function with the state as it is; false when the task is dead.
    bool step(const std::string& function) {
        rounds_.entry = function;
        Run run = interpret(rounds_, cells_, oracle_);
        for (Event& event : run.events) {
            if (event.hook == "new_task" && !child_) child_ = cells_of(event);
            if (const std::optional<std::string> line = script_line(event))
                result_.lines.push_back(is_child_ ? told_of_child(*line) : *line);
            result_.events.push_back(std::move(event));
        }
        cells_ = std::move(run.final);
        return !run.halted;
    }

    static Values cells_of(const Event& event) {
        Values cells;
        for (const FieldValue& field : event.fields) cells[field.name] = field.value;
        cells["task.pid"] = script_child_pid;
        return cells;
    }

    ir::Program& rounds_;
    ScriptOracle oracle_;
    Values cells_;
    bool is_child_ = false;
    std::optional<Values> child_;  // of the first child, when it began
    ScriptRun result_;
};

}  // namespace

std::string lacks(const std::string& path, const Script& script) {
    if (path != "legacy-6.1" && path != "legacy-6.12") return "";
    for (const ScriptStop& stop : script.stops)
        for (const ScriptAct& act : stop.acts)
            if (act.kind == ScriptAct::Kind::syscall_entry || act.kind == ScriptAct::Kind::syscall_result)
                return "PTRACE_SET_SYSCALL_INFO";
    return script.task.rseq && script.task.rseq->debug ? "switch rseq/debug" : "";
}

ScriptRun run_script_on(ir::Program& rounds, const Script& script, const Values& options) {
    refuse_what_is_not_modelled(rounds, script);
    refuse_what_is_too_new(rounds, script);
    return Driver(rounds, script, options).run(!script.child.empty());
}

ScriptRun run_script(const ir::Program& path, const Script& script) {
    ir::Program rounds = environment::with_rounds(path);
    return run_script_on(rounds, script);
}

}  // namespace entryproof::checker
