// SPDX-License-Identifier: MIT
// What others have done to a free run up to one of its positions, as terms.
//
// Positions number the places for acts of the free run in program order: place n of its act points (inlined) and
// digit d of the list stand at n * digits + d. A position is a constant of the program; what was done before it is not.
#pragma once

#include "checker/term.h"

#include <vector>

namespace entryproof::checker::interference {

constexpr ir::Width position_width = 12;

// All terms have position_width; positions of acts are counted from 1, 0: there was none.
struct Moment {
    Term position;
    Term last;                   // of the last act of all before this position
    std::vector<Term> last_of;   // by group
    std::vector<Term> act_of;    // by group: which act that was, its number from 1
    std::vector<Term> count_of;  // by group: how many there were; meaningful for counted groups
};

Moment select(Terms& terms, Term condition, const Moment& then_moment, const Moment& else_moment);

// The start: nothing was done.
Moment beginning(Terms& terms, std::size_t groups);

}  // namespace entryproof::checker::interference
