// SPDX-License-Identifier: MIT
// Queries and the two deletion loops.
#include "checker/decide.h"

#include "checker/narrow.h"
#include "checker/slice.h"

#include <algorithm>
#include <map>
#include <utility>

namespace entryproof::checker {

namespace {

// Drops, one after the other, every item without which `is_enough` still holds.
template <typename Item, typename IsEnough>
std::vector<Item> minimised(std::vector<Item> items, IsEnough&& is_enough) {
    for (std::size_t i = items.size(); i-- > 0;) {
        std::vector<Item> fewer = items;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_enough(fewer)) items = std::move(fewer);
    }
    return items;
}

std::vector<Term> terms_of(const std::vector<NamedTerm>& named) {
    std::vector<Term> terms;
    for (const NamedTerm& one : named) terms.push_back(one.term);
    return terms;
}

// The least of `choices` that make `impossible` unsatisfiable, by core and then deletion; nothing when all do not.
std::optional<std::vector<NamedTerm>> least(const Question& question, const std::string& name, Term impossible,
                                            const std::vector<NamedTerm>& choices) {
    const auto core_of = [&](const std::vector<NamedTerm>& tried) -> std::optional<std::vector<NamedTerm>> {
        Solver solver(question.terms, question.solver, question.log);
        solver.add(question.premises);
        solver.add(impossible);
        if (!solver.check(name, terms_of(tried)).unsat()) return std::nullopt;
        const std::vector<Term> core = solver.core();
        std::vector<NamedTerm> kept;
        for (const NamedTerm& one : tried)
            if (std::find(core.begin(), core.end(), one.term) != core.end()) kept.push_back(one);
        return kept;
    };
    const std::optional<std::vector<NamedTerm>> first = core_of(choices);
    if (!first.has_value()) return std::nullopt;
    return minimised(*first, [&](const std::vector<NamedTerm>& fewer) { return core_of(fewer).has_value(); });
}

bool holds(const Terms& terms, const Assignment& assignment, const std::vector<Term>& conditions) {
    Evaluator evaluator(terms, assignment);
    return std::all_of(conditions.begin(), conditions.end(), [&](Term one) { return evaluator.is_true(one); });
}

// `conditions` stand for the premises, in their order, and what is asked. With `Core::wanted` premises are assumptions
// of the query, so that its core tells which of them the answer leans on; that costs more.
enum class Core { wanted, unwanted };

Refuted ask(const Question& question, const std::string& name, const std::vector<Term>& conditions, Core core) {
    const Narrowing narrowing(question.terms, conditions);
    const std::vector<Term>& narrowed = narrowing.conditions();
    Solver solver(question.terms, question.solver, question.log);
    solver.add(narrowed.back());
    std::vector<Term> doubtful;  // premises of which the core is to tell, narrowed
    std::vector<Term> meanings;  // the same as they were
    for (std::size_t i = 0; i < question.premises.size(); ++i) {
        const bool is_asked = core == Core::wanted && question.leaned_on.count(question.premises[i]) == 0;
        if (!is_asked) {
            solver.add(narrowed[i]);
            continue;
        }
        doubtful.push_back(narrowed[i]);
        meanings.push_back(question.premises[i]);
    }
    Refuted result{{solver.check(name, doubtful), {}}, {}};
    if (result.finding.outcome.sat()) result.finding.assignment = narrowing.widened(solver.assignment());
    if (!result.finding.outcome.unsat() || doubtful.empty()) return result;
    const std::vector<Term> used = solver.core();
    for (std::size_t i = 0; i < doubtful.size(); ++i)
        if (std::find(used.begin(), used.end(), doubtful[i]) != used.end()) result.used.push_back(meanings[i]);
    return result;
}

// A model that is known, else sliced, else as it is.
Refuted answer(const Question& question, const std::string& name, Term condition, Core core) {
    if (question.terms.is_false(condition)) return {{{Answer::unsat, ""}, {}}, {}};
    std::vector<Term> conditions = question.premises;
    conditions.push_back(condition);
    if (const Assignment* known = question.log.witnesses.satisfying(conditions))
        return {{{Answer::sat, ""}, *known}, {}};
    const Slicing slicing(question.terms, conditions);
    Refuted refuted = ask(question, name, slicing.conditions(), core);
    if (refuted.finding.outcome.sat() && slicing.changes_anything()) {
        refuted.finding.assignment = slicing.widened(refuted.finding.assignment);
        // Sliced conditions may be possible where the original ones are not.
        if (!holds(question.terms, refuted.finding.assignment, conditions))
            refuted = ask(question, name + ".unsliced", conditions, core);
    }
    if (refuted.finding.outcome.sat()) question.log.witnesses.add(question.terms, refuted.finding.assignment);
    return refuted;
}

}  // namespace

Term wider_condition(Terms& terms, const Roots& roots, const AllowedRoot& declared, bool others_mask) {
    const Term none = others_mask ? roots.any() : roots.within_fields(declared.shape, declared.fields);
    return terms.both(declared.condition, terms.negation(none));
}

Finding find(const Question& question, const std::string& name, Term condition) {
    return answer(question, name, condition, Core::unwanted).finding;
}

Refuted find_with_core(const Question& question, const std::string& name, Term condition) {
    return answer(question, name, condition, Core::wanted);
}

Refuted find_with_fewest(const Question& question, const std::string& name, Term condition) {
    Question fewer = question;
    std::erase_if(fewer.premises, [&](Term one) { return question.leaned_on.count(one) == 0; });
    if (fewer.premises.size() != question.premises.size()) {
        const Refuted refuted = answer(fewer, name, condition, Core::unwanted);
        const Outcome& outcome = refuted.finding.outcome;
        if (outcome.unsat() || (outcome.sat() && holds(question.terms, refuted.finding.assignment, question.premises)))
            return refuted;
    }
    return find_with_core(question, name, condition);
}

namespace {

// Shapes that may occur outside `allowed`, each with its term. Most never do: a model of any of them tells of all that
// occur in it, and that there is none is one question.
std::map<RootShape, Finding> occurring(const Question& question, const std::string& name,
                                       std::map<RootShape, Term> open) {
    std::map<RootShape, Finding> found;
    for (;;) {
        Term some = question.terms.truth(false);
        for (const auto& [shape, outside] : open) some = question.terms.either(some, outside);
        const Finding finding = find(question, name + ".any", some);
        if (finding.outcome.unsat()) return found;
        if (finding.outcome.unknown()) break;
        Evaluator model(question.terms, finding.assignment);
        for (auto one = open.begin(); one != open.end();) {
            const bool occurs = model.is_true(one->second);
            if (occurs) found.emplace(one->first, finding);
            one = occurs ? open.erase(one) : std::next(one);
        }
    }
    for (const auto& [shape, outside] : open)
        found.emplace(shape, find(question, name + "." + to_string(shape), outside));
    return found;
}

}  // namespace

std::vector<FoundShape> find_shapes(const Question& question, const std::string& name, const Roots& roots,
                                    const std::vector<AllowedRoot>& allowed,
                                    const std::vector<std::string>& observers) {
    std::map<RootShape, Term> asked;
    for (const RootShape& shape : roots.shapes())
        if (observers.empty() || std::find(observers.begin(), observers.end(), shape.observer) != observers.end())
            asked.emplace(shape, roots.not_allowed(shape, allowed));
    std::vector<FoundShape> found;
    for (auto& [shape, finding] : occurring(question, name, asked)) {
        if (finding.outcome.unsat()) continue;
        FoundShape made{shape, finding, {}, {}};
        for (const std::string& field : roots.fields(shape)) {
            const Term differs = question.terms.both(asked.at(shape), roots.with_field(shape, field));
            const Outcome outcome = find(question, name + "." + to_string(shape) + "." + field, differs).outcome;
            if (outcome.sat()) made.fields.push_back(field);
            if (outcome.unknown()) made.undecided_fields.push_back(field);
        }
        found.push_back(std::move(made));
    }
    return found;
}

Finding find_declared(const Question& question, const std::string& name, const Roots& roots,
                      const AllowedRoot& declared) {
    const Term occurs = roots.within_fields(declared.shape, declared.fields);
    return find(question, name, question.terms.both(declared.condition, occurs));
}

Finding find_wider(const Question& question, const std::string& name, const Roots& roots, const AllowedRoot& declared,
                   bool others_mask) {
    return find(question, name, wider_condition(question.terms, roots, declared, others_mask));
}

std::optional<std::vector<NamedTerm>> find_narrower(const Question& question, const std::string& name,
                                                    const Roots& roots, const AllowedRoot& declared,
                                                    const std::vector<NamedTerm>& literals, bool others_mask) {
    Terms& terms = question.terms;
    const Term occurs = terms.both(declared.condition, roots.within_fields(declared.shape, declared.fields));
    std::vector<NamedTerm> implied;
    for (const NamedTerm& literal : literals) {
        const Term without = terms.both(occurs, terms.negation(literal.term));
        if (find(question, name + ".implies." + literal.name, without).outcome.unsat()) implied.push_back(literal);
    }
    return least(question, name, wider_condition(terms, roots, declared, others_mask), implied);
}

std::optional<std::vector<std::string>> sufficient_assumptions(const Question& question, const std::string& name,
                                                               Term impossible,
                                                               const std::vector<NamedTerm>& assumptions) {
    const std::optional<std::vector<NamedTerm>> needed = least(question, name, impossible, assumptions);
    if (!needed.has_value()) return std::nullopt;
    std::vector<std::string> names;
    for (const NamedTerm& one : *needed) names.push_back(one.name);
    return names;
}

}  // namespace entryproof::checker
