// SPDX-License-Identifier: MIT
// Short conditions that tell runs in which something differs from runs in which nothing does.
//
// 1. Samples propose, the solver disposes: a conjunction is built greedily from literals that hold in one differing run
//    and exclude the agreeing runs known so far; the solver proves that it excludes all of them or gives one more.
// 2. A conjunction is irredundant (without any one of its literals an agreeing run satisfies it), and so is the list
//    (without any one of them a differing run satisfies none).
// 3. Where the literals cannot tell the runs apart, the conjunctions say less than the truth, and `beyond` holds in all
//    the rest. What is undecided is never claimed.
#pragma once

#include "checker/decide.h"
#include "checker/literal.h"
#include "checker/narrow.h"
#include "checker/slice.h"

#include <functional>
#include <memory>
#include <optional>
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
    std::vector<Conjunction> at_least;    // each excludes every agreeing run
    std::optional<Conjunction> beyond;    // with these: holds in every differing run. Nothing: `at_least` covers all
    std::optional<Finding> not_covered;   // a differing run outside `at_least`, when `beyond`
    std::optional<Finding> not_excluded;  // an agreeing run inside `beyond`
    std::string undecided = {};           // why this is not known to be true; else empty
};

class Separator {
public:
    // `agreeing`: what has to be excluded. The same for every call of separate(), and so is what was learned about it.
    Separator(const Question& question, std::string name, Term agreeing, const std::vector<Atom>& atoms);
    ~Separator();

    using MaySay = std::function<bool(const Atom&, bool)>;

    // Conditions for `differing`, of the literals that `may_say` admits. Requires: differing excludes agreeing.
    Separation separate(const std::string& name, Term differing, const MaySay& may_say);

    Term term(const Conjunction& conjunction) const;
    Term term(const std::vector<Conjunction>& conjunctions) const;

private:
    struct Sample {
        std::vector<bool> holds;  // by atom
    };
    struct Excluder;
    class Search;

    Sample sample(const Assignment& assignment) const;
    bool satisfies(const Sample& sample, const Conjunction& conjunction) const;

    Question question_;
    std::string name_;
    Term agreeing_;
    const std::vector<Atom>& atoms_;
    std::vector<Sample> agreeing_samples_;
    std::unique_ptr<Excluder> excluder_;
};

}  // namespace entryproof::checker
