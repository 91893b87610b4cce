// SPDX-License-Identifier: MIT
#include "checker/interference/acts.h"

#include "checker/disagreement.h"
#include "model/environment/interference.h"

#include <algorithm>

namespace entryproof::checker::interference {

using environment::act_bits;

namespace {

std::uint64_t list_of(const Event& event) {
    for (const FieldValue& answer : event.answers)
        if (answer.name == environment::acts_answer) return answer.value;
    return 0;
}

std::vector<unsigned> kinds_of(std::uint64_t list) {
    std::vector<unsigned> kinds;
    for (; list != 0; list >>= act_bits)
        if (const auto kind = static_cast<unsigned>(list & ir::mask_of(act_bits)); kind != 0) kinds.push_back(kind);
    return kinds;
}

std::string told(unsigned kind) {
    const std::vector<environment::Act>& acts = environment::others_acts();
    if (kind > acts.size()) return "act " + std::to_string(kind);
    return acts[kind - 1].actor + ": " + acts[kind - 1].text;
}

}  // namespace

ActsDone acts_of(const Run& run) {
    ActsDone done;
    unsigned events = 0;
    for (const Event& event : run.events) {
        if (!event.observer.empty()) ++events;
        if (event.hook != environment::act_hook) continue;
        for (const unsigned kind : kinds_of(list_of(event))) {
            done.kinds.push_back(kind);
            done.events_before.push_back(events);
        }
    }
    return done;
}

unsigned common_events(const Run& left, const Run& right) {
    const auto observed = [](const Run& run) {
        std::vector<const Event*> events;
        for (const Event& event : run.events)
            if (!event.observer.empty()) events.push_back(&event);
        return events;
    };
    const std::vector<const Event*> left_events = observed(left);
    const std::vector<const Event*> right_events = observed(right);
    const std::size_t count = std::min(left_events.size(), right_events.size());
    std::size_t common = 0;
    while (common < count && left_events[common]->observer == right_events[common]->observer &&
           same_event(*left_events[common], *right_events[common]))
        ++common;
    return static_cast<unsigned>(common);
}

std::string misplaced_act(const Run& left, const Run& right) {
    const ActsDone left_acts = acts_of(left);
    const ActsDone right_acts = acts_of(right);
    const unsigned common = common_events(left, right);
    const auto stands = [&](const ActsDone& acts, std::size_t i) {
        return i < acts.kinds.size() && acts.events_before[i] < common;
    };
    for (std::size_t i = 0; stands(left_acts, i) || stands(right_acts, i); ++i) {
        const unsigned kind = i < left_acts.kinds.size() ? left_acts.kinds[i] : right_acts.kinds[i];
        if (i >= left_acts.kinds.size() || i >= right_acts.kinds.size())
            return "\"" + told(kind) + "\" happens on one side only";
        if (left_acts.kinds[i] != right_acts.kinds[i])
            return "others do \"" + told(left_acts.kinds[i]) + "\" on the left and \"" + told(right_acts.kinds[i]) +
                   "\" on the right";
        if (left_acts.events_before[i] != right_acts.events_before[i])
            return "\"" + told(kind) + "\" does not stand between the same events on both sides";
    }
    return "";
}

bool has_acts(const Scenario& scenario) {
    const auto speaks_of_acts = [](const auto& entry) { return entry.first.first == environment::act_hook; };
    return std::any_of(scenario.answers.begin(), scenario.answers.end(), speaks_of_acts) ||
           std::any_of(scenario.right_answers.begin(), scenario.right_answers.end(), speaks_of_acts);
}

std::vector<std::string> acts_told(const Event& event) {
    std::vector<std::string> lines;
    for (const unsigned kind : kinds_of(list_of(event))) lines.push_back(told(kind));
    return lines;
}

}  // namespace entryproof::checker::interference
