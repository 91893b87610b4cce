// SPDX-License-Identifier: MIT
// A judged series for people: what matters first, then patch by patch.
#include "checker/layout.h"
#include "checker/premerge/report.h"
#include "checker/premerge/words.h"
#include "checker/story.h"

#include <map>

namespace entryproof::checker::premerge {

namespace {

class TextReport {
public:
    TextReport(const JudgedSeries& judged, const SeriesReportOptions& options) : judged_(judged), options_(options) {}

    std::string tell() {
        tell_head();
        if (!options_.quiet) tell_findings();
        if (!options_.quiet) line("");
        for (const JudgedPatch& patch : judged_.patches) tell(patch);
        if (!options_.quiet) {
            tell_sum();
            tell_against();
            tell_left_out();
            tell_provenance();
            line("");
        }
        line(std::string(checker::word(judged_.exit)));
        return std::move(text_);
    }

private:
    void line(const std::string& text) { text_ += text + "\n"; }
    void put(const std::string& lead, const std::string& text) { text_ += paragraph(lead, ascii(text)); }

    void tell_head() {
        if (options_.quiet) return;
        const PostedSeries& posted = judged_.posted;
        const std::string revision = posted.revision.empty() ? "" : "v" + posted.revision + ", ";
        put("series: ", posted.title + " (" + revision + counted(judged_.patches.size(), "patch") + ")");
        put("base:   ", judged_.base.name + ", " + judged_.base_origin);
        for (const BaseAttempt& attempt : judged_.base.attempts)
            put("        ", (attempt.is_taken ? "taken: " : "tried: ") + attempt.revision + ": " + attempt.outcome);
    }

    static std::string counted(std::size_t count, const std::string& what) {
        return std::to_string(count) + " " + what + (count == 1 ? "" : what == "patch" ? "es" : "s");
    }

    // What a reviewer wants to know first.
    void tell_findings() {
        line("");
        for (const JudgedPatch& patch : judged_.patches)
            if (const JudgedStatement* one = refuted_statement(patch))
                put("REFUTED ",
                    "patch " + number_of(judged_, patch) + " says \"" + one->statement.quote + "\": " + one->words);
        for (const Repair& repair : judged_.repairs)
            put("REPAIRED ", "patch " + at(repair.broken) + " breaks what patch " + at(repair.repaired) +
                                 " repairs: between them " + repair.words);
        std::map<PatchVerdict, std::size_t> counts;
        for (const JudgedPatch& patch : judged_.patches) ++counts[patch.judgement.verdict];
        std::vector<std::string> parts;
        for (const auto& [verdict, count] : counts) parts.push_back(std::to_string(count) + " " + word(verdict));
        put("patches: ", joined(parts, ", "));
        if (judged_.first_change != 0)
            put("first to change behaviour: ", name_of(judged_, judged_.patches[judged_.first_change - 1]));
        if (judged_.patches.size() > 1) put("base to end: ", word(judged_.sum.verdict) + ": " + judged_.sum.reason);
    }

    std::string at(unsigned position) const { return number_of(judged_, judged_.patches[position - 1]); }

    void tell(const JudgedPatch& patch) {
        const Judgement& judgement = patch.judgement;
        const std::string number = padded(number_of(judged_, patch), 6);
        line(number + padded(word(judgement.verdict), 15) + " " +
             ascii(patch.posted.subject).substr(0, options_.quiet ? std::string::npos : 100));
        if (options_.quiet) return;
        tell_reason(judgement);
        for (const JudgedStatement& one : patch.statements)
            put("      says: ",
                "\"" + one.statement.quote + "\": " + word(one.verdict) + (one.words.empty() ? "" : ": " + one.words));
        for (const FoundChange& change : judgement.changes) tell(change);
        if (!patch.impact.empty()) tell_impact(patch.impact);
    }

    void tell_reason(const Judgement& judgement) {
        put("      ", (judgement.place.empty() ? "" : judgement.place + ": ") + judgement.reason);
        if (!judgement.hint.empty()) put("      hint: ", judgement.hint);
        for (const std::string& note : judgement.notes) put("      note: ", note);
    }

    void tell(const FoundChange& change) {
        put("      " + change.difference.id + " ",
            change.difference.observer + ": " + change.words +
                (change.is_mentioned ? "" : " (the changelog does not mention it)") +
                (change.is_known ? " (known)" : ""));
        if (const std::string when = when_words(change.difference); !when.empty()) put("        when: ", when);
        if (!options_.stories || change.difference.stories.empty()) return;
        const Story& story = change.difference.stories.front();
        if (!story.title.empty()) put("        for example: ", story.title);
        for (const std::string& row :
             story_lines({"before", "after", story.scenario, story.replay, story.disagreement}))
            line(row);
    }

    void tell_impact(const std::string& impact) {
        line("      one could write:");
        for (std::size_t at = 0; at < impact.size();) {
            const std::size_t end = std::min(impact.find('\n', at), impact.size());
            line("        " + impact.substr(at, end - at));
            at = end + 1;
        }
    }

    void tell_sum() {
        if (judged_.patches.size() < 2) return;
        line("");
        put("from the base to the end of the series: ", word(judged_.sum.verdict));
        tell_reason(judged_.sum);
        for (const FoundChange& change : judged_.sum.changes)
            put("      " + change.difference.id + " ", change.difference.observer + ": " + change.words);
    }

    void tell_against() {
        if (judged_.against == nullptr) return;
        const SeriesDelta& delta = *judged_.against;
        line("");
        line(delta.empty() ? "against the earlier revision: nothing differs" : "against the earlier revision:");
        const auto place = [](unsigned number) { return "patch " + std::to_string(number); };
        for (const ChangeDelta& one : delta.appeared)
            put("      appeared: ", one.id + " in " + place(one.later) + ": " + one.words);
        for (const ChangeDelta& one : delta.vanished)
            put("      vanished: ", one.id + " from " + place(one.earlier) + ": " + one.words);
        for (const ChangeDelta& one : delta.moved)
            put("      moved: ", one.id + " from " + place(one.earlier) + " to " + place(one.later) + ": " + one.words);
        for (const std::string& verdict : delta.verdicts) put("      ", verdict);
        for (const std::string& one : delta.undecided) put("      not known: ", one);
    }

    void tell_left_out() {
        if (!judged_.posted.left_out.empty() || !judged_.posted.notes.empty() || !judged_.already_there.empty())
            line("");
        for (const std::string& note : judged_.posted.notes) put("note: ", note);
        for (const std::string& flaw : judged_.already_there) put("already there before the series: ", flaw);
        for (const LeftOut& mail : judged_.posted.left_out)
            put("left out: ", "'" + mail.subject.substr(0, 100) + "': " + mail.reason);
    }

    void tell_provenance() {
        const SeriesProvenance from = provenance_of(judged_);
        line("");
        put("checked by:  ", from.tool + ", " + from.solver);
        if (!judged_.options.empty()) put("options:     ", joined(judged_.options, " "));
        std::uint64_t rlimit = judged_.sum.rlimit;
        unsigned queries = judged_.sum.queries;
        for (const JudgedPatch& patch : judged_.patches) {
            rlimit += patch.judgement.rlimit;
            queries += patch.judgement.queries;
        }
        put("size:        ",
            std::to_string(queries) + " queries, " + std::to_string(rlimit) + " solver resource units");
        tell_list("not covered: ", from.not_covered);
        tell_list("trusted:     ", from.trusted);
    }

    void tell_list(const std::string& lead, const std::vector<std::string>& items) {
        for (std::size_t at = 0; at < items.size(); ++at)
            put(at == 0 ? lead : std::string(lead.size(), ' '), items[at]);
    }

    const JudgedSeries& judged_;
    const SeriesReportOptions& options_;
    std::string text_;
};

}  // namespace

std::string text_report(const JudgedSeries& judged, const SeriesReportOptions& options) {
    return TextReport(judged, options).tell();
}

}  // namespace entryproof::checker::premerge
