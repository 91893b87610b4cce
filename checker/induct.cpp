// SPDX-License-Identifier: MIT
// Every transition is executed once over variables; each question is about its start and its end.
#include "checker/induct.h"

#include "checker/error.h"
#include "checker/induct_run.h"
#include "model/environment/transitions.h"
#include "model/kernel/arch.h"
#include "spec/assumption.h"
#include "spec/invariant.h"

#include <algorithm>
#include <memory>

namespace entryproof::checker {

namespace {

// Facts that the environment of one syscall keeps up to date, each with what it calls them.
const std::vector<std::pair<std::string, std::string>>& kept_facts() {
    static const std::vector<std::pair<std::string, std::string>> table = {{"task.trace", "now.trace"},
                                                                           {"task.emu", "now.emu"},
                                                                           {"task.singlestep", "now.singlestep"},
                                                                           {"task.seccomp", "now.seccomp"},
                                                                           {"task.tracepoint", "now.tracepoint"}};
    return table;
}

// One side.
class Inductor {
public:
    Inductor(Terms& terms, const InductionPrograms& programs, std::string side, const InductOptions& options,
             QueryLog& log)
        : options_(options), log_(log), terms_(terms), side_(std::move(side)), machine_(terms_, programs) {
        for (const spec::Invariant& one : spec::invariants())
            if (one.needs.empty() || programs.syscall.functions.count(one.needs) != 0) invariants_.push_back(one);
    }

    std::vector<KeptInvariant> run() {
        std::vector<KeptInvariant> result;
        for (const spec::Invariant& one : invariants_) result.push_back(decide(one));
        result.push_back(words_say_the_facts());
        return result;
    }

    Machine& machine() { return machine_; }

    std::vector<Term> premises(const Step& step) {
        std::vector<Term> all;
        for (const spec::Invariant& one : invariants_)
            all.push_back(machine_.term(one.condition, step.execution.initial));
        for (const spec::Assumption& one : spec::assumptions())
            if (is_made(one)) all.push_back(machine_.term(one.condition, step.execution.initial));
        return all;
    }

    void note_what_it_leans_on(KeptInvariant& kept, const Step& step, const std::vector<Term>& used) {
        const auto is_used = [&](const ir::ExpressionRef& condition) {
            const Term term = machine_.term(condition, step.execution.initial);
            return std::find(used.begin(), used.end(), term) != used.end();
        };
        const auto add = [](std::vector<std::string>& names, const std::string& name) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        };
        for (const spec::Invariant& one : invariants_)
            if (is_used(one.condition)) add(kept.assumptions, one.name);
        for (const spec::Assumption& one : spec::assumptions())
            if (is_made(one) && is_used(one.condition)) add(kept.within, one.name);
    }

private:
    // What is said of 32-bit tasks has no place beside the assumption that the task is none.
    static bool is_made(const spec::Assumption& one) {
        return one.kind != spec::AssumptionKind::invariant && one.with_cell.empty();
    }

    KeptInvariant decide(const spec::Invariant& invariant) {
        KeptInvariant kept;
        kept.name = invariant.name + side_;
        kept.verdict = Verdict::proved;
        check(machine_.holds_first(invariant.condition), "the first task satisfies every invariant");
        for (const Step& step : machine_.steps()) {
            const Refuted refuted = broken_by(step, invariant);
            const Outcome& outcome = refuted.finding.outcome;
            if (outcome.unsat()) {
                note_what_it_leans_on(kept, step, refuted.used);
                continue;
            }
            kept.verdict = Verdict::unknown;
            kept.transition = step.name;
            kept.reason = outcome.unknown() ? outcome.reason : "not inductive: not kept when " + step.text;
            break;
        }
        if (kept.verdict != Verdict::proved) {
            kept.assumptions.clear();
            kept.within.clear();
            look_for_run(kept, invariant);
        }
        return kept;
    }

    Refuted broken_by(const Step& step, const spec::Invariant& invariant) {
        const Question question{terms_, premises(step), options_.solver, log_};
        const Term after = machine_.term(invariant.condition, step.execution.final);
        const Term broken = terms_.both(terms_.negation(step.execution.halted), terms_.negation(after));
        return find_with_fewest(question, "keeps." + invariant.name + "." + step.name, broken);
    }

    // At the end of a syscall. Whether the task is audited does not change there.
    KeptInvariant words_say_the_facts() {
        KeptInvariant kept;
        kept.name = "I7" + side_;
        const Step& step = machine_.steps().back();
        const CellTerms& end = step.execution.final;
        Term differs = terms_.differs(end.at("task.audit"), step.execution.initial.at("task.audit"));
        for (const auto& [word, fact] : kept_facts())
            if (end.count(fact) != 0) differs = terms_.either(differs, terms_.differs(end.at(word), end.at(fact)));
        const Question question{terms_, premises(step), options_.solver, log_};
        const Refuted refuted = find_with_fewest(question, "keeps." + kept.name,
                                                 terms_.both(terms_.negation(step.execution.halted), differs));
        const Outcome& outcome = refuted.finding.outcome;
        kept.verdict = outcome.unsat() ? Verdict::proved : Verdict::unknown;
        kept.transition = outcome.unsat() ? "" : step.name;
        if (outcome.unsat()) note_what_it_leans_on(kept, step, refuted.used);
        if (outcome.sat()) kept.reason = "not inductive: the words do not say what the actors did when " + step.text;
        if (outcome.unknown()) kept.reason = outcome.reason;
        return kept;
    }

    void look_for_run(KeptInvariant& kept, const spec::Invariant& invariant) {
        const std::vector<InductionStep> run =
            run_that_breaks(machine_, invariant, {terms_, {}, options_.solver, log_}, options_.longest_run);
        if (run.empty()) return;
        kept.verdict = Verdict::refuted;
        kept.transition = run.back().transition;
        kept.reason = "not true after " + std::to_string(run.size()) + (run.size() == 1 ? " step" : " steps") +
                      " from the first task";
        kept.run = run;
    }

    InductOptions options_;
    QueryLog& log_;
    Terms& terms_;
    std::string side_;
    Machine machine_;
    std::vector<spec::Invariant> invariants_;
};

// Flag words are a side's own; one side may have no EXIT_TRAP, and I4 says what it is.
bool is_of_one_side(const std::string& cell) { return cell.rfind("thread_info.", 0) == 0 || cell == "task.exit_trap"; }

struct SharedCell {
    std::string name;
    Term left;
    Term right;
};

// Whether anything that happens in any step, or any other cell after it, depends on the cell. One that nothing reads
// may differ: nobody can tell.
bool has_influence(const Terms& terms, const Machine& machine, const std::string& name) {
    for (const Step& step : machine.steps()) {
        const auto start = step.execution.initial.find(name);
        if (start == step.execution.initial.end()) continue;
        std::vector<Term> told = {step.execution.halted};
        for (const Slot& slot : step.execution.slots) {
            told.push_back(slot.guard);
            for (const SlotField& field : slot.fields) told.push_back(field.value);
        }
        for (const auto& [other, value] : step.execution.final)
            if (other != name) told.push_back(value);
        const std::vector<Term> all = terms.reachable(told);
        if (std::binary_search(all.begin(), all.end(), start->second)) return true;
    }
    return false;
}

// What a syscall of either side can start from, as it is after the `step`-th transition.
std::vector<SharedCell> shared_at_the_end(const Terms& terms, Inductor& left, Inductor& right, std::size_t step) {
    const CellTerms& end = left.machine().steps()[step].execution.final;
    const CellTerms& other_end = right.machine().steps()[step].execution.final;
    const CellTerms& start = left.machine().steps().back().execution.initial;
    const CellTerms& other_start = right.machine().steps().back().execution.initial;
    std::vector<SharedCell> shared;
    for (const auto& [name, value] : end) {
        const auto other = other_end.find(name);
        const bool is_shared = other != other_end.end() && start.count(name) != 0 && other_start.count(name) != 0;
        if (!is_shared || is_of_one_side(name) || value == other->second) continue;
        if (has_influence(terms, left.machine(), name) || has_influence(terms, right.machine(), name))
            shared.push_back({name, value, other->second});
    }
    return shared;
}

// Every transition but the syscall takes equal facts, registers and whatever else a syscall starts from to equal ones:
// both were executed over the same variables, answers too.
KeptInvariant relation(Terms& terms, Inductor& left, Inductor& right, const InductOptions& options, QueryLog& log) {
    KeptInvariant kept;
    kept.name = "I7.relation";
    kept.verdict = Verdict::proved;
    for (std::size_t i = 0; i + 1 < left.machine().steps().size(); ++i) {
        const Step& one = left.machine().steps()[i];
        const Step& other = right.machine().steps()[i];
        Term differs = terms.differs(one.execution.halted, other.execution.halted);
        const std::vector<SharedCell> shared = shared_at_the_end(terms, left, right, i);
        for (const SharedCell& cell : shared) differs = terms.either(differs, terms.differs(cell.left, cell.right));
        std::vector<Term> premises = left.premises(one);
        for (const Term premise : right.premises(other)) premises.push_back(premise);
        // The rseq judgement behind the exit work is not covered (spec/coverage.h).
        const auto event = one.execution.initial.find("rseq.event");
        if (event != one.execution.initial.end()) premises.push_back(terms.negation(event->second));
        const Refuted refuted = find_with_fewest({terms, premises, options.solver, log}, "keeps.relation." + one.name,
                                                 terms.both(terms.negation(one.execution.halted), differs));
        if (refuted.finding.outcome.unsat()) {
            left.note_what_it_leans_on(kept, one, refuted.used);
            continue;
        }
        std::string parted;
        if (refuted.finding.outcome.sat()) {
            Evaluator model(terms, refuted.finding.assignment);
            for (const SharedCell& cell : shared)
                if (model.value(cell.left) != model.value(cell.right)) parted += " " + cell.name;
        }
        kept.verdict = Verdict::unknown;
        kept.transition = one.name;
        kept.reason = refuted.finding.outcome.unknown()
                          ? refuted.finding.outcome.reason
                          : "not inductive: the sides part in" + parted + " when " + one.text;
        return kept;
    }
    return kept;
}

}  // namespace

bool Induction::is_proved() const {
    return !invariants.empty() && std::all_of(invariants.begin(), invariants.end(),
                                              [](const KeptInvariant& one) { return one.verdict == Verdict::proved; });
}

std::optional<InductionPrograms> induction_programs(const ir::Program& path) {
    if (kernel::arch_of(path).name != "arm64") return std::nullopt;
    return InductionPrograms{environment::with_transition_of_syscall(path), environment::with_transitions(path)};
}

Induction induct(const std::vector<InductionPrograms>& sides, const InductOptions& options, QueryLog& log) {
    Terms terms;
    QueryLog own;  // models belong to the terms they are of
    std::vector<std::unique_ptr<Inductor>> inductors;
    Induction result;
    for (const InductionPrograms& programs : sides) {
        const std::string side = sides.size() == 1 ? "" : inductors.empty() ? ".left" : ".right";
        inductors.push_back(std::make_unique<Inductor>(terms, programs, side, options, own));
        for (KeptInvariant& one : inductors.back()->run()) result.invariants.push_back(std::move(one));
    }
    if (sides.size() == 2) result.invariants.push_back(relation(terms, *inductors[0], *inductors[1], options, own));
    log.queries.insert(log.queries.end(), own.queries.begin(), own.queries.end());
    return result;
}

}  // namespace entryproof::checker
