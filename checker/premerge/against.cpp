// SPDX-License-Identifier: MIT
#include "checker/premerge/against.h"

#include "checker/premerge/patch.h"

#include <algorithm>
#include <map>
#include <set>

namespace entryproof::checker::premerge {

namespace {

// Every line that a patch takes away or puts in, with its file.
std::multiset<std::string> changed_lines(const PostedPatch& patch) {
    std::multiset<std::string> lines;
    try {
        for (const FilePatch& file : parse_diff(patch.diff))
            for (const Hunk& hunk : file.hunks)
                for (const HunkLine& line : hunk.lines)
                    if (line.kind != ' ') lines.insert(file.path() + "\n" + line.kind + line.text);
    } catch (const PatchError&) {
        // It does not apply either, which is said elsewhere; by its lines it is like no other.
    }
    return lines;
}

// Lines in common, of all lines of both: 0 to 1.
double likeness(const std::multiset<std::string>& left, const std::multiset<std::string>& right) {
    std::vector<std::string> common;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(common));
    const std::size_t all = left.size() + right.size();
    return all == 0 ? 0 : 2.0 * static_cast<double>(common.size()) / static_cast<double>(all);
}

using Pairs = std::map<std::size_t, std::size_t>;  // later to earlier

void match_subjects(Pairs& pairs, std::set<std::size_t>& free, const PostedSeries& earlier, const PostedSeries& later) {
    for (std::size_t at = 0; at < later.patches.size(); ++at)
        for (const std::size_t one : free)
            if (earlier.patches[one].subject == later.patches[at].subject) {
                pairs[at] = one;
                free.erase(one);
                break;
            }
}

void match_lines(Pairs& pairs, std::set<std::size_t>& free, const PostedSeries& earlier, const PostedSeries& later) {
    struct Candidate {
        double likeness;
        std::size_t later, earlier;
    };
    std::vector<Candidate> candidates;
    for (std::size_t at = 0; at < later.patches.size(); ++at) {
        if (pairs.count(at) != 0) continue;
        const std::multiset<std::string> lines = changed_lines(later.patches[at]);
        for (const std::size_t one : free)
            candidates.push_back({likeness(lines, changed_lines(earlier.patches[one])), at, one});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& left, const Candidate& right) { return left.likeness > right.likeness; });
    for (const Candidate& candidate : candidates) {
        if (candidate.likeness < 0.5 || pairs.count(candidate.later) != 0 || free.erase(candidate.earlier) == 0)
            continue;
        pairs[candidate.later] = candidate.earlier;
    }
}

std::string name_of(const JudgedPatch& patch) {
    return "patch " + std::to_string(patch.posted.number) + " '" + patch.posted.subject + "'";
}

bool is_judged(const JudgedPatch& patch) {
    const PatchVerdict verdict = patch.judgement.verdict;
    return verdict == PatchVerdict::untouched || verdict == PatchVerdict::unchanged || verdict == PatchVerdict::changed;
}

class Delta {
public:
    Delta(const JudgedSeries& earlier, const JudgedSeries& later) : earlier_(earlier), later_(later) {}

    SeriesDelta find() {
        for (const MatchedPatch& pair : matched_patches(earlier_.posted, later_.posted)) {
            const JudgedPatch* before = pair.earlier ? &earlier_.patches[*pair.earlier] : nullptr;
            const JudgedPatch* after = pair.later ? &later_.patches[*pair.later] : nullptr;
            compare_verdicts(before, after);
            collect(before, after, gone_);
            collect(after, before, new_);
        }
        for (const auto* series : {&earlier_, &later_})
            for (const JudgedPatch& patch : series->patches)
                if (!is_judged(patch))
                    delta_.undecided.push_back((series == &earlier_ ? "earlier " : "later ") + name_of(patch) + ": " +
                                               word(patch.judgement.verdict));
        pair_moved();
        return std::move(delta_);
    }

private:
    struct Shown {
        const FoundChange* change;
        unsigned number;
    };

    void compare_verdicts(const JudgedPatch* before, const JudgedPatch* after) {
        if (before == nullptr)
            return delta_.verdicts.push_back(name_of(*after) + ": new, " + word(after->judgement.verdict));
        if (after == nullptr)
            return delta_.verdicts.push_back(name_of(*before) + ": dropped, was " + word(before->judgement.verdict));
        if (before->judgement.verdict == after->judgement.verdict) return;
        const std::string was =
            before->posted.number == after->posted.number ? "" : " (was " + std::to_string(before->posted.number) + ")";
        delta_.verdicts.push_back(name_of(*after) + was + ": was " + word(before->judgement.verdict) + ", is " +
                                  word(after->judgement.verdict));
    }

    // What `patch` shows and its counterpart does not.
    static void collect(const JudgedPatch* patch, const JudgedPatch* counterpart, std::vector<Shown>& found) {
        if (patch == nullptr) return;
        for (const FoundChange& change : patch->judgement.changes) {
            const auto is_it = [&](const FoundChange& one) { return one.difference.id == change.difference.id; };
            const bool is_there = counterpart != nullptr && std::any_of(counterpart->judgement.changes.begin(),
                                                                        counterpart->judgement.changes.end(), is_it);
            if (!is_there) found.push_back({&change, patch->posted.number});
        }
    }

    // What is gone here and new there has moved.
    void pair_moved() {
        for (const Shown& gone : gone_) {
            const auto there = std::find_if(new_.begin(), new_.end(), [&](const Shown& one) {
                return one.change->difference.id == gone.change->difference.id;
            });
            ChangeDelta delta{gone.change->difference.id, gone.change->words, gone.number, 0};
            if (there == new_.end()) {
                delta_.vanished.push_back(delta);
                continue;
            }
            delta.later = there->number;
            delta_.moved.push_back(delta);
            new_.erase(there);
        }
        for (const Shown& one : new_)
            delta_.appeared.push_back({one.change->difference.id, one.change->words, 0, one.number});
    }

    const JudgedSeries& earlier_;
    const JudgedSeries& later_;
    std::vector<Shown> gone_, new_;
    SeriesDelta delta_;
};

}  // namespace

std::vector<MatchedPatch> matched_patches(const PostedSeries& earlier, const PostedSeries& later) {
    std::set<std::size_t> free;
    for (std::size_t at = 0; at < earlier.patches.size(); ++at) free.insert(at);
    Pairs pairs;
    match_subjects(pairs, free, earlier, later);
    match_lines(pairs, free, earlier, later);
    std::vector<MatchedPatch> matched;
    for (std::size_t at = 0; at < later.patches.size(); ++at) {
        const auto found = pairs.find(at);
        matched.push_back({found == pairs.end() ? std::nullopt : std::optional(found->second), at});
    }
    for (const std::size_t at : free) matched.push_back({at, std::nullopt});
    return matched;
}

SeriesDelta delta_of(const JudgedSeries& earlier, const JudgedSeries& later) { return Delta(earlier, later).find(); }

}  // namespace entryproof::checker::premerge
