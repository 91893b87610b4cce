// SPDX-License-Identifier: MIT
// The result of `check` as text and as JSON (checker/schema/check-v1.json). The same result gives the same bytes.
#pragma once

#include "checker/check.h"

#include <string>

namespace entryproof::checker {

struct CheckReportOptions {
    bool quiet = false;   // one line per property and the word
    bool stories = true;  // of what is refuted
};

std::string check_text(const CheckResult& result, const CheckReportOptions& options);
std::string check_json(const CheckResult& result);

// "P17 step-report-while-stepping: refuted (one syscall)"
std::string property_line(const CheckedProperty& property);

}  // namespace entryproof::checker
