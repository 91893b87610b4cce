// SPDX-License-Identifier: MIT
// The result of `prove` as JSON, version 1; checker/schema/prove-v1.json says what is in it. Every story in it is a
// scenario as checker/scenario.h has it. Deterministic; the same result gives the same bytes.
#pragma once

#include "checker/error.h"
#include "checker/recheck.h"
#include "checker/result.h"

#include <optional>
#include <string>

namespace entryproof::checker {

std::string report_json(const Result& result, const std::optional<Recheck>& recheck);

// What machine formats get instead of a result: {"version": 1, "kind": "error", "exit": ..., "message": ...}.
std::string error_json(ExitCode exit, const std::string& message, const std::string& file, unsigned line,
                       unsigned column);

}  // namespace entryproof::checker
