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

namespace entryproof::checker {

namespace {

class Inductor {
public:
    Inductor(const ir::Program& path, const InductOptions& options, QueryLog& log)
        : options_(options), log_(log), machine_(terms_, path) {
        for (const spec::Invariant& one : spec::invariants())
            if (one.needs.empty() || path.functions.count(one.needs) != 0) invariants_.push_back(one);
    }

    Induction run() {
        Induction result;
        for (const Step& step : machine_.steps()) result.transitions.push_back(step.name);
        for (const spec::Invariant& one : invariants_) result.invariants.push_back(decide(one));
        return result;
    }

private:
    KeptInvariant decide(const spec::Invariant& invariant) {
        KeptInvariant kept;
        kept.name = invariant.name;
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
        Question question{terms_, {}, options_.solver, log_};
        for (const spec::Invariant& one : invariants_)
            question.premises.push_back(machine_.term(one.condition, step.execution.initial));
        for (const spec::Assumption& one : spec::assumptions())
            if (one.kind != spec::AssumptionKind::invariant)
                question.premises.push_back(machine_.term(one.condition, step.execution.initial));
        const Term after = machine_.term(invariant.condition, step.execution.final);
        const Term broken = terms_.both(terms_.negation(step.execution.halted), terms_.negation(after));
        return find_with_fewest(question, "keeps." + invariant.name + "." + step.name, broken);
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
            if (one.kind != spec::AssumptionKind::invariant && is_used(one.condition)) add(kept.within, one.name);
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
    Terms terms_;
    Machine machine_;
    std::vector<spec::Invariant> invariants_;
};

}  // namespace

Induction induct(const ir::Program& path, const InductOptions& options, QueryLog& log) {
    if (kernel::arch_of(path).name != "arm64") return {false, {}, {}};
    return Inductor(path, options, log).run();
}

}  // namespace entryproof::checker
