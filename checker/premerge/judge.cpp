// SPDX-License-Identifier: MIT
#include "checker/premerge/judge.h"

#include "checker/error.h"
#include "checker/layout.h"
#include "checker/premerge/compare_states.h"
#include "checker/premerge/comparisons.h"
#include "checker/premerge/gate.h"
#include "checker/premerge/patched_tree.h"
#include "checker/premerge/statements.h"
#include "checker/premerge/words.h"

#include <algorithm>
#include <functional>

namespace entryproof::checker::premerge {

std::string word(PatchVerdict verdict) {
    switch (verdict) {
        case PatchVerdict::untouched:
            return "untouched";
        case PatchVerdict::unchanged:
            return "unchanged";
        case PatchVerdict::changed:
            return "changed";
        case PatchVerdict::undecided:
            return "undecided";
        case PatchVerdict::unliftable:
            return "unliftable";
        case PatchVerdict::does_not_apply:
            return "does-not-apply";
    }
    throw InternalError("a patch is judged in one of six ways");
}

std::string word(ClaimVerdict verdict) {
    switch (verdict) {
        case ClaimVerdict::confirmed:
            return "confirmed";
        case ClaimVerdict::refuted:
            return "refuted";
        case ClaimVerdict::undecided:
            return "undecided";
        case ClaimVerdict::not_checked:
            return "not checked";
    }
    throw InternalError("a claim is judged in one of four ways");
}

namespace {

// The states of a series, one after the other, each lifted when it is needed.
class SeriesJudge {
public:
    SeriesJudge(JudgedSeries& judged, const JudgeOptions& options)
        : judged_(judged), options_(options), kept_(*judged.base.tree), tree_(kept_), comparisons_(options) {}

    void run() {
        states_.push_back(lifted());
        const State& base = *states_.front();
        if (!base.path) throw InputError(judged_.base.name + ": " + base.place, 0, 0, base.reason, base.hint);
        judged_.base_origin = base.path->origin;
        judged_.already_there = layout_flaws(base);
        for (JudgedPatch& patch : judged_.patches) judge_patch(patch);
        judge_sum();
        comparisons_.make(states_);
        if (options_.shard != 0) {
            std::vector<ExitCode> exits;
            for (const Judgement& one : comparisons_.answers()) exits.push_back(exit_of(one));
            judged_.exit = exits.empty() ? ExitCode::nothing_modelled : worst(exits);
            return;
        }
        settle_sum();
        find_first_change();
        find_repairs();
        for (JudgedPatch& patch : judged_.patches) judge_changelog(patch, judged_.posted.cover);
        check_reverts();
    }

private:
    StateRef lifted() { return std::make_shared<const State>(lifted_state(tree_, "tree", options_.arch)); }

    void judge_patch(JudgedPatch& patch) {
        Judgement& judgement = patch.judgement;
        if (broken_ != 0) {
            judgement =
                undecided("patch " + std::to_string(broken_) + " does not apply: nothing is known from there on");
            return;
        }
        std::vector<std::string> notes;
        try {
            AppliedPatch applied = tree_.apply(parse_diff(patch.posted.diff));
            patch.paths = std::move(applied.paths);
            notes = std::move(applied.notes);
        } catch (const PatchError& error) {
            broken_ = patch.posted.number;
            judgement.verdict = PatchVerdict::does_not_apply;
            judgement.reason = error.what();
            judgement.place = patch.posted.place;
            if (error.line != 0) judgement.place += ", line " + std::to_string(error.line) + " of the diff";
            judgement.hint = "the base may be another one: see its attempts, or name one";
            return;
        }
        judge_applied(patch);
        judgement.notes.insert(judgement.notes.begin(), notes.begin(), notes.end());
    }

    void judge_applied(JudgedPatch& patch) {
        const StateRef before = states_.back();
        const bool is_read = std::any_of(patch.paths.begin(), patch.paths.end(),
                                         [&](const std::string& path) { return before->asked.count(path) != 0; });
        states_.push_back(is_read ? lifted() : before);
        const State& after = *states_.back();
        Judgement& judgement = patch.judgement;
        if (!after.path) {
            judgement.verdict = PatchVerdict::unliftable;
            judgement.reason = after.reason;
            judgement.place = after.place;
            judgement.hint = after.hint;
            if (!before->path) judgement.notes.push_back("the state before this patch cannot be lifted either");
        } else if (!before->path) {
            judge_together(patch, after);
        } else if (!is_read) {
            judgement.verdict = PatchVerdict::untouched;
            judgement.reason = "touches no file that lifting reads";
        } else {
            patch.functions = changed_functions(*before, after);
            comparisons_.add(before, states_.back(), [&patch](Judgement found) {
                found.notes.insert(found.notes.begin(), patch.judgement.notes.begin(), patch.judgement.notes.end());
                patch.judgement = std::move(found);
            });
        }
    }

    // The state before cannot be lifted: the patches since the last one that can be are judged as one.
    void judge_together(JudgedPatch& patch, const State& after) {
        std::size_t last = states_.size() - 2;
        while (!states_[last]->path) --last;
        patch.functions = changed_functions(*states_[last], after);
        const unsigned first = judged_.patches[last].posted.number;
        comparisons_.add(states_[last], states_.back(), [&patch, first](const Judgement& together) {
            patch.judgement.rlimit = together.rlimit;
            patch.judgement.queries = together.queries;
            std::string words = "patches " + std::to_string(first) + " to " + std::to_string(patch.posted.number) +
                                " together: " + word(together.verdict);
            for (const FoundChange& change : together.changes) words += "; " + change.words;
            patch.judgement.notes.push_back(words);
        });
        patch.judgement = undecided("the state before it cannot be lifted");
    }

    void judge_sum() {
        if (broken_ != 0) {
            judged_.sum = undecided("patch " + std::to_string(broken_) + " does not apply");
        } else if (!states_.back()->path) {
            judged_.sum = undecided("the end of the series cannot be lifted");
        } else if (judged_.patches.size() > 1) {
            comparisons_.add(states_.front(), states_.back(),
                             [this](Judgement found) { judged_.sum = std::move(found); });
        }
    }

    // What follows from the answers alone.
    void settle_sum() {
        if (judged_.patches.size() == 1) judged_.sum = judged_.patches.front().judgement;
        if (states_.front() == states_.back() && judged_.sum.verdict == PatchVerdict::untouched)
            judged_.sum.reason = "touches no file that lifting reads";
    }

    void find_first_change() {
        for (std::size_t at = 0; at < judged_.patches.size() && judged_.first_change == 0; ++at)
            if (judged_.patches[at].judgement.verdict == PatchVerdict::changed)
                judged_.first_change = static_cast<unsigned>(at + 1);
    }

    static bool takes_back(const Difference& later, const Difference& earlier) {
        return later.observer == earlier.observer && later.left == earlier.right && later.right == earlier.left &&
               later.fields == earlier.fields;
    }

    static bool shows(const Judgement& judgement, const Difference& difference) {
        return std::any_of(judgement.changes.begin(), judgement.changes.end(), [&](const FoundChange& change) {
            return change.difference.observer == difference.observer && change.difference.left == difference.left &&
                   change.difference.right == difference.right && change.difference.fields == difference.fields;
        });
    }

    // A change of one patch that a later one shows the other way round, and that the two together do not show.
    void find_repairs() {
        for (std::size_t broken = 0; broken < judged_.patches.size(); ++broken)
            for (std::size_t later = broken + 1; later < judged_.patches.size(); ++later)
                if (const FoundChange* change = taken_back(broken, later))
                    judged_.repairs.push_back(
                        {static_cast<unsigned>(broken + 1), static_cast<unsigned>(later + 1), change->words});
    }

    const FoundChange* taken_back(std::size_t broken, std::size_t later) {
        std::optional<Judgement> together;
        for (const FoundChange& change : judged_.patches[broken].judgement.changes)
            for (const FoundChange& back : judged_.patches[later].judgement.changes) {
                if (!takes_back(back.difference, change.difference)) continue;
                if (!together) together = comparisons_.compared(*states_[broken], *states_[later + 1]);
                const bool is_judged = together->verdict == PatchVerdict::changed ||
                                       together->verdict == PatchVerdict::unchanged ||
                                       together->verdict == PatchVerdict::untouched;
                if (is_judged && !shows(*together, change.difference)) return &change;
            }
        return nullptr;
    }

    // A revert of a patch of this series: what it claims is that the two together do nothing.
    void check_reverts() {
        for (std::size_t at = 0; at < judged_.patches.size(); ++at)
            for (JudgedStatement& one : judged_.patches[at].statements) {
                if (one.statement.said != Said::reverts) continue;
                for (std::size_t earlier = 0; earlier < at; ++earlier)
                    if (judged_.patches[earlier].posted.subject == one.statement.about) check_revert(one, earlier, at);
            }
    }

    void check_revert(JudgedStatement& one, std::size_t earlier, std::size_t at) {
        if (at + 1 >= states_.size() || !states_[earlier]->path || !states_[at + 1]->path) return;
        const Judgement together = comparisons_.compared(*states_[earlier], *states_[at + 1]);
        const std::string patch = "patch " + std::to_string(judged_.patches[earlier].posted.number);
        if (together.verdict == PatchVerdict::changed) {
            one.verdict = ClaimVerdict::refuted;
            one.words = "something of what came since " + patch + " is left: " + together.changes.front().words;
        } else if (together.verdict == PatchVerdict::undecided) {
            one.verdict = ClaimVerdict::undecided;
            one.words = together.reason;
        } else {
            one.verdict = ClaimVerdict::confirmed;
            one.words = "nothing that can be observed is left of " + patch;
        }
    }

    JudgedSeries& judged_;
    const JudgeOptions& options_;
    KeptTree kept_;
    PatchedTree tree_;
    std::vector<StateRef> states_;  // before the first patch, then after each that applies
    unsigned broken_ = 0;           // number of the patch that does not apply
    Comparisons comparisons_;
};

std::vector<std::string> options_of(const JudgeOptions& options) {
    std::vector<std::string> given;
    if (options.rlimit != 0) given.push_back("--rlimit " + std::to_string(options.rlimit));
    if (options.timeout_ms != 0) given.push_back("--timeout " + std::to_string(options.timeout_ms / 1000));
    if (options.budget != 0) given.push_back("--budget " + std::to_string(options.budget));
    return given;
}

}  // namespace

ExitCode exit_of(const Judgement& judgement) {
    switch (judgement.verdict) {
        case PatchVerdict::untouched:
            return ExitCode::nothing_modelled;
        case PatchVerdict::unchanged:
            return ExitCode::proved;
        case PatchVerdict::changed:
            return ExitCode::refuted;
        case PatchVerdict::undecided:
            return judgement.is_vacuous ? ExitCode::vacuous : ExitCode::unknown;
        case PatchVerdict::unliftable:
        case PatchVerdict::does_not_apply:
            return ExitCode::unreadable;
    }
    throw InternalError("a patch is judged in one of six ways");
}

JudgedSeries judge(const PostedSeries& series, Base base, const JudgeOptions& options) {
    JudgedSeries judged;
    judged.posted = series;
    judged.base = std::move(base);
    judged.arch = options.arch;
    judged.options = options_of(options);
    for (const PostedPatch& patch : series.patches) {
        judged.patches.emplace_back();
        judged.patches.back().posted = patch;
    }
    SeriesJudge(judged, options).run();
    if (options.shard == 0) judged.exit = gated_exit(judged, FailOn::changed, {});
    return judged;
}

}  // namespace entryproof::checker::premerge
