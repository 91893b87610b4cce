// SPDX-License-Identifier: MIT
// A patch's changelog held against what was found.
#pragma once

#include "checker/premerge/judge.h"

#include <string>

namespace entryproof::checker::premerge {

// Fills `statements`, `impact` and which changes are mentioned. `cover`: text of the cover letter, which may mention
// them too.
void judge_changelog(JudgedPatch& patch, const std::string& cover);

}  // namespace entryproof::checker::premerge
