// SPDX-License-Identifier: MIT
#include "checker/report_text.h"

#include "checker/layout.h"
#include "checker/story.h"

#include <array>

namespace entryproof::checker {

namespace {

class TextReport {
public:
    TextReport(const Result& result, const std::optional<Recheck>& recheck, const TextReportOptions& options)
        : result_(result), recheck_(recheck), options_(options) {}

    std::string tell() {
        if (!options_.quiet) line(result_.command + " " + result_.left + " " + result_.right);
        for (const Claim& claim : result_.claims) line(claim_line(claim));
        if (!options_.quiet) {
            for (const Difference& difference : result_.differences) tell(difference);
            tell_untold_stories();
            for (const LedgerFlaw& flaw : result_.ledger) tell(flaw);
            tell_recheck();
            tell_notes();
            tell_provenance();
            line("");
        }
        line(std::string(word(result_.exit)));
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + "\n"; }

    static std::string called(const std::string& kind) { return kind == "nothing" ? kind : "\"" + kind + "\""; }

    void tell(const Difference& difference) {
        line("");
        const std::string head = (is_diff()             ? "difference "
                                  : difference.declared ? "declared difference "
                                                        : "UNDECLARED difference ") +
                                 difference.id;
        const std::string seen = difference.observer + " sees " + called(difference.left) + " on " + result_.left +
                                 ", " + called(difference.right) + " on " + result_.right;
        for (const std::string& row : wrap(head + ": " + seen, page_width, 2)) line(row);
        if (!difference.summary.empty()) text_ += paragraph("  ", difference.summary);
        if (!difference.fields.empty()) text_ += paragraph("  fields:  ", joined(difference.fields, " "));
        if (is_diff())
            tell_condition(difference);
        else if (!difference.condition.empty())
            text_ += paragraph("  when:    ", difference.condition);
        if (!difference.reason.empty()) text_ += paragraph("  reason:  ", difference.reason);
        for (const Story& story : difference.stories) tell(story, difference.declared);
    }

    bool is_diff() const { return result_.command == "diff"; }

    // Of `diff`, which says of every difference when it occurs.
    void tell_condition(const Difference& difference) {
        const auto always = [](const std::string& condition) { return condition.empty() ? "always" : condition; };
        if (!difference.undecided.empty()) {
            text_ += paragraph("  when:    ", "not decided: " + difference.undecided);
        } else if (difference.is_exact) {
            text_ += paragraph("  when:    ", always(difference.condition));
        } else {
            text_ += paragraph("  at least when: ", difference.has_condition ? difference.condition : "(not known)");
            text_ += paragraph("  at most when:  ", always(difference.at_most));
        }
        if (!difference.unless.empty())
            text_ += paragraph("  unless:  ", "hidden by what comes first: " + joined(difference.unless, " "));
    }

    void tell(const Story& story, bool declared) {
        ++story_number_;
        const bool is_told =
            options_.stories == StoriesTold::all || (options_.stories == StoriesTold::undeclared && !declared);
        if (!is_told) {
            ++untold_;
            return;
        }
        line("");
        text_ += paragraph("  story " + std::to_string(story_number_) + ": ", story.title);
        for (const std::string& row :
             story_lines({result_.left, result_.right, story.scenario, story.replay, story.disagreement, story.config}))
            line(row);
        for (const std::string& reason : story.replay.unfair) text_ += paragraph("  unfair: ", reason);
    }

    void tell_untold_stories() {
        if (untold_ == 0) return;
        line("");
        line("(" + std::to_string(untold_) + (untold_ == 1 ? " story is" : " stories are") +
             " not told here: --stories all tells, --format json keeps them)");
    }

    void tell(const LedgerFlaw& flaw) {
        line("");
        text_ += paragraph("declaration '" + flaw.declaration + "' ",
                           (flaw.kind == LedgerFlaw::Kind::stale ? "is stale: " : "is too wide: ") + flaw.message);
        if (!flaw.narrower.empty()) text_ += paragraph("  narrower: ", flaw.narrower);
    }

    void tell_recheck() {
        if (!recheck_) return;
        line("");
        text_ += paragraph("re-check: ", summary_of(*recheck_));
        for (const RecheckedQuery& query : recheck_->queries)
            if (query.found != query.expected)
                text_ += paragraph("  ", query.name + ": we said " + query.expected + ", it said " + query.found +
                                             (query.detail.empty() ? "" : " (" + query.detail + ")"));
    }

    void tell_notes() {
        if (result_.notes.empty()) return;
        line("");
        for (const std::string& note : result_.notes) text_ += paragraph("note: ", note);
    }

    void tell_provenance() {
        const Provenance& from = result_.provenance;
        line("");
        text_ += paragraph("checked by:  ", "entryproof " + from.tool_version + ", " + from.solver);
        text_ += paragraph("left:        ", result_.left + ": " + from.left_origin);
        text_ += paragraph("right:       ", result_.right + ": " + from.right_origin);
        if (!from.options.empty()) text_ += paragraph("options:     ", joined(from.options, " "));
        const Statistics& counts = result_.statistics;
        text_ +=
            paragraph("size:        ", std::to_string(counts.left_slots) + " and " +
                                           std::to_string(counts.right_slots) + " event slots, " +
                                           std::to_string(counts.terms) + " terms, " + std::to_string(counts.queries) +
                                           " queries, " + std::to_string(counts.rlimit) + " solver resource units");
        tell_list("not covered: ", from.not_covered);
        tell_list("trusted:     ", from.trusted);
    }

    void tell_list(const std::string& lead, const std::vector<std::string>& items) {
        for (std::size_t i = 0; i < items.size(); ++i)
            text_ += paragraph(i == 0 ? lead : std::string(lead.size(), ' '), items[i]);
    }

    const Result& result_;
    const std::optional<Recheck>& recheck_;
    const TextReportOptions& options_;
    unsigned story_number_ = 0;
    unsigned untold_ = 0;
    std::string text_;
};

constexpr const char* red = "\033[1;31m";
constexpr const char* green = "\033[1;32m";
constexpr const char* yellow = "\033[1;33m";
constexpr const char* no_colour = "\033[0m";

const char* colour_of(const std::string& line) {
    const auto starts_with = [&](const std::string& start) { return line.rfind(start, 0) == 0; };
    if (line == "proved" || line.find(": proved (") != std::string::npos) return green;
    if (starts_with("!") || starts_with("UNDECLARED") || line == "refuted" || line == "internal error" ||
        line.find(": refuted (") != std::string::npos)
        return red;
    for (const std::string word : {"unknown", "vacuous"})
        if (line == word || line.find(": " + word + " (") != std::string::npos) return yellow;
    return starts_with("declaration '") || line == "stale or too wide declaration" ? yellow : nullptr;
}

}  // namespace

std::string claim_line(const Claim& claim) {
    std::string text = claim.name + ": " + std::string(word(claim.verdict)) + " (" + claim.scope;
    if (!claim.assumptions.empty()) text += "; assumes, unproved: " + joined(claim.assumptions, " ");
    if (!claim.within.empty()) text += "; within: " + joined(claim.within, " ");
    text += ")";
    return claim.reason.empty() ? text : text + ": " + claim.reason;
}

std::string report_text(const Result& result, const std::optional<Recheck>& recheck, const TextReportOptions& options) {
    return TextReport(result, recheck, options).tell();
}

std::string coloured(const std::string& report) {
    std::string text;
    std::size_t begin = 0;
    while (begin < report.size()) {
        const std::size_t end = std::min(report.find('\n', begin), report.size());
        const std::string line = report.substr(begin, end - begin);
        const char* colour = colour_of(line);
        text += colour == nullptr ? line : colour + line + no_colour;
        if (end < report.size()) text += "\n";
        begin = end + 1;
    }
    return text;
}

}  // namespace entryproof::checker
