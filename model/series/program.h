// SPDX-License-Identifier: MIT
// The path that Steps describe.
#pragma once

#include "model/ir/program.h"
#include "model/series/steps.h"

#include <string>

namespace entryproof::series {

// A whole path without its environment, called `name`. `release`: of the kernel the series is based on ("7.0"), for the
// sources it cites.
ir::Program program_of(const Steps& steps, const std::string& name, const std::string& release);

}  // namespace entryproof::series
