// SPDX-License-Identifier: MIT
// Models that are wrong in one fact each, for the question whether the lab would tell.
#pragma once

#include "model/ir/program.h"

#include <functional>
#include <string>
#include <vector>

namespace entryproof::lab {

struct Mutant {
    std::string claim;  // what it wrongly says
    std::function<void(ir::Program&)> apply;
};

// Of environment::with_rounds(legacy). `apply` throws std::runtime_error when the model no longer has the place.
const std::vector<Mutant>& mutants();

}  // namespace entryproof::lab
