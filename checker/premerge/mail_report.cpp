// SPDX-License-Identifier: MIT
// A reply for the list: plain text, at most 78 columns, questions instead of verdicts, what was there before kept
// apart. It goes to whoever ran the tool; nothing is sent.
#include "checker/layout.h"
#include "checker/premerge/formats.h"
#include "checker/premerge/words.h"
#include "checker/story.h"

namespace entryproof::checker::premerge {

namespace {

constexpr std::size_t most_quoted = 24;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

// A tab counts to the next multiple of 8, and a quoted line that is too long is cut.
std::string quoted(const std::string& line) {
    std::string shown = "> ";
    for (const char c : line) {
        if (c == '\t')
            shown += std::string(8 - (shown.size() - 2) % 8, ' ');
        else
            shown += c;
    }
    shown = ascii(shown);
    return shown.size() > page_width ? shown.substr(0, page_width - 3) + "..." : shown;
}

class MailReport {
public:
    MailReport(const JudgedSeries& judged, const SeriesReportOptions& options) : judged_(judged), options_(options) {}

    std::string tell() {
        for (const JudgedPatch& patch : judged_.patches) tell(patch);
        if (text_.empty()) return "";
        for (const Repair& repair : judged_.repairs)
            put("", "What patch " + at(repair.broken) + " changes here is taken back by patch " + at(repair.repaired) +
                        ". Could the two be one, so that a bisection never stops between them?");
        if (!judged_.already_there.empty()) {
            put("", "Not of this series, but already there:");
            for (const std::string& flaw : judged_.already_there) put("- ", flaw);
            text_ += "\n";
        }
        return head() + text_ + foot();
    }

private:
    std::string at(unsigned position) const { return number_of(judged_, judged_.patches[position - 1]); }

    void put(const std::string& lead, const std::string& text) {
        text_ += paragraph(lead, ascii(text)) + (lead.empty() ? "\n" : "");
    }

    const JudgedPatch& first() const {
        for (const JudgedPatch& patch : judged_.patches)
            if (is_asked_about(patch)) return patch;
        return judged_.patches.front();
    }

    static bool is_asked_about(const JudgedPatch& patch) {
        return patch.judgement.verdict != PatchVerdict::untouched && patch.judgement.verdict != PatchVerdict::unchanged;
    }

    std::string head() const {
        const JudgedPatch& patch = first();
        std::string text = "Subject: Re: " + ascii(patch.posted.subject) + "\n";
        if (!patch.posted.message_id.empty()) {
            const std::string id = "<" + ascii(patch.posted.message_id) + ">\n";
            text += "In-Reply-To: " + id + "References: " + id;
        }
        return text + "\n";
    }

    std::string foot() const {
        const SeriesProvenance from = provenance_of(judged_);
        std::string text = paragraph("", "Found by " + from.tool + " (" + from.solver + ") on " + ascii(from.base) +
                                             ", by comparing each patch with the state before it: 'entryproof "
                                             "premerge --format text' on the same base and thread tells more.");
        text += "\nNot covered:\n";
        for (const std::string& one : from.not_covered) text += paragraph("- ", ascii(one));
        return text;
    }

    // The lines around the first change of a file that was lifted.
    void quote_hunk(const JudgedPatch& patch) {
        const std::vector<std::string> lines = lines_of(patch.posted.diff);
        std::size_t begin = lines.size(), name = lines.size();
        for (std::size_t at = 0; at < lines.size() && begin == lines.size(); ++at) {
            if (lines[at].rfind("+++ ", 0) == 0) name = at;
            if (lines[at].rfind("@@ ", 0) == 0) begin = at;
        }
        if (begin == lines.size()) return;
        if (name < begin) text_ += quoted(lines[name]) + "\n";
        for (std::size_t at = begin; at < lines.size() && at < begin + most_quoted; ++at) {
            const bool is_hunk =
                at == begin || (!lines[at].empty() && std::string(" +-\\").find(lines[at][0]) != std::string::npos);
            if (!is_hunk || lines[at].rfind("-- ", 0) == 0) break;
            text_ += quoted(lines[at]) + "\n";
        }
        text_ += "\n";
    }

    void tell(const JudgedPatch& patch) {
        if (!is_asked_about(patch)) return;
        const Judgement& judgement = patch.judgement;
        if (judged_.patches.size() > 1) put("", "Patch " + name_of(judged_, patch));
        if (judgement.verdict == PatchVerdict::does_not_apply)
            return put("", "This does not apply here: " + judgement.reason + ". Which base is it for?");
        if (judgement.verdict == PatchVerdict::unliftable)
            return put("", "This could not be followed: " + judgement.place + ": " + judgement.reason + ".");
        if (judgement.verdict == PatchVerdict::undecided)
            return put("", "Whether this changes anything was not decided: " + judgement.reason + ".");
        if (const JudgedStatement* refuted = refuted_statement(patch))
            text_ += quoted(refuted->statement.quote) + "\n\n";
        quote_hunk(patch);
        for (const FoundChange& change : judgement.changes) tell(change);
    }

    void tell(const FoundChange& change) {
        put("", "With this, " + change.words + ". " +
                    (change.is_mentioned ? "Is that what the changelog describes?"
                                         : "Is that intended? The changelog does not mention it."));
        if (const std::string when = when_words(change.difference); !when.empty()) put("", "When: " + when);
        if (!options_.stories || change.difference.stories.empty()) return;
        const Story& story = change.difference.stories.front();
        put("", "For example" + (story.title.empty() ? std::string(":") : ", where " + story.title + ":"));
        for (const std::string& row :
             story_lines({"before", "after", story.scenario, story.replay, story.disagreement}))
            text_ += row + "\n";
        text_ += "\n";
    }

    const JudgedSeries& judged_;
    const SeriesReportOptions& options_;
    std::string text_;
};

}  // namespace

std::string mail_report(const JudgedSeries& judged, const SeriesReportOptions& options) {
    return MailReport(judged, options).tell();
}

std::string mail_failure(const Failure& failure) {
    return paragraph("", "The series could not be judged: " + ascii(failure_line(failure)));
}

}  // namespace entryproof::checker::premerge
