// SPDX-License-Identifier: MIT
// What of the fixed part a program needs.
#pragma once

#include "checker/script.h"

#include <set>
#include <string>
#include <string_view>

namespace entryproof::checker::reproducer {

// filter, listener, tracepoints, audit, rseq. A line of the fixed part that ends with "//@name" is there when
// the name is, one with "//@!name" when it is not.
std::set<std::string> features(const Script& script);

// The same can be done on x86-64: no critical section, whose words are other ones there; no register but the number is
// written in a stop; the result is not the way out.
bool runs_on_x86(const Script& script);

// The text with those lines only, without the marks, and without its first line, which is its licence.
std::string with_features(std::string_view text, const std::set<std::string>& features);

}  // namespace entryproof::checker::reproducer
