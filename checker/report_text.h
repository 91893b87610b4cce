// SPDX-License-Identifier: MIT
// The result of `prove` as text: verdict lines, differences with their stories, the ledger, notes, provenance, and the
// exit code's word as the last line.
#pragma once

#include "checker/recheck.h"
#include "checker/result.h"

#include <optional>
#include <string>

namespace entryproof::checker {

enum class StoriesTold { undeclared, all, none };

struct TextReportOptions {
    bool quiet = false;  // verdict lines and the word
    StoriesTold stories = StoriesTold::undeclared;
};

std::string report_text(const Result& result, const std::optional<Recheck>& recheck, const TextReportOptions& options);

// "agreement.tracer: proved (one syscall; assumes, unproved: I2 I3)"
std::string claim_line(const Claim& claim);

// The report with verdicts and disagreements in colour.
std::string coloured(const std::string& report);

}  // namespace entryproof::checker
