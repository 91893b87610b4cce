// SPDX-License-Identifier: MIT
#include "checker/premerge/comparisons.h"

#include "checker/error.h"
#include "checker/premerge/answers.h"
#include "checker/premerge/compare_states.h"
#include "checker/premerge/judgement_json.h"
#include "checker/same_runs.h"
#include "model/ir/equal.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace entryproof::checker::premerge {

namespace {

// work(0), ..., work(count - 1), by several at once. The first of the errors that came, by number, is thrown on.
void share(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> errors(count);
    const auto take = [&] {
        for (std::size_t at = next++; at < count; at = next++) {
            try {
                work(at);
            } catch (...) {
                errors[at] = std::current_exception();
            }
        }
    };
    std::vector<std::thread> others;
    for (std::size_t one = 1; one < std::min(jobs, count); ++one) others.emplace_back(take);
    take();
    for (std::thread& one : others) one.join();
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

bool is_one_kind(const State& one, const State& other) {
    if (!one.path || !other.path) return false;
    return ir::same_steps(one.path->program, other.path->program) ||
           same_runs(*one.path, *other.path) == SameRuns::any_number;
}

// The answer about two states as one about two others of the same kinds. Nothing: it speaks of places, or its stories
// do not go there.
std::optional<Judgement> moved(const Judgement& judgement, const State& before, const State& after) {
    const auto has_place = [](const std::string& note) { return note.rfind("already there: ", 0) == 0; };
    if (std::any_of(judgement.notes.begin(), judgement.notes.end(), has_place)) return std::nullopt;
    std::optional<Judgement> other = read_judgement(judgement_json(judgement), before, after);
    if (other) other->rlimit = other->queries = 0;
    return other;
}

}  // namespace

Judgement undecided(const std::string& reason) {
    Judgement judgement;
    judgement.reason = reason;
    return judgement;
}

void Comparisons::add(StateRef before, StateRef after, std::function<void(Judgement)> finish) {
    tasks_.push_back({std::move(before), std::move(after), std::move(finish), {}});
}

Judgement Comparisons::answer(const State& before, const State& after) const {
    return options_.answers != nullptr ? options_.answers->answer(before, after, options_)
                                       : compare_states(before, after, options_);
}

Judgement Comparisons::compared(const State& before, const State& after) {
    Judgement judgement = is_spent() ? undecided("the budget is spent") : answer(before, after);
    spent_ += judgement.rlimit;
    return judgement;
}

void Comparisons::find_kinds(const std::vector<StateRef>& states) {
    for (std::size_t at = 0; at < states.size(); ++at) {
        const bool is_as_before = at > 0 && (states[at] == states[at - 1] || is_one_kind(*states[at - 1], *states[at]));
        kinds_.emplace(states[at].get(), is_as_before ? kinds_.at(states[at - 1].get()) : at);
    }
}

// Where both states are of one kind there is nothing to be saved, and what is said depends on their text.
void Comparisons::group() {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> firsts;
    std::vector<Task> grouped;
    for (Task& task : tasks_) {
        const std::pair<std::size_t, std::size_t> kinds{kinds_.at(task.before.get()), kinds_.at(task.after.get())};
        const auto known = firsts.find(kinds);
        if (known != firsts.end()) {
            grouped[known->second].others.push_back(std::move(task));
            continue;
        }
        if (kinds.first != kinds.second) firsts.emplace(kinds, grouped.size());
        grouped.push_back(std::move(task));
    }
    tasks_ = std::move(grouped);
}

void Comparisons::leave_to_other_shards() {
    if (options_.shard == 0) return;
    std::vector<Task> own;
    for (std::size_t at = options_.shard - 1; at < tasks_.size(); at += options_.shard_count)
        own.push_back(std::move(tasks_[at]));
    tasks_ = std::move(own);
}

void Comparisons::require_answers() const {
    for (const Task& task : tasks_)
        if (!options_.answers->is_added(options_.answers->key(*task.before, *task.after, options_)))
            throw InputError("", 0, 0, "the shards were judged on another base", "give the same one");
}

void Comparisons::finish(Task& task, Judgement judgement) {
    if (options_.shard == 0) {
        for (Task& other : task.others) {
            std::optional<Judgement> same = moved(judgement, *other.before, *other.after);
            other.finish(same ? std::move(*same) : compared(*other.before, *other.after));
        }
    }
    task.finish(std::move(judgement));
}

void Comparisons::make(const std::vector<StateRef>& states) {
    find_kinds(states);
    group();
    leave_to_other_shards();
    if (options_.merges) require_answers();
    const std::size_t jobs = options_.budget != 0 ? 1 : std::max(1u, options_.jobs);
    answers_.resize(tasks_.size());
    if (jobs == 1) {
        for (std::size_t at = 0; at < tasks_.size(); ++at)
            answers_[at] = compared(*tasks_[at].before, *tasks_[at].after);
    } else {
        share(tasks_.size(), jobs,
              [&](std::size_t at) { answers_[at] = answer(*tasks_[at].before, *tasks_[at].after); });
    }
    for (std::size_t at = 0; at < tasks_.size(); ++at) finish(tasks_[at], answers_[at]);
    tasks_.clear();
}

}  // namespace entryproof::checker::premerge
