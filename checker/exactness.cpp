// SPDX-License-Identifier: MIT
// A run with exactly one earlier difference shows that it has to be named. Every run that is found, and those next to
// it, are looked at for all differences at once.
#include "checker/exactness.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::vector<Term> without(Terms& terms, const std::vector<Conditioned>& differences) {
    std::vector<Term> result;
    for (const Conditioned& one : differences) result.push_back(terms.both(one.condition, terms.negation(one.occurs)));
    return result;
}

std::vector<Term> roots_of(const Question& question, const std::vector<Conditioned>& differences,
                           const std::vector<Term>& without) {
    std::vector<Term> roots = question.premises;
    for (const Conditioned& one : differences) roots.push_back(one.occurs);
    roots.insert(roots.end(), without.begin(), without.end());
    return roots;
}

}  // namespace

Exactness::Exactness(const Question& question, std::vector<Conditioned> differences)
    : question_(question),
      differences_(std::move(differences)),
      without_(without(question.terms, differences_)),
      sampler_(question.terms, roots_of(question, differences_, without_)) {
    for (std::size_t i = 0; i < differences_.size(); ++i) named_.emplace_back(i, Named::no);
    for (Evaluator* run : question_.log.witnesses.all_satisfying(question_.premises)) {
        sampler_.evaluate(run->assignment());
        look();
    }
}

// At the run that was evaluated last.
void Exactness::look() {
    for (std::size_t i = 0; i < differences_.size(); ++i) {
        if (!sampler_.is_true(without_[i])) continue;
        const std::vector<std::size_t> seen = earlier(i);
        if (seen.size() == 1) named_[i][seen.front()] = Named::yes;
    }
}

// The differences before `index` that occur in the run that was evaluated last.
std::vector<std::size_t> Exactness::earlier(std::size_t index) const {
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < index; ++i)
        if (sampler_.is_true(differences_[i].occurs)) seen.push_back(i);
    return seen;
}

// Of several earlier differences in one run, one is named on trial. False: there is none, so the condition is wrong.
bool Exactness::learn(std::size_t index, const Assignment& run) {
    sampler_.evaluate(run);
    const std::vector<std::size_t> seen = earlier(index);
    if (seen.empty()) return false;
    look();
    sampler_.visit_neighbours(run, [&](const Assignment&) {
        const auto holds = [&](Term premise) { return sampler_.is_true(premise); };
        if (std::all_of(question_.premises.begin(), question_.premises.end(), holds)) look();
    });
    const auto is_named = [&](std::size_t one) { return named_[index][one] != Named::no; };
    if (std::none_of(seen.begin(), seen.end(), is_named)) named_[index][seen.front()] = Named::on_trial;
    return true;
}

Term Exactness::hidden_by_none(std::size_t index) const {
    Terms& terms = question_.terms;
    Term result = without_[index];
    for (std::size_t i = 0; i < index; ++i)
        if (named_[index][i] != Named::no) result = terms.both(result, terms.negation(differences_[i].occurs));
    return result;
}

Refuted Exactness::settle(std::size_t index, const std::string& name) {
    for (;;) {
        const Refuted refuted = find_with_fewest(question_, name, hidden_by_none(index));
        if (!refuted.finding.outcome.sat() || !learn(index, refuted.finding.assignment)) return refuted;
    }
}

Exactness::Answer Exactness::check(std::size_t index, const std::string& name) {
    Answer answer{settle(index, name), {}};
    for (std::size_t i = 0; i < index; ++i) {
        if (named_[index][i] != Named::on_trial || !answer.refuted.finding.outcome.unsat()) continue;
        named_[index][i] = Named::no;
        const Refuted fewer = find_with_fewest(question_, name, hidden_by_none(index));
        if (fewer.finding.outcome.unsat())
            answer.refuted = fewer;
        else
            named_[index][i] = Named::yes;
    }
    for (std::size_t i = 0; i < index; ++i)
        if (named_[index][i] != Named::no) answer.unless.push_back(i);
    return answer;
}

}  // namespace entryproof::checker
