// SPDX-License-Identifier: MIT
// What --expect knows of a path, held against what was found.
#pragma once

#include "checker/check.h"

namespace entryproof::checker {

// Marks what was expected, adds kind and note to it, and lists what is expected and was not found. Kind and note are
// added without --expect too. InputError: the file cannot be read.
void compare_with_expectations(CheckResult& result, const LoadedPath& path, const CheckOptions& options);

}  // namespace entryproof::checker
