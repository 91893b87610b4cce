// SPDX-License-Identifier: MIT
// 1. A claim is about kernels, so the default column decides; what only shows where an assumption fails is said beside
//    it and confirms nothing.
// 2. Undecided columns decide nothing.
#include "checker/series/claims.h"

#include "checker/layout.h"
#include "checker/premerge/words.h"

#include <algorithm>

namespace entryproof::checker {

using premerge::ClaimVerdict;
using premerge::PatchVerdict;
using series::ClaimKind;

namespace {

std::string text_of(const series::Seen& seen) {
    if (seen.observer.empty()) return "a difference";
    if (seen.left.empty() && seen.right.empty()) return "a difference for " + seen.observer;
    Difference difference;
    difference.observer = seen.observer;
    difference.left = seen.left;
    difference.right = seen.right;
    if (!seen.field.empty()) difference.fields = {seen.field};
    return premerge::change_words(difference) + (seen.condition.empty() ? "" : " where " + seen.condition);
}

class Claims {
public:
    Claims(const std::vector<ColumnVerdict>& columns, const CanBeSeen& can_be_seen)
        : columns_(columns), can_be_seen_(can_be_seen) {}

    JudgedSeriesClaim judged(const series::Claim& claim) const {
        JudgedSeriesClaim made{claim, ClaimVerdict::not_checked, ""};
        switch (claim.kind) {
            case ClaimKind::nothing_changes:
                judge_nothing(made);
                break;
            case ClaimKind::seen:
                judge_seen(made);
                break;
            case ClaimKind::not_seen:
                judge_not_seen(made);
                break;
            case ClaimKind::sound_layout:
                break;  // judge_layout_claims
        }
        return made;
    }

private:
    void judge_nothing(JudgedSeriesClaim& made) const {
        const ColumnVerdict& column = columns_.front();
        if (column.verdict == PatchVerdict::changed) {
            made.verdict = ClaimVerdict::refuted;
            made.words = column.differences.front().words;
            return;
        }
        if (column.verdict == PatchVerdict::undecided) {
            made.verdict = ClaimVerdict::undecided;
            made.words = column.reason;
            return;
        }
        made.verdict = ClaimVerdict::confirmed;
        made.words = only_elsewhere();
    }

    // What changes only in another column.
    std::string only_elsewhere() const {
        std::vector<std::string> parts;
        for (std::size_t i = 1; i < columns_.size(); ++i)
            if (columns_[i].is_covered && columns_[i].verdict == PatchVerdict::changed)
                parts.push_back(series_columns()[i].name + " " + columns_[i].differences.front().words);
        return joined(parts, "; ");
    }

    // The first of them that can be seen in this column; its reason when one is undecided and none is seen.
    struct Found {
        const series::Seen* seen = nullptr;
        std::string undecided;
    };
    Found first_seen(const series::Claim& claim, std::size_t column) const {
        Found found;
        for (const series::Seen& one : claim.about) {
            const Outcome outcome = can_be_seen_(one, series_columns()[column]);
            if (outcome.sat()) return {&one, ""};
            if (outcome.unknown()) found.undecided = outcome.reason;
        }
        return found;
    }

    void judge_seen(JudgedSeriesClaim& made) const {
        const Found found = first_seen(made.claim, 0);
        if (found.seen != nullptr || !found.undecided.empty()) {
            made.verdict = found.seen != nullptr ? ClaimVerdict::confirmed : ClaimVerdict::undecided;
            made.words = found.undecided;
            return;
        }
        made.verdict = ClaimVerdict::refuted;
        made.words = "nobody can see it";
        for (std::size_t i = 1; i < columns_.size(); ++i) {
            if (!columns_[i].is_covered) continue;
            const Found elsewhere = first_seen(made.claim, i);
            if (elsewhere.seen != nullptr)
                made.words += "; " + series_columns()[i].name + " " + text_of(*elsewhere.seen);
        }
    }

    void judge_not_seen(JudgedSeriesClaim& made) const {
        const Found found = first_seen(made.claim, 0);
        made.verdict = found.seen != nullptr     ? ClaimVerdict::refuted
                       : found.undecided.empty() ? ClaimVerdict::confirmed
                                                 : ClaimVerdict::undecided;
        made.words = found.seen != nullptr ? text_of(*found.seen) : found.undecided;
    }

    const std::vector<ColumnVerdict>& columns_;
    const CanBeSeen& can_be_seen_;
};

}  // namespace

std::vector<JudgedSeriesClaim> judged_claims(const series::Patch& patch, const std::vector<ColumnVerdict>& columns,
                                             const CanBeSeen& can_be_seen) {
    std::vector<JudgedSeriesClaim> judged;
    for (const series::Claim& claim : patch.claims) judged.push_back(Claims(columns, can_be_seen).judged(claim));
    return judged;
}

void judge_layout_claims(JudgedSeriesPatch& judged) {
    const Claim* flaw = nullptr;
    for (const LayoutVerdict& one : judged.layouts)
        for (const Claim& claim : one.claims)
            if (flaw == nullptr && claim.verdict != Verdict::proved) flaw = &claim;
    for (JudgedSeriesClaim& one : judged.claims) {
        if (one.claim.kind != ClaimKind::sound_layout || judged.layouts.empty()) continue;
        one.verdict = flaw == nullptr ? ClaimVerdict::confirmed : ClaimVerdict::refuted;
        if (flaw != nullptr) one.words = flaw->name + ": " + flaw->reason;
    }
}

}  // namespace entryproof::checker
