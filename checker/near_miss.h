// SPDX-License-Identifier: MIT
// Runs that differ from a known one in a single value: the cheapest examples of what does and does not matter. Found by
// evaluation alone, so each is a true run.
#pragma once

#include "checker/evaluate.h"

#include <functional>
#include <vector>

namespace entryproof::checker {

// Evaluates the same terms under many assignments; touches only what they need.
class Sampler {
public:
    Sampler(const Terms& terms, const std::vector<Term>& roots);

    void evaluate(const Assignment& assignment);
    bool is_true(Term root) const { return values_[places_[root.index]] != 0; }

    // Evaluates `start` with each variable in turn set to another value (a set one to 0, another to 1) and calls
    // `visit`.
    void visit_neighbours(const Assignment& start, const std::function<void(const Assignment&)>& visit);

private:
    struct Step {
        TermNode node;  // operands are places
        ir::Width operand_width = 1;
    };

    std::vector<Term> order_;
    std::vector<Step> steps_;
    std::vector<std::uint32_t> places_;  // by term index
    std::vector<std::uint64_t> values_;
};

}  // namespace entryproof::checker
