// SPDX-License-Identifier: MIT
#include "checker/premerge/statements.h"

#include "checker/layout.h"

#include <algorithm>
#include <cctype>

namespace entryproof::checker::premerge {

namespace {

JudgedStatement judged_no_change(const ChangelogStatement& statement, const Judgement& judgement) {
    switch (judgement.verdict) {
        case PatchVerdict::untouched:
            return {statement, ClaimVerdict::not_checked, "nothing that is modelled is touched"};
        case PatchVerdict::unchanged:
            return {statement, ClaimVerdict::confirmed, "for what is modelled: " + judgement.reason};
        case PatchVerdict::changed:
            return {statement, ClaimVerdict::refuted,
                    judgement.changes.empty() ? judgement.reason : judgement.changes.front().words};
        default:
            return {statement, ClaimVerdict::undecided, judgement.reason};
    }
}

// An [Impact] that says something about a patch without any.
JudgedStatement judged_impact(const ChangelogStatement& statement, const Judgement& judgement) {
    if (judgement.verdict == PatchVerdict::unchanged)
        return {statement, ClaimVerdict::not_checked,
                "no observer of what is modelled can tell before from after: does it speak of something else?"};
    if (judgement.verdict != PatchVerdict::changed)
        return {statement, ClaimVerdict::not_checked, "nothing to hold it against"};
    std::size_t mentioned = 0;
    for (const FoundChange& change : judgement.changes)
        mentioned += speaks_of(statement.quote, change.difference.observer);
    return {statement, ClaimVerdict::not_checked,
            "speaks of the observers of " + std::to_string(mentioned) + " of " +
                std::to_string(judgement.changes.size()) +
                " changes found; whether it describes them is yours to read"};
}

JudgedStatement judged_fix(const ChangelogStatement& statement, const Judgement& judgement) {
    if (judgement.verdict == PatchVerdict::unchanged)
        return {statement, ClaimVerdict::not_checked,
                "no observer of what is modelled can tell before from after: it fixes something else"};
    if (judgement.verdict == PatchVerdict::changed)
        return {statement, ClaimVerdict::not_checked, "it does change what can be observed"};
    return {statement, ClaimVerdict::not_checked, "nothing to hold it against"};
}

JudgedStatement judged(const ChangelogStatement& statement, const Judgement& judgement) {
    switch (statement.said) {
        case Said::no_change:
            return judged_no_change(statement, judgement);
        case Said::impact:
            return judged_impact(statement, judgement);
        case Said::fixes:
            return judged_fix(statement, judgement);
        case Said::reverts:
            return {statement, ClaimVerdict::not_checked, "what it reverts is not in this series"};
    }
    return {statement, ClaimVerdict::not_checked, ""};
}

// Narrower than a page: it is indented where it is shown.
std::string impact_of(const Judgement& judgement) {
    if (judgement.changes.empty()) return "";
    std::string text = "[Impact]\n";
    for (const FoundChange& change : judgement.changes) {
        std::string sentence = change.words;
        if (!sentence.empty()) sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
        for (const std::string& row : wrap("- " + sentence + ".", 66, 2)) text += row + "\n";
    }
    return text;
}

}  // namespace

void judge_changelog(JudgedPatch& patch, const std::string& cover) {
    const std::string own = patch.posted.subject + "\n\n" + patch.posted.message;
    for (FoundChange& change : patch.judgement.changes)
        change.is_mentioned = speaks_of(own, change.difference.observer) ||
                              (!cover.empty() && speaks_of(cover, change.difference.observer));
    for (const ChangelogStatement& statement : changelog_statements(patch.posted.subject, patch.posted.message))
        patch.statements.push_back(judged(statement, patch.judgement));
    patch.impact = impact_of(patch.judgement);
}

}  // namespace entryproof::checker::premerge
