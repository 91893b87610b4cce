// SPDX-License-Identifier: MIT
// KTAP version 1 (Documentation/dev-tools/ktap.rst): one test a patch, with a subtest for each claim of its proof; the
// last one is the series as a whole. Diagnostics stand before the line that they belong to.
#include "checker/layout.h"
#include "checker/premerge/formats.h"

#include <map>

namespace entryproof::checker::premerge {

namespace {

struct Line {
    bool ok;
    std::string directive;  // "SKIP nothing modelled"; empty: none
};

Line line_of(const Judgement& judgement) {
    switch (judgement.verdict) {
        case PatchVerdict::unchanged:
            return {true, ""};
        case PatchVerdict::untouched:
            return {true, "SKIP nothing modelled is touched"};
        case PatchVerdict::changed:
            return {false, ""};
        case PatchVerdict::undecided:
            return {false, judgement.is_vacuous ? "ERROR vacuous" : "TIMEOUT"};
        case PatchVerdict::unliftable:
            return {false, "ERROR unliftable"};
        case PatchVerdict::does_not_apply:
            return {false, "ERROR does not apply"};
    }
    return {false, "ERROR"};
}

Line line_of(const Claim& claim) {
    switch (claim.verdict) {
        case Verdict::proved:
            return {true, ""};
        case Verdict::refuted:
            return {false, ""};
        case Verdict::unknown:
            return {false, "TIMEOUT"};
        case Verdict::vacuous:
            return {false, "ERROR vacuous"};
    }
    return {false, "ERROR"};
}

class KtapReport {
public:
    explicit KtapReport(const JudgedSeries& judged) : judged_(judged) {}

    std::string tell() {
        text_ = "KTAP version 1\n1.." + std::to_string(judged_.patches.size() + 1) + "\n";
        for (const JudgedPatch& patch : judged_.patches) {
            tell_subtests(patch.judgement);
            diagnose(summary_of(patch));
            for (const FoundChange& change : patch.judgement.changes)
                diagnose(change.difference.id + " " + change.difference.observer + ": " + change.words);
            result("patch " + name_of(judged_, patch), line_of(patch.judgement));
        }
        diagnose(word(judged_.sum.verdict) + ": " + judged_.sum.reason);
        result("base to end of the series", line_of(judged_.sum));
        text_ += "# Totals: pass:" + count("pass") + " fail:" + count("fail") +
                 " xfail:0 xpass:0 skip:" + count("skip") + " error:" + count("error") + "\n";
        return std::move(text_);
    }

private:
    std::string count(const std::string& what) { return std::to_string(counts_[what]); }

    // A number sign would begin a directive.
    static std::string name(const std::string& text) {
        std::string result = ascii(text);
        for (char& c : result)
            if (c == '#') c = ' ';
        return result;
    }

    void diagnose(const std::string& text) {
        for (const std::string& row : wrap(ascii(text), page_width - 2, 2)) text_ += "# " + row + "\n";
    }

    std::string row(unsigned number, const std::string& called, const Line& line) const {
        return std::string(line.ok ? "ok " : "not ok ") + std::to_string(number) + " " + name(called) +
               (line.directive.empty() ? "" : " # " + line.directive) + "\n";
    }

    void result(const std::string& called, const Line& line) {
        ++number_;
        text_ += row(number_, called, line);
        const bool is_skip = line.directive.rfind("SKIP", 0) == 0, is_error = !line.ok && !line.directive.empty();
        ++counts_[is_skip ? "skip" : is_error ? "error" : line.ok ? "pass" : "fail"];
    }

    // What was wrong with the flags before is nobody's failure, so the claims about them are told as one.
    void tell_subtests(const Judgement& judgement) {
        std::vector<std::pair<std::string, Line>> rows;
        for (const Claim& claim : judgement.claims)
            if (claim.name.rfind("layout.", 0) != 0) rows.emplace_back(claim.name, line_of(claim));
        if (rows.empty()) return;
        bool is_sound = true;
        for (const FoundChange& change : judgement.changes)
            is_sound = is_sound && change.difference.observer != "layout";
        rows.emplace_back("layout", Line{is_sound, ""});
        text_ += "  KTAP version 1\n  1.." + std::to_string(rows.size()) + "\n";
        for (std::size_t at = 0; at < rows.size(); ++at)
            text_ += "  " + row(static_cast<unsigned>(at + 1), rows[at].first, rows[at].second);
    }

    const JudgedSeries& judged_;
    std::string text_;
    unsigned number_ = 0;
    std::map<std::string, unsigned> counts_;
};

}  // namespace

std::string ktap_report(const JudgedSeries& judged) { return KtapReport(judged).tell(); }

std::string ktap_failure(const Failure& failure) {
    return "KTAP version 1\n1..1\n# " + ascii(failure_line(failure)) + "\nnot ok 1 premerge # ERROR " +
           std::string(checker::word(failure.exit)) + "\n# Totals: pass:0 fail:0 xfail:0 xpass:0 skip:0 error:1\n";
}

}  // namespace entryproof::checker::premerge
