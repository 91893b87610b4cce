// SPDX-License-Identifier: MIT
#include "checker/prove_induction.h"

#include "checker/layout.h"
#include "spec/coverage.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

const std::string scope = "inductive";

void add_name(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// The part of the relation that needs both sides of the syscall: where all see the same, the environment's facts end up
// the same, and so (I7 of each side) do the words.
KeptInvariant same_facts_at_the_end(const Question& question, const Comparison& comparison) {
    Terms& terms = question.terms;
    Term differs = terms.truth(false);
    for (const std::string fact : {"now.trace", "now.emu", "now.singlestep", "now.seccomp", "now.tracepoint"}) {
        const auto left = comparison.left.final.find(fact);
        const auto right = comparison.right.final.find(fact);
        if (left != comparison.left.final.end() && right != comparison.right.final.end())
            differs = terms.either(differs, terms.differs(left->second, right->second));
    }
    const Term goes_on = terms.both(terms.negation(comparison.left.halted), terms.negation(comparison.right.halted));
    const Term parted = terms.all_of({comparison.agreement(terms, "order"), goes_on, differs});
    const Outcome outcome = find(question, "keeps.I7.syscall", parted).outcome;
    KeptInvariant kept;
    kept.name = "I7.syscall";
    kept.verdict = outcome.unsat() ? Verdict::proved : Verdict::unknown;
    if (outcome.sat()) kept.reason = "not inductive: nobody sees a difference, and the facts differ afterwards";
    if (outcome.unknown()) kept.reason = outcome.reason;
    return kept;
}

std::string run_text(const KeptInvariant& kept) {
    std::string text;
    for (const InductionStep& step : kept.run) text += (text.empty() ? "" : "; then ") + step.text;
    return text;
}

Claim not_kept(const KeptInvariant& kept) {
    Claim claim{"invariant." + kept.name, kept.verdict, scope, {}, kept.reason};
    if (!kept.run.empty()) claim.reason += ": " + run_text(kept);
    return claim;
}

}  // namespace

PendingInduction begin_induction(Jobs& jobs, const LoadedPath& left, const LoadedPath& right,
                                 const SolverOptions& solver) {
    std::vector<InductionPrograms> sides;
    for (const LoadedPath* path : {&left, &right}) {
        std::optional<InductionPrograms> programs = induction_programs(path->program);
        if (!programs) return std::nullopt;
        sides.push_back(std::move(*programs));
    }
    return jobs.add([sides = std::move(sides), solver] {
        InductionAnswer answer;
        answer.induction = induct(sides, {solver}, answer.log);
        return answer;
    });
}

void extend_to_all_syscalls(Result& result, PendingInduction& pending, const Question& question,
                            const Comparison& comparison) {
    if (!pending) return;
    InductionAnswer answer = pending->get();
    question.log.queries.insert(question.log.queries.end(), answer.log.queries.begin(), answer.log.queries.end());
    Induction& induction = answer.induction;
    induction.invariants.push_back(same_facts_at_the_end(question, comparison));
    if (!induction.is_proved()) {
        for (const KeptInvariant& kept : induction.invariants)
            if (kept.verdict != Verdict::proved) result.claims.push_back(not_kept(kept));
        return;
    }
    Claim all{"invariants", Verdict::proved, scope, {}, ""};
    for (const KeptInvariant& kept : induction.invariants)
        for (const std::string& name : kept.within) add_name(all.within, name);
    for (Claim& claim : result.claims) {
        if (claim.verdict != Verdict::proved || claim.scope != "one syscall") continue;
        claim.scope = scope;
        if (claim.assumptions.empty()) continue;
        claim.assumptions.clear();
        for (const std::string& name : all.within) add_name(claim.within, name);
    }
    result.claims.push_back(std::move(all));
    std::erase(result.provenance.not_covered, spec::one_syscall_only());
}

}  // namespace entryproof::checker
