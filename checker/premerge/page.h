// SPDX-License-Identifier: MIT
// A judged series as one HTML page: the overview of its JSON, with the stories of its patches and of the whole.
#pragma once

#include "checker/premerge/judge.h"

#include <string>

namespace entryproof::checker::premerge {

std::string page_of(const JudgedSeries& judged);

}  // namespace entryproof::checker::premerge
