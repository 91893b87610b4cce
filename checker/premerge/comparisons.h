// SPDX-License-Identifier: MIT
// The comparisons that a series asks for: collected, shared out, made.
//
// 1. States that do the same (same_runs.h) are of one kind, and two comparisons of the same two kinds have one answer:
//    the first is made, its stories are replayed on the states of the others. A series that changes one thing and
//    tidies up around it is compared once.
// 2. No answer depends on --jobs or --shard. A budget is spent in order, by one alone.
#pragma once

#include "checker/premerge/judge.h"
#include "checker/premerge/state.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace entryproof::checker::premerge {

using StateRef = std::shared_ptr<const State>;

class Comparisons {
public:
    explicit Comparisons(const JudgeOptions& options) : options_(options) {}

    // `finish` takes the answer when it is there. Requires: both states are lifted, and live until make().
    void add(StateRef before, StateRef after, std::function<void(Judgement)> finish);
    // All that were added. `states`: those of the series, in order. InputError: they were to be in the outputs of
    // shards, and one is not.
    void make(const std::vector<StateRef>& states);
    // One more, now.
    Judgement compared(const State& before, const State& after);

    // Of what make() compared; of a shard only its own.
    const std::vector<Judgement>& answers() const { return answers_; }

private:
    struct Task {
        StateRef before;
        StateRef after;
        std::function<void(Judgement)> finish;
        std::vector<Task> others;  // of the same kinds
    };

    bool is_spent() const { return options_.budget != 0 && spent_ >= options_.budget; }
    Judgement answer(const State& before, const State& after) const;
    void find_kinds(const std::vector<StateRef>& states);
    void group();
    void leave_to_other_shards();
    void require_answers() const;
    void finish(Task& task, Judgement judgement);

    const JudgeOptions& options_;
    std::vector<Task> tasks_;
    std::vector<Judgement> answers_;
    std::map<const State*, std::size_t> kinds_;
    std::uint64_t spent_ = 0;
};

Judgement undecided(const std::string& reason);

}  // namespace entryproof::checker::premerge
