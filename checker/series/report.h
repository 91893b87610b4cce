// SPDX-License-Identifier: MIT
// A judged built-in series as text and as JSON. Deterministic: the same verdict gives the same bytes.
#pragma once

#include "checker/series/against.h"
#include "checker/series/judge.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// One series, or two that are held against each other.
struct SeriesReport {
    std::vector<SeriesVerdict> series;
    ExitCode exit = ExitCode::vacuous;
};

// The last line is the exit code's word. `quiet`: the tables and the word.
std::string series_text(const SeriesReport& report, bool quiet);

// Version 1; checker/schema/series-v1.json says what is in it.
std::string series_json(const SeriesReport& report);

}  // namespace entryproof::checker
