// SPDX-License-Identifier: MIT
// Undeclared root differences as people read them: one per shape, each with minimal stories that were replayed.
#pragma once

#include "checker/decide.h"
#include "checker/result.h"
#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// 8 hexadecimal digits over pair, observer, kinds and fields (FNV-1a): the same for the same difference in every run.
std::string difference_id(const std::string& left, const std::string& right, const Difference& difference);

// Every root of the given observers that `allowed` does not excuse. A shape that the solver does not decide is added to
// `result.claims` as unknown. InternalError: a story whose replay does not show the difference, or is unfair.
std::vector<Difference> undeclared_differences(const Question& question, const Roots& roots,
                                               const std::vector<AllowedRoot>& allowed,
                                               const std::vector<std::string>& observers, const Comparison& comparison,
                                               const CellTerms& initial, const std::vector<ir::Program>& programs,
                                               Result& result);

}  // namespace entryproof::checker
