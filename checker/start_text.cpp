// SPDX-License-Identifier: MIT
#include "checker/start_text.h"

#include "checker/number_text.h"
#include "model/environment/environment.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

class StartTeller {
public:
    explicit StartTeller(const Values& initial) : initial_(initial) {}

    std::vector<std::string> tell() {
        tell_tracer();
        tell_actions();
        tell_registers();
        tell_rest();
        return std::move(told_);
    }

private:
    std::uint64_t value(const std::string& cell) const {
        const auto found = initial_.find(cell);
        return found == initial_.end() ? 0 : found->second;
    }
    // The value, which then counts as told.
    std::uint64_t take(const std::string& cell) {
        taken_.insert(cell);
        return value(cell);
    }
    void say(const std::string& text) { told_.push_back(text); }

    void tell_options(std::uint64_t ptrace) {
        const std::vector<std::pair<unsigned, std::string>> bits = {
            {kernel::PT_TRACESYSGOOD_BIT, "PTRACE_O_TRACESYSGOOD"},
            {kernel::PT_TRACE_SECCOMP_BIT, "PTRACE_O_TRACESECCOMP"},
            {kernel::PT_SUSPEND_SECCOMP_BIT, "PTRACE_O_SUSPEND_SECCOMP"}};
        std::uint64_t other = ptrace & ~std::uint64_t{1 << kernel::PT_PTRACED_BIT};
        std::vector<std::string> options;
        for (const auto& [bit, name] : bits) {
            if ((ptrace >> bit & 1) != 0) say("tracer set " + name);
            other &= ~(std::uint64_t{1} << bit);
        }
        if (other != 0) say("other bits of task.ptrace " + plain_number_text("flags", other, 32));
    }

    // kernel/ptrace.c:ptrace_resume: each request leaves one combination of the three flags behind.
    void tell_tracer() {
        const std::uint64_t ptrace = take("task.ptrace");
        const bool is_traced = (ptrace >> kernel::PT_PTRACED_BIT & 1) != 0;
        const bool trace = take("task.trace") != 0;
        const bool emu = take("task.emu") != 0;
        const bool step = take("task.singlestep") != 0;
        if (is_traced && !(trace && (emu || step))) {
            say(std::string("tracer resumed with ") + (emu && step ? "PTRACE_SYSEMU_SINGLESTEP"
                                                       : emu       ? "PTRACE_SYSEMU"
                                                       : step      ? "PTRACE_SINGLESTEP"
                                                       : trace     ? "PTRACE_SYSCALL"
                                                                   : "PTRACE_CONT"));
        } else if (!is_traced && step && !trace && !emu) {
            say("no tracer; one that died left single stepping on");
        } else if (is_traced || trace || emu || step) {
            say(std::string(is_traced ? "traced" : "not traced") + (trace ? ", TRACE set" : "") +
                (emu ? ", EMU set" : "") + (step ? ", single stepping" : "") + " (assumed reachable)");
        }
        tell_options(ptrace);
    }

    void tell_actions() {
        const std::vector<std::pair<std::string, std::string>> actions = {
            {"task.seccomp", "a seccomp filter was installed"},
            {"task.tracepoint", "a syscall tracepoint was switched on"},
            {"task.audit", "the task was forked with auditing on"},
            {"task.mte_fault", "an asynchronous MTE tag fault is found at kernel entry"},
            {"task.compat", "a 32-bit task"},
            {"task.last_thread", "no other thread of the process is alive"},
            {"audit.context", "the task has an audit context"},
            {"audit.enabled", "auditing is switched on"},
            {"audit.rules", "audit rules are loaded"},
            {"audit.record_state", "an audit rule asks for a record of every syscall"},
            {"audit.daemon", "the task is the audit daemon"},
            {"rseq.registered", "rseq(2) registered an area"},
        };
        for (const auto& [cell, words] : actions)
            if (take(cell) != 0) say(words);
        if (const std::uint64_t pending = take("task.pending"); pending != 0) say("pending: " + signal_set(pending));
        for (const ir::Cell& option : kernel::option_cells())
            if (option.width == 1 && take(option.name) != 0) say(option.name + " on");
    }

    void tell_registers() {
        for (unsigned number = 0; number <= 30; ++number)
            if (const std::uint64_t found = take(kernel::register_cell(number)); found != 0)
                say("x" + std::to_string(number) + " = " + number_text("x", found, 64));
        for (const std::string name : {"pc", "pstate"})
            if (const std::uint64_t found = take("regs." + name); found != 0)
                say(name + " = " + number_text(name, found, 64));
    }

    // Facts that no table above knows are told by their meaning, everything else by its name.
    void tell_rest() {
        const std::vector<environment::Fact>& facts = environment::start_facts();
        for (const auto& [cell, found] : initial_) {
            if (found == 0 || taken_.count(cell) != 0) continue;
            const std::string& name = cell;
            const auto fact = std::find_if(facts.begin(), facts.end(),
                                           [&](const environment::Fact& row) { return row.cell == name; });
            if (fact != facts.end() && fact->width == 1)
                say(fact->meaning + " (assumed reachable)");
            else
                say(name + " = " + number_text(name, found, 64));
        }
    }

    const Values& initial_;
    std::set<std::string> taken_;
    std::vector<std::string> told_;
};

}  // namespace

std::vector<std::string> start_text(const Values& initial) { return StartTeller(initial).tell(); }

}  // namespace entryproof::checker
