// SPDX-License-Identifier: MIT
// Implicit hitting sets. A run in which the property holds is asked for; what is true of it is what a condition may be
// made of. The shortest conjunction of that which every known breach falsifies is tried: either it excludes all
// breaches or the solver shows one more. Until every run in which the property holds is covered, or a run cannot be
// told from a breach by short conjunctions.
#include "checker/side_condition.h"

#include "checker/narrow.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace entryproof::checker {

namespace {

constexpr unsigned longest_tried = 3;    // facts of a conjunction found by trial
constexpr std::size_t longest_told = 5;  // of one found by its core
constexpr unsigned most_conjunctions = 6;
constexpr unsigned most_hopeless = 3;
constexpr std::uint64_t rlimit_of_query = 400'000;
constexpr std::uint64_t most_work = 2'000'000;  // solver resource units for one property

using Picked = std::vector<std::size_t>;  // places in the literals, ascending

// Everything that is asked about, with opaque values as narrow as they can be for all of it together.
struct Asked {
    std::vector<Term> premises;
    Term holds;
    Term breaks;
    std::vector<Term> literals;
};

std::vector<Term> all_conditions(const Question& question, const SideVocabulary& vocabulary, Term premise,
                                 Term breaks) {
    std::vector<Term> conditions = question.premises;
    conditions.push_back(question.terms.both(premise, question.terms.negation(breaks)));
    conditions.push_back(breaks);
    for (const NamedTerm& literal : vocabulary.literals) conditions.push_back(literal.term);
    return conditions;
}

Asked narrowed(const Narrowing& narrowing, std::size_t premises) {
    const std::vector<Term>& conditions = narrowing.conditions();
    const auto at = [&](std::size_t place) { return conditions.begin() + static_cast<std::ptrdiff_t>(place); };
    return {{at(0), at(premises)}, *at(premises), *at(premises + 1), {at(premises + 2), conditions.end()}};
}

class Search {
public:
    Search(const Question& question, const std::string& name, const SideVocabulary& vocabulary, Term premise,
           Term breaks)
        : question_(question),
          name_(name),
          vocabulary_(vocabulary),
          narrowing_(question.terms, all_conditions(question, vocabulary, premise, breaks)),
          asked_(narrowed(narrowing_, question.premises.size())),
          breaching_(question.terms, question.solver, question.log),
          holding_(question.terms, question.solver, question.log),
          spent_before_(question.log.rlimit()) {
        breaching_.add(asked_.premises);
        breaching_.add(asked_.breaks);
        holding_.add(asked_.premises);
        holding_.add(asked_.holds);
    }

    SideConditions run() {
        SideConditions found;
        unsigned hopeless = 0;  // runs like which there is a breach too
        while (picked_.size() < most_conjunctions && has_budget()) {
            const Outcome outcome = quietest();
            found.is_exact = outcome.unsat() && hopeless == 0;
            if (!outcome.sat()) break;
            const Picked available = true_literals(holding_.assignment());
            std::optional<Picked> shortest = shortest_conjunction(available);
            if (!shortest) shortest = core_of(available);
            if (!shortest) {
                if (++hopeless > most_hopeless) break;
                holding_.add(unlike_breaches());
                continue;
            }
            holding_.add(question_.terms.negation(meaning(*shortest)));
            picked_.push_back(std::move(*shortest));
        }
        drop_idle_ones();
        for (const Picked& picked : picked_) {
            found.conjunctions.emplace_back();
            for (const std::size_t literal : picked)
                found.conjunctions.back().push_back(vocabulary_.literals[literal].name);
        }
        return found;
    }

private:
    // A run in which the property holds and that nothing covers yet; actors do nothing special in it where they need
    // not.
    Outcome quietest() {
        std::vector<Term> wanted = terms_of(vocabulary_.quiet);
        while (true) {
            const Outcome outcome = holding_.check(name_ + ".holds", wanted);
            if (!outcome.unsat() || wanted.empty()) return outcome;
            const std::vector<Term> core = holding_.core();
            if (core.empty()) return outcome;
            std::erase_if(wanted, [&](Term one) { return std::find(core.begin(), core.end(), one) != core.end(); });
        }
    }

    bool has_budget() const { return question_.log.rlimit() - spent_before_ < most_work; }

    // That something is so which is so in no known breach: only there a short conjunction can be found.
    Term unlike_breaches() const {
        Term some = question_.terms.truth(false);
        for (std::size_t i = 0; i < asked_.literals.size(); ++i)
            if (is_excluded_everywhere({i})) some = question_.terms.either(some, asked_.literals[i]);
        return some;
    }

    Term meaning(const Picked& picked) const { return question_.terms.all_of(terms_of(picked)); }

    // Those first found may be special cases of later ones.
    void drop_idle_ones() {
        for (std::size_t i = 0; i < picked_.size();) {
            Term only_here = question_.terms.both(asked_.holds, meaning(picked_[i]));
            for (std::size_t j = 0; j < picked_.size(); ++j)
                if (j != i) only_here = question_.terms.both(only_here, question_.terms.negation(meaning(picked_[j])));
            Solver solver(question_.terms, question_.solver, question_.log);
            solver.add(asked_.premises);
            solver.add(only_here);
            if (picked_.size() > 1 && solver.check(name_ + ".idle").unsat())
                picked_.erase(picked_.begin() + static_cast<std::ptrdiff_t>(i));
            else
                ++i;
        }
    }

    Picked true_literals(const Assignment& assignment) const {
        Evaluator model(question_.terms, assignment);
        Picked result;
        for (std::size_t i = 0; i < asked_.literals.size(); ++i)
            if (model.is_true(asked_.literals[i])) result.push_back(i);
        return result;
    }

    bool is_excluded_everywhere(const Picked& picked) const {
        return std::none_of(breaches_.begin(), breaches_.end(), [&](const std::vector<bool>& breach) {
            return std::all_of(picked.begin(), picked.end(), [&](std::size_t i) { return breach[i]; });
        });
    }

    std::vector<Term> terms_of(const Picked& picked) const {
        std::vector<Term> terms;
        for (const std::size_t i : picked) terms.push_back(asked_.literals[i]);
        return terms;
    }

    // Is there no breach under `picked`? If there is, one becomes known, where it can be one in which actors do nothing
    // special: that tells more of what a conjunction must not do without.
    bool excludes_breaches(const Picked& picked) {
        const Outcome outcome = breaching_.check(name_ + ".side", terms_of(picked));
        if (!outcome.sat()) return outcome.unsat();
        Assignment known = breaching_.assignment();
        Picked quiet = vocabulary_.quiet;
        quiet.insert(quiet.end(), picked.begin(), picked.end());
        if (breaching_.check(name_ + ".side", terms_of(quiet)).sat()) known = breaching_.assignment();
        remember(known);
        return false;
    }

    void remember(const Assignment& assignment) {
        std::vector<bool> breach(asked_.literals.size(), false);
        for (const std::size_t i : true_literals(assignment)) breach[i] = true;
        breaches_.push_back(std::move(breach));
    }

    std::optional<Picked> shortest_conjunction(const Picked& available) {
        for (unsigned size = 1; size <= longest_tried; ++size) {
            Picked picked;
            if (extend(available, 0, size, picked)) return picked;
        }
        return std::nullopt;
    }

    bool extend(const Picked& available, std::size_t from, unsigned size, Picked& picked) {
        if (picked.size() == size) return has_budget() && is_excluded_everywhere(picked) && excludes_breaches(picked);
        for (std::size_t i = from; i < available.size(); ++i) {
            picked.push_back(available[i]);
            if (extend(available, i + 1, size, picked)) return true;
            picked.pop_back();
        }
        return false;
    }

    // All that is true of the run, as far as the solver needs it.
    std::optional<Picked> core_of(const Picked& available) {
        const Outcome outcome = breaching_.check(name_ + ".side", terms_of(available));
        if (outcome.sat()) remember(breaching_.assignment());
        if (!outcome.unsat()) return std::nullopt;
        const std::vector<Term> core = breaching_.core();
        Picked picked;
        for (const std::size_t i : available)
            if (std::find(core.begin(), core.end(), asked_.literals[i]) != core.end()) picked.push_back(i);
        if (picked.size() > longest_told) return std::nullopt;
        return picked;
    }

    const Question& question_;
    const std::string& name_;
    const SideVocabulary& vocabulary_;
    Narrowing narrowing_;
    Asked asked_;
    Solver breaching_;
    Solver holding_;
    std::vector<std::vector<bool>> breaches_;  // by literal
    std::vector<Picked> picked_;
    std::uint64_t spent_before_;
};

}  // namespace

SideConditions side_conditions(const Question& question, const std::string& name, const SideVocabulary& vocabulary,
                               Term premise, Term breaks) {
    Question cheap = question;
    cheap.solver.rlimit =
        question.solver.rlimit == 0 ? rlimit_of_query : std::min(rlimit_of_query, question.solver.rlimit);
    return Search(cheap, name, vocabulary, premise, breaks).run();
}

}  // namespace entryproof::checker
