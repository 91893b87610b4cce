// SPDX-License-Identifier: MIT
#include "checker/interference/following.h"

#include "checker/disagreement.h"

#include <algorithm>

namespace entryproof::checker::interference {

using environment::act_bits;
using environment::acts_at_once;

namespace {

bool is_same(const Event& one, const Event& other) { return one.observer == other.observer && same_event(one, other); }

std::uint64_t value_of(const std::vector<FieldValue>& values, const std::string& name) {
    for (const FieldValue& value : values)
        if (value.name == name) return value.value;
    return 0;
}

std::string history_of(const Event& event) { return event.observer.empty() ? "hook:" + event.hook : event.observer; }

}  // namespace

Following::Following(const Run& free, const Scenario& scenario, const environment::ActPoints& points, bool branches)
    : free_(free), scenario_(scenario), points_(points), branches_(branches), acts_(acts_of(free)) {
    for (const Event& event : free_.events) {
        if (!event.observer.empty()) free_events_.push_back(&event);
        free_histories_[history_of(event)].push_back(&event);
        if (event.sharing == ir::Sharing::function) free_answers_.emplace(question(event), &event);
    }
}

Followed Following::run(const Values& initial, const std::vector<unsigned>& taken) {
    taken_ = taken;
    result_ = {};
    done_ = matched_ = 0;
    is_same_ = true;
    histories_.clear();
    result_.run = interpret(points_.program, initial, *this, this);
    return std::move(result_);
}

Following::Question Following::question(const Event& event) {
    Values fields;
    for (const FieldValue& field : event.fields) fields[field.name] = field.value;
    return {event.hook, fields};
}

std::uint64_t Following::answer(const Event& event, unsigned, const std::string& name, ir::Width) {
    if (event.hook == environment::act_hook) return acts(event);
    if (event.sharing == ir::Sharing::function) {
        const Question asked = question(event);
        const auto known = free_answers_.find(asked);
        return known == free_answers_.end() ? 0 : value_of(known->second->answers, name);
    }
    const Event* twin = event.observer.empty() ? same_unobserved(event) : same_history(event);
    return twin == nullptr ? 0 : value_of(twin->answers, name);
}

std::uint64_t Following::undefined(const std::string& function, const std::string& variable, ir::Width) {
    const auto found = scenario_.undefined.find({function, variable});
    return found == scenario_.undefined.end() ? 0 : found->second;
}

// The free side's event of the same observer after the same history, this event included.
const Event* Following::same_history(const Event& event) const {
    const auto theirs = free_histories_.find(event.observer);
    const auto own = histories_.find(event.observer);
    const std::size_t count = own == histories_.end() ? 0 : own->second.size();
    if (theirs == free_histories_.end() || theirs->second.size() <= count) return nullptr;
    for (std::size_t i = 0; i < count; ++i)
        if (!is_same(*theirs->second[i], own->second[i])) return nullptr;
    const Event* twin = theirs->second[count];
    return is_same(*twin, event) && twin->sharing == ir::Sharing::history ? twin : nullptr;
}

// Of a hook that nobody observes: the same calls so far, after the same sequence of all events.
const Event* Following::same_unobserved(const Event& event) const {
    const auto theirs = free_histories_.find(history_of(event));
    const auto own = histories_.find(history_of(event));
    const std::size_t count = own == histories_.end() ? 0 : own->second.size();
    if (!is_same_ || theirs == free_histories_.end() || theirs->second.size() <= count) return nullptr;
    for (std::size_t i = 0; i < count; ++i)
        if (!is_same(*theirs->second[i], own->second[i])) return nullptr;
    const Event* twin = theirs->second[count];
    const auto before =
        std::count_if(free_.events.data(), twin, [](const Event& earlier) { return !earlier.observer.empty(); });
    return is_same(*twin, event) && before == static_cast<std::ptrdiff_t>(matched_) ? twin : nullptr;
}

// Acts that may stand here and are not done yet.
unsigned Following::allowed_now() const {
    unsigned last = done_;
    while (last < acts_.kinds.size() && (!is_same_ || acts_.events_before[last] <= matched_)) ++last;
    return last - done_;
}

std::uint64_t Following::acts(const Event& event) {
    const bool before_event = points_.points.at(value_of(event.fields, "point")).before_event;
    const unsigned allowed = allowed_now();
    if (before_event) return is_same_ ? list_of(allowed) : 0;
    if (allowed == 0 || (!is_same_ && !branches_)) return 0;
    const std::size_t at = result_.choices.size();
    const unsigned taken = at < taken_.size() ? std::min(taken_[at], allowed) : 0;
    const std::uint64_t list = list_of(taken);
    result_.choices.push_back({taken, allowed, event, done_});
    return list;
}

std::uint64_t Following::list_of(unsigned count) {
    if (count > acts_at_once) result_.needs_long_list = true;
    std::uint64_t list = 0;
    for (unsigned i = 0; i < count && i < acts_at_once; ++i)
        list |= std::uint64_t{acts_.kinds[done_ + i]} << (i * act_bits);
    done_ += count;
    return list;
}

void Following::happens(const Event& event) {
    if (event.hook == environment::act_hook) return;
    if (!event.observer.empty() && is_same_) {
        if (!event.hook.empty() && matched_ < free_events_.size() && done_ < acts_.kinds.size() &&
            acts_.events_before[done_] <= matched_)
            result_.is_late = true;
        if (matched_ >= free_events_.size() || !is_same(*free_events_[matched_], event))
            is_same_ = false;
        else
            ++matched_;
    }
    histories_[history_of(event)].push_back(event);
}

}  // namespace entryproof::checker::interference
