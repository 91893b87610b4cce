// SPDX-License-Identifier: MIT
// The smallest script that still shows a mismatch, by leaving out one thing after the other. The same script and the
// same answers give the same result.
#pragma once

#include "checker/script.h"

#include <functional>
#include <vector>

namespace entryproof::lab {

// Which of these scripts still fail. Asked for many at once: a kernel runs them in one boot.
using Fails = std::function<std::vector<bool>(const std::vector<checker::Script>&)>;

// The scripts that lack one thing of this one (an instruction, the stops from one on, an act, a rule, a signal, ...),
// are valid and have a shorter text, the shortest first.
std::vector<checker::Script> smaller_scripts(const checker::Script& script);

// `script` must fail. Every smaller script of the result passes.
checker::Script shrink(checker::Script script, const Fails& fails);

}  // namespace entryproof::lab
