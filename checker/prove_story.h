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

// One sentence: what each side shows.
std::string summary_of(const Difference& difference);

// What stories are told about.
struct StoryContext {
    const Question& question;
    const Comparison& comparison;
    const std::vector<ir::Program>& programs;
    const Result& result;  // names of the pair
};

// The story of a scenario that is known, replayed, with the disagreement of this shape marked. InternalError: the
// replay does not show it, or is unfair.
Story replayed_story(const std::vector<ir::Program>& programs, const RootShape& shape, const std::string& title,
                     Scenario scenario);

// A minimal story of a root of this shape for which `condition` holds, replayed. Requires: `possible` is sat for it.
// InternalError: the replay does not show the difference, or is unfair.
Story minimal_story(const StoryContext& context, const RootShape& shape, const std::string& title, Term condition,
                    const Finding& possible);

// Every root of the given observers that `allowed` does not excuse. A shape that the solver does not decide is added to
// `result.claims` as unknown. InternalError: a story whose replay does not show the difference, or is unfair.
std::vector<Difference> undeclared_differences(const Question& question, const Roots& roots,
                                               const std::vector<AllowedRoot>& allowed,
                                               const std::vector<std::string>& observers, const Comparison& comparison,
                                               const CellTerms& initial, const std::vector<ir::Program>& programs,
                                               Result& result);

}  // namespace entryproof::checker
