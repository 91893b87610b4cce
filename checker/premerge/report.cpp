// SPDX-License-Identifier: MIT
#include "checker/premerge/report.h"

#include "checker/error.h"
#include "checker/premerge/formats.h"
#include "checker/report_json.h"
#include "checker/smt.h"
#include "checker/version.h"
#include "spec/coverage.h"

namespace entryproof::checker::premerge {

std::string ascii(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x80 && byte < 0xc0) continue;  // the rest of a character of several bytes
        result += byte >= ' ' && byte < 0x7f ? text[at] : byte < ' ' ? ' ' : '?';
    }
    return result;
}

std::string number_of(const JudgedSeries& judged, const JudgedPatch& patch) {
    return std::to_string(patch.posted.number) + "/" + std::to_string(judged.posted.total);
}

std::string name_of(const JudgedSeries& judged, const JudgedPatch& patch) {
    return number_of(judged, patch) + " " + ascii(patch.posted.subject);
}

const JudgedStatement* refuted_statement(const JudgedPatch& patch) {
    for (const JudgedStatement& one : patch.statements)
        if (one.verdict == ClaimVerdict::refuted) return &one;
    return nullptr;
}

std::string summary_of(const JudgedPatch& patch) {
    const Judgement& judgement = patch.judgement;
    std::string text = word(judgement.verdict) + ": ";
    if (const JudgedStatement* refuted = refuted_statement(patch))
        text += "its changelog says \"" + ascii(refuted->statement.quote) + "\", yet ";
    if (judgement.changes.empty()) return text + ascii(judgement.reason);
    text += judgement.changes.front().words;
    if (judgement.changes.size() > 1) text += " (and " + std::to_string(judgement.changes.size() - 1) + " more)";
    return ascii(text);
}

SeriesProvenance provenance_of(const JudgedSeries& judged) {
    SeriesProvenance from;
    from.tool = "entryproof " + std::string(version);
    from.solver = solver_version();
    from.base = judged.base.name + (judged.base.commit.empty() ? "" : ", commit " + judged.base.commit) + ", " +
                judged.base_origin;
    from.not_covered = spec::not_covered();
    from.trusted = spec::trusted();
    return from;
}

std::string failure_line(const Failure& failure) {
    std::string text = failure.file.empty() ? "" : failure.file + ": ";
    if (failure.line != 0) text = failure.file + ":" + std::to_string(failure.line) + ": ";
    text += failure.message;
    return failure.hint.empty() ? text : text + " (" + failure.hint + ")";
}

// One arm a format.
std::string report(const JudgedSeries& judged, SeriesFormat format, const SeriesReportOptions& options) {
    switch (format) {
        case SeriesFormat::text:
            return text_report(judged, options);
        case SeriesFormat::json:
            return json_report(judged);
        case SeriesFormat::ktap:
            return ktap_report(judged);
        case SeriesFormat::junit:
            return junit_report(judged);
        case SeriesFormat::sarif:
            return sarif_report(judged);
        case SeriesFormat::b4_review:
            return b4_review_report(judged);
        case SeriesFormat::b4_check:
            return b4_check_report(judged);
        case SeriesFormat::patchwork:
            return patchwork_report(judged);
        case SeriesFormat::mail:
            return mail_report(judged, options);
    }
    throw InternalError("a series is reported in one of the listed formats");
}

std::string failure_report(const Failure& failure, SeriesFormat format) {
    switch (format) {
        case SeriesFormat::text:
            return std::string(checker::word(failure.exit)) + "\n";
        case SeriesFormat::json:
            return error_json(failure.exit, failure.message, failure.file, failure.line, failure.column);
        case SeriesFormat::ktap:
            return ktap_failure(failure);
        case SeriesFormat::junit:
            return junit_failure(failure);
        case SeriesFormat::sarif:
            return sarif_failure(failure);
        case SeriesFormat::b4_review:
            return b4_review_failure(failure);
        case SeriesFormat::b4_check:
            return b4_check_failure(failure);
        case SeriesFormat::patchwork:
            return patchwork_failure(failure);
        case SeriesFormat::mail:
            return mail_failure(failure);
    }
    throw InternalError("a series is reported in one of the listed formats");
}

ExitCode exit_in(SeriesFormat format, ExitCode exit) {
    // b4 takes silence for a pass only with 0.
    const bool is_silent = format == SeriesFormat::b4_check && exit == ExitCode::nothing_modelled;
    return is_silent ? ExitCode::proved : exit;
}

}  // namespace entryproof::checker::premerge
