// SPDX-License-Identifier: MIT
// The machine formats of a judged series, one file each, and what each says when there is no judgement.
#pragma once

#include "checker/premerge/report.h"

#include <string>

namespace entryproof::checker::premerge {

// "file:line: message (hint)"
std::string failure_line(const Failure& failure);

std::string ktap_report(const JudgedSeries& judged);
std::string ktap_failure(const Failure& failure);

// The common core of the dialects: failure is a change, error is undecided or unreadable, skipped is out of model.
std::string junit_report(const JudgedSeries& judged);
std::string junit_failure(const Failure& failure);

// SARIF 2.1.0; a change has two thread flows, "before" and "after".
std::string sarif_report(const JudgedSeries& judged);
std::string sarif_failure(const Failure& failure);

// `b4 review`: a JSON array, each entry under a tool name of its own; empty when nothing modelled is touched.
std::string b4_review_report(const JudgedSeries& judged);
std::string b4_review_failure(const Failure& failure);

// `b4 prep --check`, `b4 am --check`: one line a finding, ERROR: or WARNING:; nothing when all is fine.
std::string b4_check_report(const JudgedSeries& judged);
std::string b4_check_failure(const Failure& failure);

// What to POST to Patchwork's checks, patch by patch. A patch that touches nothing modelled has none: no check is no
// success.
std::string patchwork_report(const JudgedSeries& judged);
std::string patchwork_failure(const Failure& failure);

// A reply for the list, at most 78 columns; empty when there is nothing to ask. `mail_report` quotes the changelog and
// the hunk, and asks.
std::string mail_report(const JudgedSeries& judged, const SeriesReportOptions& options);
std::string mail_failure(const Failure& failure);

}  // namespace entryproof::checker::premerge
