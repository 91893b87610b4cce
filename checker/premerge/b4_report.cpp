// SPDX-License-Identifier: MIT
// What b4 reads (its review/checks.py and run_local_check): a JSON array, or one line a finding. Two entries of one
// tool name overwrite each other there, so each observer and each patch has a name of its own.
#include "checker/premerge/formats.h"
#include "checker/premerge/words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace entryproof::checker::premerge {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_summary = 78;

Json entry(const std::string& tool, const std::string& status, const std::string& summary, const std::string& details) {
    std::string line = ascii(summary);
    if (line.size() > longest_summary) line = line.substr(0, longest_summary - 3) + "...";
    return {{"tool", tool}, {"status", status}, {"summary", line}, {"url", ""}, {"details", details}};
}

std::string text_of(const Json& root) { return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

// "entryproof", and "entryproof/4" where there are several patches.
std::string tool_of(const JudgedSeries& judged, const JudgedPatch& patch) {
    return judged.patches.size() == 1 ? "entryproof" : "entryproof/" + std::to_string(patch.posted.number);
}

std::string details_of(const Judgement& judgement) {
    std::string text = (judgement.place.empty() ? "" : judgement.place + ": ") + judgement.reason + "\n";
    if (!judgement.hint.empty()) text += "hint: " + judgement.hint + "\n";
    for (const std::string& note : judgement.notes) text += "note: " + note + "\n";
    return text;
}

// One entry an observer: all its changes.
void add_changes(Json& root, const JudgedSeries& judged, const JudgedPatch& patch) {
    std::vector<std::string> observers;
    for (const FoundChange& change : patch.judgement.changes)
        if (observers.empty() || observers.back() != change.difference.observer)
            observers.push_back(change.difference.observer);
    std::sort(observers.begin(), observers.end());
    observers.erase(std::unique(observers.begin(), observers.end()), observers.end());
    const JudgedStatement* refuted = refuted_statement(patch);
    for (const std::string& observer : observers) {
        std::string summary, details;
        bool is_mentioned = true;
        for (const FoundChange& change : patch.judgement.changes) {
            if (change.difference.observer != observer) continue;
            if (summary.empty()) summary = change.words;
            is_mentioned = is_mentioned && change.is_mentioned;
            details += change.difference.id + ": " + change.words + "\n";
            if (const std::string when = when_words(change.difference); !when.empty())
                details += "  when: " + when + "\n";
        }
        if (refuted != nullptr) details += "the changelog says: \"" + refuted->statement.quote + "\"\n";
        if (!is_mentioned) details += "the changelog does not mention it\n";
        root.push_back(entry(tool_of(judged, patch) + "/" + observer, refuted != nullptr ? "fail" : "warn", summary,
                             details + "\n" + patch.impact));
    }
}

}  // namespace

std::string b4_review_report(const JudgedSeries& judged) {
    Json root = Json::array();
    for (const JudgedPatch& patch : judged.patches) {
        const Judgement& judgement = patch.judgement;
        switch (judgement.verdict) {
            case PatchVerdict::untouched:
                break;
            case PatchVerdict::unchanged:
                root.push_back(entry(tool_of(judged, patch), "pass",
                                     "unchanged: no observer can tell before from after", details_of(judgement)));
                break;
            case PatchVerdict::changed:
                add_changes(root, judged, patch);
                break;
            case PatchVerdict::undecided:
                root.push_back(entry(tool_of(judged, patch), "warn", summary_of(patch), details_of(judgement)));
                break;
            case PatchVerdict::unliftable:
            case PatchVerdict::does_not_apply:
                root.push_back(entry(tool_of(judged, patch), "fail", summary_of(patch), details_of(judgement)));
                break;
        }
    }
    return text_of(root);
}

std::string b4_review_failure(const Failure& failure) {
    return text_of(Json::array({entry("entryproof", "fail", failure.message, failure_line(failure))}));
}

std::string b4_check_report(const JudgedSeries& judged) {
    std::string text;
    for (const JudgedPatch& patch : judged.patches) {
        const PatchVerdict verdict = patch.judgement.verdict;
        if (verdict == PatchVerdict::untouched || verdict == PatchVerdict::unchanged) continue;
        const bool is_error = verdict == PatchVerdict::unliftable || verdict == PatchVerdict::does_not_apply ||
                              refuted_statement(patch) != nullptr;
        const std::string lead = is_error ? "ERROR: entryproof: " : "WARNING: entryproof: ";
        const std::string which = judged.patches.size() == 1 ? "" : "patch " + number_of(judged, patch) + ": ";
        if (patch.judgement.changes.empty() || is_error) text += lead + which + summary_of(patch) + "\n";
        if (is_error) continue;
        for (const FoundChange& change : patch.judgement.changes)
            text += lead + which + ascii(change.words) + (change.is_mentioned ? "" : " (not mentioned)") + "\n";
    }
    return text;
}

std::string b4_check_failure(const Failure& failure) {
    return "ERROR: entryproof: " + ascii(failure_line(failure)) + "\n";
}

}  // namespace entryproof::checker::premerge
