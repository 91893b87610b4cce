// SPDX-License-Identifier: MIT
#include "checker/side_vocabulary.h"

#include "model/environment/environment.h"
#include "model/ir/builder.h"
#include "model/kernel/arch.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/property_tables.h"

#include "checker/statement_term.h"

#include <set>

namespace entryproof::checker {

namespace {

using namespace kernel;

const std::vector<std::pair<std::string, std::uint32_t>>& actions() {
    static const std::vector<std::pair<std::string, std::uint32_t>> table = {
        {"TRACE", SECCOMP_RET_TRACE}, {"ERRNO", SECCOMP_RET_ERRNO}, {"USER_NOTIF", SECCOMP_RET_USER_NOTIF},
        {"TRAP", SECCOMP_RET_TRAP},   {"ALLOW", SECCOMP_RET_ALLOW}, {"LOG", SECCOMP_RET_LOG}};
    return table;
}

const std::vector<std::pair<std::string, unsigned>>& requests() {
    static const std::vector<std::pair<std::string, unsigned>> table = {
        {"PTRACE_SYSCALL", PTRACE_SYSCALL},
        {"PTRACE_SINGLESTEP", PTRACE_SINGLESTEP},
        {"PTRACE_SYSEMU", PTRACE_SYSEMU},
        {"PTRACE_SYSEMU_SINGLESTEP", PTRACE_SYSEMU_SINGLESTEP},
        {"PTRACE_DETACH", PTRACE_DETACH}};
    return table;
}

const std::vector<std::pair<std::string, unsigned>>& ptrace_bits() {
    static const std::vector<std::pair<std::string, unsigned>> table = {
        {"traced", PT_PTRACED_BIT},
        {"PTRACE_O_TRACESYSGOOD", PT_TRACESYSGOOD_BIT},
        {"PTRACE_O_TRACESECCOMP", PT_TRACE_SECCOMP_BIT},
        {"PTRACE_O_EXITKILL", PT_EXITKILL_BIT},
        {"PTRACE_O_SUSPEND_SECCOMP", PT_SUSPEND_SECCOMP_BIT}};
    return table;
}

class Vocabulary {
public:
    Vocabulary(Terms& terms, const ir::Program& program, const Execution& execution)
        : t_(terms), program_(program), execution_(execution) {}

    SideVocabulary make() {
        add_facts();
        add_requests();
        add_decision_points();
        add_acts();
        add_options();
        return std::move(made_);
    }

private:
    void add(const std::string& name, const std::string& opposite, Term term) {
        if (t_.is_constant(term)) return;
        made_.literals.push_back({name, term});
        made_.literals.push_back({opposite, t_.negation(term)});
    }
    void add_quiet(const std::string& name, Term term) {
        if (t_.is_constant(term)) return;
        made_.quiet.push_back(made_.literals.size());
        made_.literals.push_back({name, term});
    }
    void add(const std::string& name, Term term) { add(name, "!" + name, term); }

    void add_start(const std::string& name, const ir::ExpressionRef& condition) {
        add(name, statement_term(t_, spec::holds(condition), execution_));
    }

    void add_acts() {
        std::map<std::pair<std::string, std::string>, Term> some;  // (hook, 1-bit answer) -> some call has it
        std::vector<std::pair<std::string, std::string>> order;
        for (const Slot& slot : execution_.slots)
            for (const SlotAnswer& answer : slot.answers) {
                if (answer.width != 1 || slot.hook.empty()) continue;
                const auto [place, is_new] = some.emplace(std::pair{slot.hook, answer.name}, t_.truth(false));
                if (is_new) order.push_back(place->first);
                place->second = t_.either(place->second, t_.both(slot.guard, answer.value));
            }
        for (const auto& key : order) add_quiet("!" + key.first + "." + key.second, t_.negation(some.at(key)));
        for (const auto& [name, action] : actions())
            add_quiet("filter.action != " + name,
                      statement_term(
                          t_, spec::every("f", {"filter"}, spec::negated(spec::holds(spec::answered("f", action)))),
                          execution_));
        for (const std::string hook : {"entry_stop", "seccomp_stop", "exit_stop"}) {
            const Term term = every_call(hook, "signal", 0);
            add_quiet(hook + ".signal == 0", term);
        }
    }

    // Those that the exit work can still depend on.
    void add_requests() {
        for (const std::string hook : {"entry_stop", "seccomp_stop"})
            for (const auto& [name, request] : requests()) {
                const Term term = every_call(hook, "request", request);
                if (!t_.is_constant(term)) made_.literals.push_back({hook + ".request == " + name, term});
            }
    }

    Term every_call(const std::string& hook, const std::string& answer, unsigned value) {
        const ir::ExpressionRef is = ir::equal(spec::does("a", answer, 8), ir::constant(8, value));
        return statement_term(t_, spec::every("a", {hook}, spec::holds(is)), execution_);
    }

    void add_facts() {
        for (const environment::Fact& fact : environment::start_facts())
            if (fact.width == 1 && execution_.initial.count(fact.cell) != 0)
                add_start(fact.cell, spec::start(fact.cell));
        for (const auto& [name, bit] : ptrace_bits()) add_start(name, has_bit(spec::start("task.ptrace"), bit));
        const ir::ExpressionRef number = spec::user_number(arch_of(program_));
        add("number == -1", "number != -1",
            statement_term(t_, spec::holds(ir::equal(number, int_constant(NO_SYSCALL))), execution_));
        add("number < 0", "number >= 0",
            statement_term(t_, spec::holds(ir::binary(ir::BinaryOperator::signed_less, number, int_constant(0))),
                           execution_));
        add("number < NR_syscalls", "number >= NR_syscalls",
            statement_term(
                t_, spec::holds(ir::binary(ir::BinaryOperator::unsigned_less, number, spec::start("NR_syscalls"))),
                execution_));
    }

    // What was seen says too much: that sys_enter was seen is no reason why sys_exit comes after it.
    void add_decision_points() {
        for (const environment::Fact& point : environment::decision_points()) {
            const bool is_seen = point.cell.rfind("seen.", 0) == 0 || point.cell.rfind("now.", 0) == 0;
            if (!is_seen && execution_.final.count(point.cell) != 0) add(point.cell, execution_.final.at(point.cell));
        }
    }

    void add_options() {
        for (const ir::Cell& option : option_cells())
            if (option.width == 1 && execution_.initial.count(option.name) != 0)
                add(option.name, execution_.initial.at(option.name));
    }

    Terms& t_;
    const ir::Program& program_;
    const Execution& execution_;
    SideVocabulary made_;
};

}  // namespace

SideVocabulary side_vocabulary(Terms& terms, const ir::Program& program, const Execution& execution) {
    return Vocabulary(terms, program, execution).make();
}

}  // namespace entryproof::checker
