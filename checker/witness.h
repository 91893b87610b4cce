// SPDX-License-Identifier: MIT
// Models found so far. Many questions of one run are answered by a model that an earlier one found: evaluating it costs
// next to nothing, and that it satisfies every condition is all there is to being a model.
#pragma once

#include "checker/evaluate.h"

#include <list>
#include <vector>

namespace entryproof::checker {

class Witnesses {
public:
    const Assignment& add(const Terms& terms, Assignment assignment) {
        return models_.emplace_back(terms, std::move(assignment)).assignment();
    }

    // The first model that satisfies all `conditions`; null when none does, which says nothing about them.
    const Assignment* satisfying(const std::vector<Term>& conditions);

    // Every model in which all `conditions` hold.
    std::vector<Evaluator*> all_satisfying(const std::vector<Term>& conditions);

private:
    std::list<Evaluator> models_;
};

}  // namespace entryproof::checker
