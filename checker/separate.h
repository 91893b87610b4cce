// SPDX-License-Identifier: MIT
// Short conditions that tell runs in which something happens from runs in which it does not, for one thing after the
// other: what happens in runs in which an earlier one happens is of no account to a later one.
//
// 1. Samples propose, the solver disposes: a conjunction is built greedily from literals that hold in one wanted run
//    and exclude the other runs known so far; the solver proves that it excludes all of them or gives one more.
// 2. A conjunction is irredundant (without any one of its literals an excluded run satisfies it), and so is the list
//    (without any one of them a wanted run satisfies none).
// 3. Where the literals cannot tell the runs apart, the conjunctions say less than the truth, and `beyond` holds in all
//    the rest. What is undecided is never claimed.
#pragma once

#include "checker/decide.h"
#include "checker/literal.h"
#include "checker/near_miss.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

// An atom, by index, as it is or negated.
struct Literal {
    std::size_t atom = 0;
    bool positive = true;
    friend bool operator==(const Literal&, const Literal&) = default;
};
using Conjunction = std::vector<Literal>;

struct Separation {
    std::vector<Conjunction> at_least;    // each holds in no excluded run
    std::optional<Conjunction> beyond;    // with these: holds in every wanted run. Nothing: `at_least` covers them all
    std::optional<Finding> not_covered;   // a wanted run outside `at_least`, when `beyond`
    std::optional<Finding> not_excluded;  // an excluded run inside `beyond`
    std::string undecided = {};           // why this is not known to be true; else empty
};

class Separator {
public:
    // `wanted`: what is to be told apart, in this order.
    Separator(const Question& question, std::string name, std::vector<Term> wanted, const std::vector<Atom>& atoms);

    using MaySay = std::function<bool(const Atom&, bool)>;

    // The next one, by literals that `may_say` admits: runs with it from runs with neither it nor an earlier one.
    Separation separate_next(const std::string& name, const MaySay& may_say);
    void pass_over_next() { ++next_; }

    Term term(const Conjunction& conjunction) const;
    Term term(const std::vector<Conjunction>& conjunctions) const;

private:
    struct Sample {
        std::vector<bool> holds;  // by atom
        friend auto operator<=>(const Sample&, const Sample&) = default;
    };
    // Each once, in the order found.
    class Samples {
    public:
        bool add(Sample sample) {
            if (!known_.insert(sample).second) return false;
            all_.push_back(std::move(sample));
            return true;
        }
        const std::vector<Sample>& all() const { return all_; }

    private:
        std::vector<Sample> all_;
        std::set<Sample> known_;
    };
    class Search;

    Sample sample(const Assignment& assignment) const;
    Sample sampled() const;  // as the sampler has just evaluated it
    bool satisfies(const Sample& sample, const Conjunction& conjunction) const;
    Term excluded() const;  // at present: none of the first next_

    Question question_;
    std::string name_;
    std::vector<Term> wanted_;
    const std::vector<Atom>& atoms_;
    std::size_t next_ = 0;
    Samples excluded_samples_;
    std::unique_ptr<Sampler> sampler_;  // of premises, what is wanted, atoms
};

}  // namespace entryproof::checker
