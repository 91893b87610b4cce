// SPDX-License-Identifier: MIT
#include "checker/witness.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

bool satisfies(Evaluator& model, const std::vector<Term>& conditions) {
    return std::all_of(conditions.begin(), conditions.end(), [&](Term one) { return model.is_true(one); });
}

}  // namespace

const Assignment* Witnesses::satisfying(const std::vector<Term>& conditions) {
    for (Evaluator& model : models_)
        if (satisfies(model, conditions)) return &model.assignment();
    return nullptr;
}

std::vector<Evaluator*> Witnesses::all_satisfying(const std::vector<Term>& conditions) {
    std::vector<Evaluator*> found;
    for (Evaluator& model : models_)
        if (satisfies(model, conditions)) found.push_back(&model);
    return found;
}

}  // namespace entryproof::checker
