// SPDX-License-Identifier: MIT
#include "checker/premises.h"

#include "checker/condition.h"
#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

[[noreturn]] void usage(const std::string& message, const std::string& hint) {
    InputError error("", 0, 0, message, hint);
    error.is_usage = true;
    throw error;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_made(const spec::Assumption& assumption, const CellTerms& initial) {
    return (assumption.with_cell.empty() || initial.count(assumption.with_cell) != 0) &&
           (assumption.without_cell.empty() || initial.count(assumption.without_cell) == 0);
}

}  // namespace

std::vector<Term> Premises::of(std::initializer_list<spec::AssumptionKind> kinds) const {
    std::vector<Term> terms;
    for (const Premise& one : named)
        if (std::find(kinds.begin(), kinds.end(), one.kind) != kinds.end()) terms.push_back(one.term);
    return terms;
}

std::set<Term> Premises::limits() const {
    const std::vector<Term> terms = of({spec::AssumptionKind::limit});
    return {terms.begin(), terms.end()};
}

std::vector<Term> Premises::all() const {
    std::vector<Term> terms;
    for (const Premise& one : named) terms.push_back(one.term);
    for (const NamedTerm& one : extra) terms.push_back(one.term);
    return terms;
}

Premises premises_of(Terms& terms, const CellTerms& initial, const std::vector<std::string>& assume,
                     const std::vector<std::string>& dropped) {
    Premises premises;
    for (const std::string& name : dropped)
        if (std::none_of(spec::assumptions().begin(), spec::assumptions().end(),
                         [&](const spec::Assumption& known) { return known.name == name; }))
            usage("there is no assumption '" + name + "'", "'entryproof list assumptions' names them");
    for (const spec::Assumption& assumption : spec::assumptions())
        if (is_made(assumption, initial) && contains(dropped, assumption.name) && !assumption.without_cell.empty())
            usage("'" + assumption.name + "' cannot be dropped for these paths: 32-bit tasks are modelled on arm64",
                  "and only for paths that have el0_svc_compat()");
    for (const spec::Assumption& assumption : spec::assumptions())
        if (is_made(assumption, initial) && !contains(dropped, assumption.name))
            premises.named.push_back(
                {assumption.name, start_term(terms, assumption.condition, initial), assumption.kind});
    for (const std::string& text : assume) {
        try {
            const ir::ExpressionRef condition = spec::parse_condition(text, spec::start_vocabulary());
            premises.extra.push_back({"'" + text + "'", start_term(terms, condition, initial)});
        } catch (const spec::ConditionError& error) {
            usage("--assume, character " + std::to_string(error.offset + 1) + ": " + error.message, text);
        }
    }
    return premises;
}

Comparison compare_under(Terms& terms, const std::vector<ir::Program>& programs, const CellTerms& initial,
                         const Premises& premises, const SolverOptions& solver, QueryLog& log, bool cut_points) {
    const std::vector<Term> lemmas = premises.of({spec::AssumptionKind::limit, spec::AssumptionKind::premise});
    const CutOptions cuts{cut_points, lemmas, solver, premises.limits()};
    return compare(terms, programs[0], programs[1], initial, cuts, log);
}

Question question_about(Terms& terms, const Comparison& comparison, const Premises& premises,
                        const SolverOptions& solver, QueryLog& log) {
    std::vector<Term> all = premises.all();
    all.insert(all.end(), comparison.passive.begin(), comparison.passive.end());
    std::set<Term> leaned_on = premises.limits();
    leaned_on.insert(comparison.used_premises.begin(), comparison.used_premises.end());
    leaned_on.insert(comparison.passive.begin(), comparison.passive.end());
    return {terms, std::move(all), solver, log, std::move(leaned_on)};
}

LeanedOn names_of(const Premises& premises, const Comparison& comparison, const std::vector<Term>& used) {
    const auto is_used = [&](Term term) {
        return comparison.used_premises.count(term) != 0 || std::find(used.begin(), used.end(), term) != used.end();
    };
    LeanedOn names;
    for (const Premise& one : premises.named) {
        const bool is_limit = one.kind == spec::AssumptionKind::limit;
        if (!is_limit && !is_used(one.term)) continue;
        (one.kind == spec::AssumptionKind::invariant ? names.assumptions : names.within).push_back(one.name);
    }
    for (const NamedTerm& one : premises.extra)
        if (is_used(one.term)) names.within.push_back(one.name);
    return names;
}

}  // namespace entryproof::checker
