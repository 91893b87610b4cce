// SPDX-License-Identifier: MIT
// Words whose bits never meet are cut to fewer bits: signal sets, flag words, pstate.
//
// 1. A class is a set of words joined by select, equality and bitwise operations. Where nothing else is done to them
//    than testing single bits, every bit position goes its own way, and two positions with the same bits in every
//    constant of the class that nobody tests on their own go the same way.
// 2. Of such a group as many positions are kept as the class has equalities: each that is false is false at one of
//    them. So the sliced conditions are possible whenever the original ones are.
// 3. 1 << x is a word of the class. A position that is kept for itself says whether x is that number; the others are
//    left open. That can only add possibilities: unsat is exact, sat has to be checked on the original conditions.
#pragma once

#include "checker/evaluate.h"
#include "checker/term.h"
#include "checker/term_classes.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace entryproof::checker {

class Slicing {
public:
    Slicing(Terms& terms, const std::vector<Term>& conditions);

    // In the same order as those given.
    const std::vector<Term>& conditions() const { return sliced_; }
    bool changes_anything() const { return changes_; }

    // An assignment of the sliced variables as one of the original variables.
    Assignment widened(const Assignment& sliced) const;

private:
    struct Class {
        ir::Width width = 1;
        bool bitwise = true;
        unsigned equalities = 0;
        std::set<std::uint64_t> constants;
        std::set<ir::Width> tested;           // positions
        std::vector<ir::Width> kept;          // positions, ascending; empty: the class is left as it is
        std::vector<ir::Width> stands_in_of;  // for every position the one that is kept for it
    };

    void find_classes(const std::vector<Term>& terms);
    void measure(const std::vector<Term>& terms);
    void choose(Class& one) const;
    const Class* sliced_class(Term term);
    Term sliced_word(Term term, const Class& own);
    Term power_of_two(Term term, const Class& own);
    Term rebuilt(Term term);

    Terms& terms_;
    TermClasses sets_;
    std::map<std::uint32_t, Class> classes_;
    std::vector<Term> rebuilt_;                                           // by term
    std::map<std::uint32_t, std::vector<std::pair<Term, Term>>> powers_;  // of a class: exponent, word
    std::map<Term, Term> variables_;                                      // sliced -> original
    std::vector<Term> sliced_;
    bool changes_ = false;
};

}  // namespace entryproof::checker
