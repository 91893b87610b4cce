// SPDX-License-Identifier: MIT
// The main job, in one line from values to values: paths -> comparison under premises -> vacuity -> roots that nobody
// declared -> claims, stories, ledger.
#include "checker/prove.h"

#include "checker/beside.h"
#include "checker/condition.h"
#include "checker/error.h"
#include "checker/flag_layout.h"
#include "checker/interference/claims.h"
#include "checker/premises.h"
#include "checker/prove_induction.h"
#include "checker/prove_ledger.h"
#include "checker/prove_story.h"
#include "checker/smtlib.h"
#include "checker/vacuity.h"
#include "checker/version.h"
#include "checker/whole.h"
#include "spec/assumption.h"
#include "spec/coverage.h"
#include "spec/observer.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

namespace entryproof::checker {

namespace {

const std::string scope = "one syscall";

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void usage(const std::string& message, const std::string& hint) {
    InputError error("", 0, 0, message, hint);
    error.is_usage = true;
    throw error;
}

std::vector<std::string> observers_of(const ProveOptions& options) {
    std::vector<std::string> known;
    for (const spec::Observer& observer : spec::observers()) known.push_back(observer.name);
    for (const std::string& name : options.observers)
        if (!contains(known, name))
            usage("there is no observer '" + name + "'", "'entryproof list observers' names them");
    if (options.observers.empty()) return known;
    return options.observers;
}

// One comparison with everything that questions about it need.
struct Setting {
    const std::vector<ir::Program>& programs;
    const ProveOptions& options;
    Terms& terms;
    QueryLog& log;
    const CellTerms& initial;

    SolverOptions solver() const {
        SolverOptions result;
        result.rlimit = options.rlimit;
        result.timeout_ms = options.timeout_ms;
        return result;
    }
};

// That a root of this observer occurs which nobody declared.
Term undeclared(Terms& terms, const Roots& roots, const std::vector<AllowedRoot>& allowed,
                const std::string& observer) {
    Term result = terms.truth(false);
    for (const RootShape& shape : roots.shapes())
        if (shape.observer == observer) result = terms.either(result, roots.not_allowed(shape, allowed));
    return result;
}

std::string claim_name(const std::string& observer) {
    return observer == "undefined" ? observer : "agreement." + observer;
}

// The questions behind the claims, begun while others are asked. What is expected is that no observer sees an
// undeclared difference, and that is told by one question for several of them; each is asked for on its own when it is
// not so. The user, who sees the final state and is by far the hardest to decide, is always asked for alone.
class Agreements {
public:
    Agreements(Jobs& jobs, const Question& question, std::map<std::string, Term> bad)
        : question_(question), bad_(std::move(bad)) {
        Term some = question.terms.truth(false);
        for (const auto& [observer, one] : bad_)
            if (observer != "user") some = question.terms.either(some, one);
        if (bad_.count("user") != 0) user_.emplace(jobs, question, claim_name("user"), bad_.at("user"));
        others_.emplace(jobs, question, "agreement", some);
    }

    // Once for each observer.
    Refuted answer(const std::string& observer) {
        if (observer == "user") return user_->answer(question_);
        if (!together_) together_ = others_->answer(question_);
        if (together_->finding.outcome.unsat()) return *together_;
        return find_with_fewest(question_, claim_name(observer), bad_.at(observer));
    }

private:
    const Question& question_;
    std::map<std::string, Term> bad_;
    std::optional<Beside> user_;
    std::optional<Beside> others_;
    std::optional<Refuted> together_;
};

Claim agreement_claim(const Premises& premises, const Comparison& comparison, const std::string& observer,
                      const Refuted& refuted) {
    Claim claim;
    claim.name = claim_name(observer);
    claim.scope = scope;
    const Outcome& outcome = refuted.finding.outcome;
    if (outcome.unsat()) {
        LeanedOn names = names_of(premises, comparison, refuted.used);
        claim.assumptions = std::move(names.assumptions);
        claim.within = std::move(names.within);
    }
    claim.verdict = outcome.unsat() ? Verdict::proved : outcome.sat() ? Verdict::refuted : Verdict::unknown;
    if (outcome.sat()) claim.reason = "an undeclared difference";
    if (outcome.unknown()) claim.reason = outcome.reason;
    return claim;
}

// Claims are about roots. So a claim of one observer is no more than undecided while an observer that was left out can
// see an undeclared difference first: its consequences would be seen by the one that was asked about.
void require_no_other_root(std::vector<Claim>& claims, const Question& question, const Roots& roots,
                           const std::vector<AllowedRoot>& allowed, const std::vector<std::string>& asked) {
    for (const spec::Observer& other : spec::observers()) {
        if (contains(asked, other.name)) continue;
        const Outcome outcome =
            find(question, "left out." + other.name, undeclared(question.terms, roots, allowed, other.name)).outcome;
        if (outcome.unsat()) continue;
        for (Claim& claim : claims) {
            if (claim.verdict != Verdict::proved) continue;
            claim.verdict = Verdict::unknown;
            claim.assumptions.clear();
            claim.within.clear();
            claim.reason = "observer " + other.name + ", which was left out, " +
                           (outcome.sat() ? "sees an undeclared difference first" : "is undecided: " + outcome.reason) +
                           "; what follows from it is not judged";
        }
        return;
    }
}

void collect(std::vector<Smt2File>& files, const Setting& setting, const std::vector<Term>& premises, Term bad,
             const Claim& claim) {
    std::vector<Term> asserted = premises;
    asserted.push_back(bad);
    const std::string expected = claim.verdict == Verdict::proved    ? "unsat"
                                 : claim.verdict == Verdict::refuted ? "sat"
                                                                     : "unknown";
    files.push_back({claim.name + ".smt2", smtlib(setting.terms, asserted, claim.name), expected});
}

ExitCode exit_of(const Claim& claim) {
    switch (claim.verdict) {
        case Verdict::proved:
            return ExitCode::proved;
        case Verdict::refuted:
            return ExitCode::refuted;
        case Verdict::unknown:
            return ExitCode::unknown;
        case Verdict::vacuous:
            return ExitCode::vacuous;
    }
    throw InternalError("a verdict has one of four values");
}

ExitCode exit_of(const Result& result) {
    std::vector<ExitCode> codes;
    for (const Claim& claim : result.claims) codes.push_back(exit_of(claim));
    if (!result.ledger.empty()) codes.push_back(ExitCode::ledger);
    return worst(codes);
}

void add_declared(Result& result, const std::vector<spec::DeclaredDifference>& declared,
                  const LedgerFindings& findings) {
    for (std::size_t i = 0; i < declared.size(); ++i) {
        if (!findings.met[i]) continue;
        Difference difference;
        difference.observer = declared[i].observer;
        difference.left = declared[i].left;
        difference.right = declared[i].right;
        difference.fields = declared[i].fields;
        difference.id = difference_id(result.left, result.right, difference);
        difference.condition = declared[i].condition;
        difference.summary = declared[i].name;
        difference.reason = declared[i].reason;
        difference.declared = true;
        result.differences.push_back(std::move(difference));
    }
}

Provenance provenance_of(const LoadedPath& left, const LoadedPath& right, const ProveOptions& options) {
    Provenance provenance;
    provenance.tool_version = version;
    provenance.solver = solver_version();
    provenance.left_origin = left.origin;
    provenance.right_origin = right.origin;
    for (const std::string& text : options.assume) provenance.options.push_back("--assume '" + text + "'");
    for (const std::string& name : options.drop_assumptions) provenance.options.push_back("--drop-assumption " + name);
    for (const std::string& name : options.observers) provenance.options.push_back("--observer " + name);
    if (options.interference) provenance.options.push_back("--interference");
    if (options.no_expect) provenance.options.push_back("--no-expect");
    if (options.expect_file) provenance.options.push_back("--expect " + *options.expect_file);
    if (options.rlimit != 0) provenance.options.push_back("--rlimit " + std::to_string(options.rlimit));
    provenance.not_covered = spec::not_covered();
    provenance.trusted = spec::trusted();
    return provenance;
}

}  // namespace

ProveOutcome prove(const LoadedPath& left, const LoadedPath& right, const ProveOptions& options) {
    const std::vector<std::string> observers = observers_of(options);
    const std::vector<spec::DeclaredDifference> declared = declarations(left, right, options);
    const std::vector<ir::Program> programs = proof_programs(left, right, tasks_of(options.drop_assumptions));
    Terms terms;
    QueryLog log;
    const CellTerms initial = shared_cells(terms, programs[0], programs[1]);
    const Setting setting{programs, options, terms, log, initial};
    Jobs jobs(options.jobs);
    PendingInduction induction;
    if (options.assume.empty() && options.drop_assumptions.empty())
        induction = begin_induction(jobs, left, right, setting.solver());
    const Premises premises = premises_of(terms, initial, options.assume, options.drop_assumptions);
    const Comparison comparison =
        compare_under(terms, programs, initial, premises, setting.solver(), log, options.cut_points);
    const Question question = question_about(terms, comparison, premises, setting.solver(), log);
    const Roots roots(terms, comparison);
    const std::vector<AllowedRoot> allowed = allowed_roots(terms, declared, initial, comparison);

    ProveOutcome outcome;
    Result& result = outcome.result;
    result.command = "prove";
    result.left = left.name;
    result.right = right.name;
    result.provenance = provenance_of(left, right, options);
    for (const LoadedPath* path : {&left, &right})
        for (const std::string& note : path->notes) result.notes.push_back(path->name + ": " + note);

    std::map<std::string, Term> bad;
    for (const std::string& observer : observers) bad[observer] = undeclared(terms, roots, allowed, observer);
    Agreements agreements(jobs, question, bad);
    const std::vector<Finding> occurrences = find_occurrences(question, roots, declared, allowed);
    const Coverage coverage = check_coverage(question, comparison, !options.assume.empty());
    result.notes.insert(result.notes.end(), coverage.notes.begin(), coverage.notes.end());
    std::vector<std::string> differing;
    for (const std::string& observer : observers) {
        Claim claim = agreement_claim(premises, comparison, observer, agreements.answer(observer));
        if (options.collect_smt2) collect(outcome.smt2, setting, question.premises, bad[observer], claim);
        if (claim.verdict != Verdict::proved) differing.push_back(observer);
        if (claim.verdict == Verdict::proved) coverage.weaken(claim, observer);
        result.claims.push_back(std::move(claim));
    }
    require_no_other_root(result.claims, question, roots, allowed, observers);
    for (const auto& [side, path] : {std::pair{"left", &left}, std::pair{"right", &right}})
        for (Claim& claim : layout_claims(path->program, side)) result.claims.push_back(std::move(claim));
    if (coverage.claim.verdict != Verdict::proved) result.claims.push_back(coverage.claim);

    if (!differing.empty() && options.tells_differences)
        result.differences =
            undeclared_differences(question, roots, allowed, differing, comparison, initial, programs, result);
    if (coverage.claim.verdict == Verdict::proved) {
        const LedgerFindings findings =
            check_ledger(question, roots, declared, allowed, occurrences, initial, comparison);
        result.ledger = findings.flaws;
        add_declared(result, declared, findings);
        for (const std::string& name : findings.undecided) {
            Claim claim{
                "declared." + name, Verdict::unknown, scope, {}, "the solver did not decide whether it is exact"};
            result.claims.push_back(std::move(claim));
        }
    }
    extend_to_all_syscalls(result, induction, question, comparison);
    if (options.interference) interference::add_claims(result, left, right, options, log);
    result.statistics = {static_cast<unsigned>(comparison.left.slots.size()),
                         static_cast<unsigned>(comparison.right.slots.size()), terms.size(),
                         static_cast<unsigned>(log.queries.size()), log.rlimit()};
    result.exit = exit_of(result);
    return outcome;
}

}  // namespace entryproof::checker
