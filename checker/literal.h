// SPDX-License-Identifier: MIT
// What a printed condition may be made of: the names of the declared conditions' language (spec/condition.h), each as
// it is and negated, over the start and the end of a comparison.
#pragma once

#include "checker/compare.h"
#include "checker/root.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// Something that holds in a run or does not. `yes` and `no` are its texts in the language of conditions.
struct Atom {
    std::string yes;  // exit.emu
    std::string no;   // !exit.emu
    Term holds;
    unsigned rank = 0;        // of two that serve equally well the lower is preferred
    std::string needed = {};  // the event that a `no` would only restate the lack of: see may_say
};

// In order of rank, then name. Left out: what is constant, what another atom already says in the same words of the
// solver. Numbers are compared with 0, -1 and each other only where names belong together (now.emu, right.now.emu).
std::vector<Atom> atoms_of(Terms& terms, const CellTerms& initial, const Comparison& comparison);

// False where the atom would restate the difference instead of explaining it: that the event of the shape was not seen
// is what the shape says already.
bool may_say(const Atom& atom, bool positive, const RootShape& shape);

}  // namespace entryproof::checker
