// SPDX-License-Identifier: MIT
// Fewer bits for values that are only moved and compared for equality: what an opaque register holds does not matter,
// only whether it is the same as another.
//
// Terms connected by select and equal form a class. When no other operation touches a class, its formula is one of
// equality logic, and a domain with a value for every variable and every constant of the class suffices: a wide
// assignment gives a narrow one (number the distinct values) and the other way round (constants stand for themselves,
// other numbers for values of their own). So conditions keep being satisfiable or not.
// The plain formula, for a second solver, is never narrowed.
#pragma once

#include "checker/evaluate.h"
#include "checker/term.h"
#include "checker/term_classes.h"

#include <cstdint>
#include <map>
#include <vector>

namespace entryproof::checker {

class Narrowing {
public:
    // Narrows these conditions together. What is asked of one solver must be narrowed by one call.
    Narrowing(Terms& terms, const std::vector<Term>& conditions);

    // In the order of the conditions given.
    const std::vector<Term>& conditions() const { return narrowed_; }

    // From values of the narrowed variables to values of the original ones.
    Assignment widened(const Assignment& narrow) const;

private:
    struct Class {
        ir::Width width = 0;  // of its terms
        bool opaque = true;
        std::uint64_t variables = 0;
        std::map<std::uint64_t, std::uint64_t> numbers;  // constant -> its number
        ir::Width narrow = 0;                            // 0: stays as wide as it is
    };

    void find_classes(const std::vector<Term>& terms);
    void measure(const std::vector<Term>& terms);
    Term rebuilt(Term term);
    Term rebuilt_variable(Term term);
    std::uint32_t moved_class(Term term);

    Terms& terms_;
    TermClasses sets_;
    std::map<std::uint32_t, Class> classes_;                    // by representative
    std::vector<Term> rebuilt_;                                 // by term index
    std::map<Term, std::pair<Term, std::uint32_t>> variables_;  // narrowed variable -> original and its class
    std::vector<Term> narrowed_;
};

}  // namespace entryproof::checker
