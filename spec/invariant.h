// SPDX-License-Identifier: MIT
// What holds of every task at every syscall boundary, whatever happened before: what assumptions of kind invariant say,
// and what it takes to prove that.
#pragma once

#include "model/ir/expression.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace entryproof::spec {

struct Invariant {
    std::string name;             // I1, ...
    std::string text;             // one sentence
    ir::ExpressionRef condition;  // over the facts of a task's state (model/environment/transitions.h)
    std::string needs = {};       // a function without which the path has nothing that it speaks of
};

// I1, I2, I3 and I6 are the assumptions of the same names, word for word.
const std::vector<Invariant>& invariants();

// The first task, from which all others come by fork: facts that have a value there; all others are open.
// init/init_task.c@7.3.
const std::map<std::string, std::uint64_t>& first_state();

}  // namespace entryproof::spec
