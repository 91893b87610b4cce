// SPDX-License-Identifier: MIT
// What acts do to the cells of one side, as terms: each act's function, executed where it is needed.
#pragma once

#include "checker/interference/moment.h"
#include "checker/term.h"
#include "model/environment/act_points.h"

#include <vector>

namespace entryproof::checker::interference {

class ActEffects {
public:
    // Requires: `program` has the acts' functions, which call no hooks.
    ActEffects(Terms& terms, const ir::Program& program, const std::vector<environment::Act>& acts);

    // `cells`, in the order of program.cells, become what they are when everything that was done to the free run
    // between two moments is done at once.
    void apply(std::vector<Term>& cells, const Moment& from, const Moment& to) const;

private:
    std::vector<Term> after(std::size_t act, const std::vector<Term>& cells) const;

    Terms& terms_;
    const std::vector<environment::Act>& acts_;
    std::vector<ir::Program> programs_;  // by act: the program with that function as its entry
};

}  // namespace entryproof::checker::interference
