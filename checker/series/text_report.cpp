// SPDX-License-Identifier: MIT
// For people: the table, then each patch that there is something to say about.
#include "checker/layout.h"
#include "checker/series/report.h"
#include "checker/smt.h"
#include "checker/version.h"
#include "spec/coverage.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

constexpr std::size_t verdict_width = 12;
constexpr std::size_t subject_width = 15;

class SeriesText {
public:
    explicit SeriesText(bool quiet) : quiet_(quiet) {}

    void tell(const SeriesVerdict& verdict) {
        put("", verdict.series->name + ": " + verdict.series->description + ", " +
                    std::to_string(verdict.patches.size()) + " patches on Linux " + verdict.series->release);
        line("");
        tell_table(verdict);
        if (quiet_) return;
        for (const JudgedSeriesPatch& patch : verdict.patches) tell(patch);
        line("");
        put("measured:    ",
            verdict.series->measured +
                ". With auditing on it is the second of two numbers that counts; and counts are no times");
    }

    void tell(const SeriesAgainst& delta, const SeriesReport& report) {
        line("");
        put("", report.series[0].series->name + " against " + report.series[1].series->name + ":");
        for (const auto& [lead, all] :
             {std::pair{"vanished: ", &delta.vanished}, std::pair{"appeared: ", &delta.appeared},
              std::pair{"moved:    ", &delta.moved}})
            for (const SeriesDelta& one : *all) put("  " + std::string(lead), text_of(one));
        for (const std::string& one : delta.patches) put("  ", one);
    }

    void tell_end(const SeriesReport& report) {
        if (!quiet_) {
            std::uint64_t rlimit = 0;
            unsigned queries = 0;
            for (const SeriesVerdict& verdict : report.series)
                for (const JudgedSeriesPatch& patch : verdict.patches) {
                    rlimit += patch.rlimit;
                    queries += patch.queries;
                }
            line("");
            put("checked by:  ", "entryproof " + std::string(version) + ", " + solver_version());
            if (!report.series.front().options.empty())
                put("options:     ", joined(report.series.front().options, " "));
            put("size:        ",
                std::to_string(queries) + " queries, " + std::to_string(rlimit) + " solver resource units");
            put_list("not covered: ", spec::not_covered());
            put_list("trusted:     ", spec::trusted());
        }
        line("");
        line(std::string(word(report.exit)));
    }

    std::string take() { return std::move(text_); }

private:
    void line(const std::string& text) { text_ += text.substr(0, text.find_last_not_of(' ') + 1) + "\n"; }
    void put(const std::string& lead, const std::string& text) { text_ += paragraph(lead, text); }
    void put_list(const std::string& lead, const std::vector<std::string>& items) {
        for (std::size_t at = 0; at < items.size(); ++at)
            put(at == 0 ? lead : std::string(lead.size(), ' '), items[at]);
    }

    static std::string number(unsigned value) { return (value < 10 ? "0" : "") + std::to_string(value); }

    static std::string cell(const ColumnVerdict& column) {
        if (!column.is_covered) return "not covered";
        const std::size_t count = column.differences.size();
        const std::string mark = column.flaws.empty() ? "" : " !";
        return premerge::word(column.verdict) + (count == 0 ? "" : " " + std::to_string(count)) + mark;
    }

    static std::string cost(const PathCost& no_work, const PathCost& audited) {
        const auto both = [](unsigned a, unsigned b) { return padded(std::to_string(a) + "/" + std::to_string(b), 7); };
        return both(no_work.reads, audited.reads) + both(no_work.branches, audited.branches) +
               both(no_work.calls, audited.calls);
    }

    void tell_table(const SeriesVerdict& verdict) {
        std::string head = padded("", 3 + subject_width);
        for (const SeriesColumn& column : series_columns()) head += padded(column.name, verdict_width + 1);
        line(head + padded("reads", 7) + padded("branch", 7) + "calls");
        line(padded("00 base", 3 + subject_width + 3 * (verdict_width + 1)) + cost(verdict.no_work, verdict.audited));
        for (const JudgedSeriesPatch& patch : verdict.patches) {
            std::string row = number(patch.patch->number) + " " +
                              padded(patch.patch->theme.substr(0, subject_width - 1), subject_width);
            for (const ColumnVerdict& column : patch.columns) row += padded(cell(column), verdict_width + 1);
            line(row + (patch.no_work ? cost(*patch.no_work, *patch.audited) : "not counted"));
        }
    }

    static bool has_something_to_say(const JudgedSeriesPatch& patch) {
        return patch.patch->edit != nullptr || !patch.claims.empty() || !patch.layouts.empty() ||
               !patch.patch->availability.empty();
    }

    void tell(const JudgedSeriesPatch& patch) {
        if (!has_something_to_say(patch)) return;
        line("");
        put(number(patch.patch->number) + " ", patch.patch->subject);
        if (!patch.patch->note.empty()) put("   note: ", patch.patch->note);
        for (std::size_t at = 0; at < patch.columns.size(); ++at) tell(patch, at);
        if (patch.patch->claims.empty()) put("   claims: ", "nothing about behaviour");
        for (const JudgedSeriesClaim& one : patch.claims)
            put("   claims: ", "\"" + one.claim.words + "\": " + premerge::word(one.verdict) +
                                   (one.words.empty() ? "" : ": " + one.words));
        for (const LayoutVerdict& one : patch.layouts) tell(one);
        for (const std::string& one : patch.patch->availability) put("   available (not judged): ", one);
    }

    // Of a column that says the same as the first only that.
    void tell(const JudgedSeriesPatch& patch, std::size_t at) {
        const ColumnVerdict& column = patch.columns[at];
        const std::string& name = series_columns()[at].name;
        if (!column.is_covered) return;
        if (at != 0 && same_differences(column, patch.columns.front()) &&
            column.verdict == patch.columns.front().verdict && column.flaws.empty())
            return;
        std::string head = premerge::word(column.verdict) + ": " + column.reason;
        if (!column.assumptions.empty()) head += "; leans on " + joined(column.assumptions, " ");
        put("   " + name + ": ", head);
        for (const SeriesDifference& one : column.differences) tell(one);
        for (const SeriesFlaw& flaw : column.flaws)
            put("     FLAW ", std::string(word(flaw.kind)) + ": " + flaw.change + ": " + flaw.message);
    }

    static bool same_differences(const ColumnVerdict& a, const ColumnVerdict& b) {
        return std::equal(a.differences.begin(), a.differences.end(), b.differences.begin(), b.differences.end(),
                          [](const SeriesDifference& x, const SeriesDifference& y) {
                              return x.difference.id == y.difference.id &&
                                     x.difference.condition == y.difference.condition;
                          });
    }

    void tell(const SeriesDifference& one) {
        const Difference& difference = one.difference;
        const std::string name = one.known_as.empty() ? difference.id : one.known_as;
        put("     " + padded(name, 9),
            difference.observer + ": " + one.words + (difference.declared ? "" : " (not known)"));
        if (!difference.condition.empty()) put("       when: ", difference.condition);
        if (!difference.reason.empty()) put("       ", difference.reason);
    }

    void tell(const LayoutVerdict& layout) {
        std::vector<std::string> flaws;
        for (const Claim& claim : layout.claims)
            if (claim.verdict != Verdict::proved)
                flaws.push_back(claim.name + ": " + std::string(word(claim.verdict)) + ": " + claim.reason);
        put("   layout: ", layout.arch + ", " + std::to_string(layout.moved) +
                               " numbers: " + (flaws.empty() ? "distinct before and after" : joined(flaws, "; ")));
    }

    static std::string text_of(const SeriesDelta& one) {
        return (one.first.empty()    ? one.second
                : one.second.empty() ? one.first
                                     : one.first + " to " + one.second) +
               ", " + one.column + ": " + (one.known_as.empty() ? "" : one.known_as + ", ") + one.words;
    }

    const bool quiet_;
    std::string text_;
};

}  // namespace

std::string series_text(const SeriesReport& report, bool quiet) {
    SeriesText text(quiet);
    for (const SeriesVerdict& verdict : report.series) text.tell(verdict);
    if (report.series.size() == 2) text.tell(against(report.series[0], report.series[1]), report);
    text.tell_end(report);
    return text.take();
}

}  // namespace entryproof::checker
