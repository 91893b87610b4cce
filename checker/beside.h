// SPDX-License-Identifier: MIT
// A question asked beside others: over a copy of what it speaks of, with a log of its own, so that it shares nothing
// with them. Models that the others find are not looked at, so it is for what is expected to be impossible.
#pragma once

#include "checker/decide.h"
#include "checker/jobs.h"

#include <map>
#include <memory>
#include <string>

namespace entryproof::checker {

class Beside {
public:
    // Copies premises and condition, and leaves find_with_fewest() of the copy to `jobs`.
    Beside(Jobs& jobs, const Question& question, const std::string& name, Term condition);

    // Once: the answer in terms of the question given above, whose log gets the queries and the model.
    Refuted answer(const Question& question);

private:
    struct Copy {
        Terms terms;
        QueryLog log;
        std::vector<Term> premises;
        std::set<Term> leaned_on;
        SolverOptions solver;
        Term condition;
        std::map<Term, Term> originals;  // of its variables and premises
    };
    static std::shared_ptr<Copy> copy_of(const Question& question, Term condition);

    std::shared_ptr<Copy> copy_;
    Jobs::Pending<Refuted> refuted_;
};

}  // namespace entryproof::checker
