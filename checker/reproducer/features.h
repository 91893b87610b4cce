// SPDX-License-Identifier: MIT
// What of the fixed part a program needs.
#pragma once

#include "checker/script.h"

#include <set>
#include <string>
#include <string_view>

namespace entryproof::checker::reproducer {

// filter, listener, tracepoints, audit, rseq; stops (it is traced), forks (with an event), sets_number, writes (other
// registers), enters (the tracer writes the pointer to a critical section), tsync (a sibling installs a filter), dies
// (the tracer does), and what these need in common: value, told_number, files, polls, shared. A line of the fixed part
// that ends with "//@name" is there when the name is, one with
// "//@!name" when it is not; "//@name {" begins lines of which that holds, and "//@}" ends them.
std::set<std::string> features(const Script& script);

// The text with those lines only, without the marks, and without its first line, which is its licence.
std::string with_features(std::string_view text, const std::set<std::string>& features);

}  // namespace entryproof::checker::reproducer
