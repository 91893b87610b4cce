// SPDX-License-Identifier: MIT
// A judged series in every format, each a function from the judgement to text. Deterministic: the same judgement gives
// the same bytes.
#pragma once

#include "checker/failure.h"
#include "checker/premerge/against.h"
#include "checker/premerge/judge.h"

#include <string>

namespace entryproof::checker::premerge {

enum class SeriesFormat { text, json, ktap, junit, sarif, b4_review, b4_check, patchwork, mail };

struct SeriesReportOptions {
    bool quiet = false;   // text: verdict lines and the word
    bool stories = true;  // text and mail: one story for each change of a patch
};

std::string report(const JudgedSeries& judged, SeriesFormat format, const SeriesReportOptions& options);

// The run ended before there was a judgement.
std::string failure_report(const Failure& failure, SeriesFormat format);

// How the program ends: as judged, but for b4_check with 0 where it is silent.
ExitCode exit_in(SeriesFormat format, ExitCode exit);

// Text, the last line of which is the exit code's word.
std::string text_report(const JudgedSeries& judged, const SeriesReportOptions& options);
// Version 1; checker/schema/premerge-v1.json says what is in it.
std::string json_report(const JudgedSeries& judged);

// "4/10", and "4/10 arm64: ptrace: test the flag once".
std::string number_of(const JudgedSeries& judged, const JudgedPatch& patch);
std::string name_of(const JudgedSeries& judged, const JudgedPatch& patch);
// One line that says what is wrong with a patch, or that nothing is; ASCII.
std::string summary_of(const JudgedPatch& patch);
// Whether a claim of its changelog is refuted: the headline.
const JudgedStatement* refuted_statement(const JudgedPatch& patch);
// Printable ASCII of one line, each other byte a question mark: subjects and quotes come from strangers.
std::string ascii(const std::string& text);
// What a judgement rests on, for every format: tool, solver, base, what is not covered.
struct SeriesProvenance {
    std::string tool, solver, base;
    std::vector<std::string> not_covered, trusted;
};
SeriesProvenance provenance_of(const JudgedSeries& judged);

}  // namespace entryproof::checker::premerge
