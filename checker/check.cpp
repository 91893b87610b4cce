// SPDX-License-Identifier: MIT
// One obligation a property: under the premises its premise is possible (else vacuous) and its claim cannot fail.
#include "checker/check.h"

#include "checker/check_expectations.h"
#include "checker/check_premises.h"
#include "checker/error.h"
#include "checker/minimise.h"
#include "checker/probed.h"
#include "checker/sharing.h"
#include "checker/side_condition.h"
#include "checker/side_vocabulary.h"
#include "checker/statement_run.h"
#include "checker/statement_term.h"
#include "checker/whole.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace entryproof::checker {

namespace {

constexpr std::uint64_t quick_rlimit = 400'000;

std::vector<spec::StatementRef> parts_of(const spec::StatementRef& claim) {
    const auto* join = std::get_if<spec::Join>(&claim->node);
    return join != nullptr && join->all ? join->operands : std::vector{claim};
}

// One program executed, with everything that questions about it need.
class Arena {
public:
    Arena(ir::Program program, const CheckOptions& options)
        : probed_(with_probes(std::move(program))), options_(options) {
        LeftAnswers answers(terms_);
        sides_.left = execute(terms_, probed_.program, initial_cells(terms_, probed_.program), answers);
        premises_ = premises_of(terms_, sides_.left.initial, options.assume, options.drop_assumptions);
    }

    CheckedProperty decide(const spec::Property& property) {
        CheckedProperty result{property.id, property.name, property.sentence, property.source};
        for (const std::string& event : property.events)
            if (probed_.events.count(event) == 0) {
                result.verdict = PropertyVerdict::not_covered;
                result.reason = "this path has no " + event.substr(event.rfind(' ') + 1);
                return result;
            }
        const Term premise = statement_term(terms_, property.premise, sides_.left);
        const Outcome possible = find(question(), property.id + ".premise", premise).outcome;
        if (!possible.sat()) {
            result.verdict = possible.unsat() ? PropertyVerdict::vacuous : PropertyVerdict::unknown;
            result.reason = possible.unsat() ? "no run is what it speaks of" : possible.reason;
            return result;
        }
        judge(property, premise, result);
        return result;
    }

    void count(CheckResult& result) const {
        result.slots += static_cast<unsigned>(sides_.left.slots.size());
        result.terms += terms_.size();
        result.queries += static_cast<unsigned>(log_.queries.size());
        result.rlimit += log_.rlimit();
    }

private:
    // Part by part, which is far easier to show than all at once.
    void judge(const spec::Property& property, Term premise, CheckedProperty& result) {
        std::vector<Term> used;
        result.verdict = PropertyVerdict::proved;
        for (const spec::StatementRef& part : parts_of(property.claim)) {
            const Term holds = statement_term(terms_, part, sides_.left);
            const Refuted refuted = answer(property.id, terms_.both(premise, terms_.negation(holds)));
            const Outcome& outcome = refuted.finding.outcome;
            used.insert(used.end(), refuted.used.begin(), refuted.used.end());
            if (outcome.unknown()) {
                result.verdict = PropertyVerdict::unknown;
                result.reason = outcome.reason;
            }
            if (!outcome.sat()) continue;
            refute(property, premise, refuted.finding, result);
            return;
        }
        if (result.verdict != PropertyVerdict::proved) return;
        const LeanedOn names = names_of(premises_, sides_, used);
        result.assumptions = names.assumptions;
        result.within = names.within;
    }

    void refute(const spec::Property& property, Term premise, const Finding& found, CheckedProperty& result) {
        const Term breaks = terms_.both(premise, terms_.negation(statement_term(terms_, property.claim, sides_.left)));
        result.verdict = PropertyVerdict::refuted;
        result.reason.clear();
        result.breach = breach(property, breaks, found);
        if (!options_.side_conditions) return;
        if (!vocabulary_) vocabulary_ = side_vocabulary(terms_, probed_.program, sides_.left);
        const SideConditions side = side_conditions(question(), property.id, *vocabulary_, premise, breaks);
        result.holds_when = side.conjunctions;
        result.is_exact = side.is_exact;
        result.is_explained = true;
    }

    // The general engine answers most questions at once and some not at all.
    Refuted answer(const std::string& name, Term condition) {
        Question quick = question();
        quick.solver.rlimit = options_.rlimit == 0 ? quick_rlimit : std::min(quick_rlimit, options_.rlimit);
        const Refuted refuted = find_with_fewest(quick, name, condition);
        if (!refuted.finding.outcome.unknown()) return refuted;
        Question patient = question();
        patient.solver.engine = Engine::finite_domain;
        return find_with_fewest(patient, name + ".again", condition);
    }

    Question question() {
        SolverOptions solver;
        solver.rlimit = options_.rlimit;
        solver.timeout_ms = options_.timeout_ms;
        return {terms_, premises_.all(), solver, log_, premises_.limits()};
    }

    Breach breach(const spec::Property& property, Term breaks, const Finding& found) {
        Breach told;
        told.scenario = minimal_scenario(question(), property.id + ".smaller", sides_, breaks, found, {150'000, 2});
        told.scenario.summary = property.id + ": " + property.name;
        const Replay twice = replay(probed_.program, probed_.program, told.scenario);
        if (!twice.unfair.empty()) throw InternalError("a counterexample is unfair: " + twice.unfair.front());
        told.run = twice.left;
        if (!is_true_of(property.premise, told.run) || is_true_of(property.claim, told.run))
            throw InternalError("the replay of a counterexample does not break " + property.id);
        return told;
    }

    ProbedProgram probed_;
    const CheckOptions& options_;
    Terms terms_;
    QueryLog log_;
    Comparison sides_;  // the left one alone; the right has no events
    Premises premises_;
    std::optional<SideVocabulary> vocabulary_;  // of side conditions, once there was need of them
};

// Programs are executed when the first property needs them.
class Arenas {
public:
    Arenas(const LoadedPath& path, const CheckOptions& options) : path_(path), options_(options) {}

    Arena& at(bool delivers_signals) {
        std::unique_ptr<Arena>& arena = delivers_signals ? with_signals_ : handing_over_;
        if (arena == nullptr) {
            ir::Program program =
                delivers_signals ? whole_programs({path_}).front() : proof_programs(path_, path_).front();
            arena = std::make_unique<Arena>(std::move(program), options_);
        }
        return *arena;
    }

    void count(CheckResult& result) const {
        for (const auto* arena : {&handing_over_, &with_signals_})
            if (*arena != nullptr) (*arena)->count(result);
    }

private:
    const LoadedPath& path_;
    const CheckOptions& options_;
    std::unique_ptr<Arena> handing_over_;
    std::unique_ptr<Arena> with_signals_;
};

std::vector<spec::Property> asked_for(const std::vector<spec::Property>& all, const std::vector<std::string>& ids) {
    if (ids.empty()) return all;
    std::vector<spec::Property> asked;
    for (const std::string& id : ids)
        if (std::none_of(all.begin(), all.end(), [&](const spec::Property& one) { return one.id == id; })) {
            InputError error("", 0, 0, "there is no property '" + id + "'", "'entryproof list properties' names them");
            error.is_usage = true;
            throw error;
        }
    for (const spec::Property& property : all)
        if (std::find(ids.begin(), ids.end(), property.id) != ids.end()) asked.push_back(property);
    return asked;
}

// arm64's wrappers take argument 0 from orig_x0 in 7.3 and from x0 in 6.12; what is lifted says nothing of them.
bool may_read_x0(const LoadedPath& path) {
    if (!path.lifted || kernel::arch_of(path.program).name != "arm64") return false;
    unsigned major = 0;
    unsigned minor = 0;
    const bool is_known = std::sscanf(path.lifted->kernel_version.c_str(), "%u.%u", &major, &minor) == 2;
    return !is_known || major < 7 || (major == 7 && minor < 3);
}

CheckedProperty decided(Arenas& arenas, const spec::Property& property, const LoadedPath& path) {
    const kernel::Arch& arch = kernel::arch_of(path.program);
    CheckedProperty result{property.id, property.name, property.sentence, property.source};
    result.verdict = PropertyVerdict::not_covered;
    result.reason = property.not_covered;
    if (!result.reason.empty()) return result;
    if (property.delivers_signals && arch.name != "arm64") {
        result.reason = "what follows the exit work is modelled in detail for arm64 only";
        return result;
    }
    if (property.reads_body_arguments && may_read_x0(path)) {
        result.reason = "before 7.3 bodies took argument 0 from x0, and from which version on they do not is not known";
        return result;
    }
    return arenas.at(property.delivers_signals).decide(property);
}

ExitCode exit_of(PropertyVerdict verdict) {
    switch (verdict) {
        case PropertyVerdict::proved:
            return ExitCode::proved;
        case PropertyVerdict::refuted:
            return ExitCode::refuted;
        case PropertyVerdict::unknown:
            return ExitCode::unknown;
        case PropertyVerdict::vacuous:
            return ExitCode::vacuous;
        case PropertyVerdict::not_covered:
            return ExitCode::nothing_modelled;
    }
    throw InternalError("a verdict has one of five values");
}

}  // namespace

std::string_view word(PropertyVerdict verdict) {
    switch (verdict) {
        case PropertyVerdict::proved:
            return "proved";
        case PropertyVerdict::refuted:
            return "refuted";
        case PropertyVerdict::unknown:
            return "unknown";
        case PropertyVerdict::vacuous:
            return "vacuous";
        case PropertyVerdict::not_covered:
            return "not covered";
    }
    throw InternalError("a verdict has one of five values");
}

CheckedProperty check_property(const ir::Program& whole, const spec::Property& property, const CheckOptions& options) {
    return Arena(whole, options).decide(property);
}

CheckResult check_path(const LoadedPath& path, const CheckOptions& options) {
    const kernel::Arch& arch = kernel::arch_of(path.program);
    CheckResult result;
    result.path = path.name;
    result.origin = path.origin;
    for (const std::string& note : path.notes) result.notes.push_back(note);
    Arenas arenas(path, options);
    for (const spec::Property& property : asked_for(spec::properties(arch), options.properties))
        result.properties.push_back(decided(arenas, property, path));
    arenas.count(result);
    compare_with_expectations(result, path, options);
    std::vector<ExitCode> codes;
    for (const CheckedProperty& one : result.properties)
        codes.push_back(one.is_expected ? ExitCode::proved : exit_of(one.verdict));
    if (!result.stale.empty()) codes.push_back(ExitCode::ledger);
    result.exit = worst(codes);
    return result;
}

}  // namespace entryproof::checker
