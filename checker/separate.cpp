// SPDX-License-Identifier: MIT
// Every question is put to a fresh solver; what it finds, and what lies next to that, are the next samples.
#include "checker/separate.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

Separator::Separator(const Question& question, std::string name, std::vector<Term> wanted,
                     const std::vector<Atom>& atoms)
    : question_(question), name_(std::move(name)), wanted_(std::move(wanted)), atoms_(atoms) {
    std::vector<Term> roots = question_.premises;
    roots.insert(roots.end(), wanted_.begin(), wanted_.end());
    for (const Atom& atom : atoms_) roots.push_back(atom.holds);
    sampler_ = std::make_unique<Sampler>(question_.terms, roots);
}

Separator::Sample Separator::sample(const Assignment& assignment) const {
    Evaluator evaluator(question_.terms, assignment);
    Sample made;
    for (const Atom& atom : atoms_) made.holds.push_back(evaluator.is_true(atom.holds));
    return made;
}

Separator::Sample Separator::sampled() const {
    Sample made;
    for (const Atom& atom : atoms_) made.holds.push_back(sampler_->is_true(atom.holds));
    return made;
}

bool Separator::satisfies(const Sample& sample, const Conjunction& conjunction) const {
    return std::all_of(conjunction.begin(), conjunction.end(),
                       [&](const Literal& one) { return sample.holds[one.atom] == one.positive; });
}

Term Separator::term(const Conjunction& conjunction) const {
    std::vector<Term> all;
    for (const Literal& one : conjunction)
        all.push_back(one.positive ? atoms_[one.atom].holds : question_.terms.negation(atoms_[one.atom].holds));
    return question_.terms.all_of(all);
}

Term Separator::term(const std::vector<Conjunction>& conjunctions) const {
    std::vector<Term> all;
    for (const Conjunction& one : conjunctions) all.push_back(term(one));
    return question_.terms.any_of(all);
}

Term Separator::excluded() const {
    std::vector<Term> none;
    for (std::size_t i = 0; i < next_; ++i) none.push_back(question_.terms.negation(wanted_[i]));
    return question_.terms.all_of(none);
}

// The search for one condition.
class Separator::Search {
public:
    Search(Separator& parent, std::string name, Term wanted, const MaySay& may_say)
        : s_(parent), name_(std::move(name)), wanted_(wanted), may_say_(may_say) {
        for (const Assignment& run : known_runs()) take(run);
    }

    Separation run() {
        for (;;) {
            const std::optional<Sample> next = uncovered();
            if (!next) break;
            if (!undecided_.empty() || !cover(*next)) break;
        }
        if (undecided_.empty() && inseparable_) go_beyond();
        if (undecided_.empty()) drop_redundant();
        result_.undecided = undecided_;
        return std::move(result_);
    }

private:
    // Wanted and excluded runs that are known from earlier questions.
    std::vector<Assignment> known_runs() const {
        Terms& terms = s_.question_.terms;
        std::vector<Term> conditions = s_.question_.premises;
        conditions.push_back(terms.either(wanted_, s_.excluded()));
        std::vector<Assignment> runs;
        for (Evaluator* model : s_.question_.log.witnesses.all_satisfying(conditions))
            runs.push_back(model->assignment());
        return runs;
    }

    void take(const Assignment& run) {
        s_.sampler_->evaluate(run);
        keep();
    }

    // Takes the run for what it is, and looks around.
    void learn(const Assignment& run) {
        take(run);
        s_.sampler_->visit_neighbours(run, [&](const Assignment&) {
            const std::vector<Term>& premises = s_.question_.premises;
            if (std::all_of(premises.begin(), premises.end(), [&](Term one) { return s_.sampler_->is_true(one); }))
                keep();
        });
    }

    // Keeps what was just evaluated as an example; false when it is none, or one just like it is known.
    bool keep() {
        if (s_.sampler_->is_true(wanted_)) return samples_.add(s_.sampled());
        const auto happens = [&](Term one) { return s_.sampler_->is_true(one); };
        if (std::any_of(s_.wanted_.begin(), s_.wanted_.begin() + static_cast<std::ptrdiff_t>(s_.next_), happens))
            return false;
        return s_.excluded_samples_.add(s_.sampled());
    }

    // A wanted run that no conjunction covers yet: a known one first. Runs that cannot be told from an excluded one are
    // passed over.
    std::optional<Sample> uncovered() {
        for (const Sample& known : samples_.all())
            if (!is_covered(known)) return known;
        const Finding finding = ask_uncovered();
        if (finding.outcome.unknown()) undecided_ = finding.outcome.reason;
        if (!finding.outcome.sat()) return std::nullopt;
        learn(finding.assignment);
        return s_.sample(finding.assignment);
    }

    bool is_covered(const Sample& sample) const {
        const auto covers = [&](const Conjunction& one) { return s_.satisfies(sample, one); };
        return std::any_of(result_.at_least.begin(), result_.at_least.end(), covers) ||
               std::any_of(mixed_.begin(), mixed_.end(), covers);
    }

    Finding ask_uncovered() {
        Terms& terms = s_.question_.terms;
        const Term outside = terms.both(terms.negation(s_.term(result_.at_least)), terms.negation(s_.term(mixed_)));
        return find(s_.question_, name_ + ".outside", terms.both(wanted_, outside));
    }

    // False when nothing more can be said.
    bool cover(const Sample& wanted) {
        for (;;) {
            const std::optional<Conjunction> proposed = propose(wanted);
            if (!proposed) return leave_mixed(wanted);
            const Finding finding = excluded_in(name_ + ".excludes", *proposed);
            if (finding.outcome.unknown()) {
                undecided_ = finding.outcome.reason;
                return false;
            }
            if (finding.outcome.sat()) {
                learn(finding.assignment);
                continue;
            }
            result_.at_least.push_back(irredundant(*proposed));
            return undecided_.empty();
        }
    }

    // An excluded run in which the conjunction holds.
    Finding excluded_in(const std::string& name, const Conjunction& conjunction) {
        return find(s_.question_, name, s_.question_.terms.both(s_.excluded(), s_.term(conjunction)));
    }

    // Literals that hold in `wanted` and together exclude every excluded sample; nothing when they do not.
    std::optional<Conjunction> propose(const Sample& wanted) const {
        Conjunction chosen;
        std::vector<const Sample*> excluded;
        std::vector<const Sample*> alike;  // wanted runs that what is chosen covers
        for (const Sample& one : s_.excluded_samples_.all()) excluded.push_back(&one);
        for (const Sample& one : samples_.all())
            if (!is_covered(one)) alike.push_back(&one);
        // Before any excluded run is known, nothing need be said.
        while (!excluded.empty()) {
            const std::optional<Literal> best = best_literal(wanted, excluded, alike);
            if (!best) return std::nullopt;
            chosen.push_back(*best);
            const auto fails = [&](const Sample* one) { return one->holds[best->atom] != best->positive; };
            std::erase_if(excluded, fails);
            std::erase_if(alike, fails);
        }
        return chosen;
    }

    // The literal with the greatest product of excluded runs excluded and wanted runs kept; the first of equals.
    std::optional<Literal> best_literal(const Sample& wanted, const std::vector<const Sample*>& excluded,
                                        const std::vector<const Sample*>& alike) const {
        std::optional<Literal> best;
        std::size_t most = 0;
        for (std::size_t atom = 0; atom < s_.atoms_.size(); ++atom) {
            const bool positive = wanted.holds[atom];
            if (!may_say_(s_.atoms_[atom], positive)) continue;
            const auto count = [&](const std::vector<const Sample*>& samples, bool wanted) {
                return static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), [&](const Sample* one) {
                    return (one->holds[atom] == positive) == wanted;
                }));
            };
            const std::size_t gain = count(excluded, false) * (count(alike, true) + 1) * weight(s_.atoms_[atom].rank);
            if (gain <= most) continue;
            most = gain;
            best = Literal{atom, positive};
        }
        return best;
    }

    // What is plain to a reader counts more.
    static std::size_t weight(unsigned rank) { return rank <= 2 ? 6 : rank <= 4 ? 5 : rank <= 6 ? 3 : 2; }

    // Drops literals without which the rest still excludes all excluded runs, the least wanted ones first.
    Conjunction irredundant(Conjunction conjunction) {
        std::stable_sort(conjunction.begin(), conjunction.end(),
                         [](const Literal& a, const Literal& b) { return a.atom < b.atom; });
        for (std::size_t i = conjunction.size(); i-- > 0;) {
            Conjunction fewer = conjunction;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const auto remains = [&](const Sample& sample) { return s_.satisfies(sample, fewer); };
            if (std::any_of(s_.excluded_samples_.all().begin(), s_.excluded_samples_.all().end(), remains)) continue;
            const Finding finding = excluded_in(name_ + ".shorter", fewer);
            if (finding.outcome.sat()) learn(finding.assignment);
            if (finding.outcome.unsat()) conjunction = std::move(fewer);
        }
        return conjunction;
    }

    // All that may be said of this run holds in an excluded one too.
    bool leave_mixed(const Sample& wanted) {
        inseparable_ = true;
        Conjunction whole;
        for (std::size_t atom = 0; atom < s_.atoms_.size(); ++atom)
            if (may_say_(s_.atoms_[atom], wanted.holds[atom])) whole.push_back({atom, wanted.holds[atom]});
        mixed_.push_back(std::move(whole));
        return mixed_.size() < most_mixed;
    }

    // The literals that hold in every wanted run that at_least does not cover.
    void go_beyond() {
        Terms& terms = s_.question_.terms;
        const Term outside = terms.both(wanted_, terms.negation(s_.term(result_.at_least)));
        Finding first = find(s_.question_, name_ + ".not covered", outside);
        if (!first.outcome.sat()) {
            if (first.outcome.unknown()) undecided_ = first.outcome.reason;
            return;
        }
        std::vector<Sample> seen = {s_.sample(first.assignment)};
        for (const Sample& known : samples_.all())
            if (!std::any_of(result_.at_least.begin(), result_.at_least.end(),
                             [&](const Conjunction& one) { return s_.satisfies(known, one); }))
                seen.push_back(known);
        Conjunction always;
        for (std::size_t atom = 0; atom < s_.atoms_.size(); ++atom) {
            const bool positive = seen.front().holds[atom];
            const auto same = [&](const Sample& sample) { return sample.holds[atom] == positive; };
            if (!may_say_(s_.atoms_[atom], positive) || !std::all_of(seen.begin(), seen.end(), same)) continue;
            const Literal literal{atom, positive};
            const Finding without = find(s_.question_, name_ + ".always",
                                         terms.both(outside, terms.negation(s_.term(Conjunction{literal}))));
            if (without.outcome.sat()) seen.push_back(s_.sample(without.assignment));
            if (without.outcome.unsat()) always.push_back(literal);
        }
        result_.beyond = without_implied(std::move(always));
        result_.not_covered = std::move(first);
        Finding excluded =
            find(s_.question_, name_ + ".not excluded", terms.both(s_.excluded(), s_.term(*result_.beyond)));
        if (excluded.outcome.unsat()) {
            // The literals do tell them apart after all.
            result_.at_least.push_back(*result_.beyond);
            result_.beyond.reset();
            result_.not_covered.reset();
            return;
        }
        if (excluded.outcome.unknown()) undecided_ = excluded.outcome.reason;
        result_.not_excluded = std::move(excluded);
    }

    // Without literals that follow from the others: they say nothing.
    Conjunction without_implied(Conjunction conjunction) {
        Terms& terms = s_.question_.terms;
        for (std::size_t i = conjunction.size(); i-- > 0;) {
            Conjunction fewer = conjunction;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const Term breaks = terms.both(s_.term(fewer), terms.negation(s_.term(Conjunction{conjunction[i]})));
            if (find(s_.question_, name_ + ".implied", breaks).outcome.unsat()) conjunction = std::move(fewer);
        }
        return conjunction;
    }

    void drop_redundant() {
        if (result_.beyond || result_.at_least.size() < 2) return;
        Terms& terms = s_.question_.terms;
        for (std::size_t i = result_.at_least.size(); i-- > 0;) {
            std::vector<Conjunction> fewer = result_.at_least;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const auto misses = [&](const Sample& sample) {
                return std::none_of(fewer.begin(), fewer.end(),
                                    [&](const Conjunction& one) { return s_.satisfies(sample, one); });
            };
            if (std::any_of(samples_.all().begin(), samples_.all().end(), misses)) continue;
            const Finding finding =
                find(s_.question_, name_ + ".redundant", terms.both(wanted_, terms.negation(s_.term(fewer))));
            if (finding.outcome.sat()) learn(finding.assignment);
            if (finding.outcome.unsat()) result_.at_least = std::move(fewer);
        }
    }

    static constexpr std::size_t most_mixed = 4;

    Separator& s_;
    std::string name_;
    Term wanted_;
    const MaySay& may_say_;
    Samples samples_;  // wanted runs
    std::vector<Conjunction> mixed_;
    bool inseparable_ = false;
    std::string undecided_;
    Separation result_;
};

Separation Separator::separate_next(const std::string& name, const MaySay& may_say) {
    const Term wanted = wanted_.at(next_++);
    excluded_samples_ = {};
    return Search(*this, name_ + "." + name, wanted, may_say).run();
}

}  // namespace entryproof::checker
