// SPDX-License-Identifier: MIT
// Compares two lists of events observer by observer. The observer "order" is one list of everything observed, in which
// the observer itself counts too.
#include "checker/disagreement.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

using Indices = std::vector<int>;

Values shown_fields(const Event& event) {
    Values shown;
    for (const FieldValue& field : event.fields)
        if (field.shown) shown[field.name] = field.value;
    return shown;
}

// Names that one event lacks or that have different values.
std::vector<std::string> differing_fields(const Event& left, const Event& right) {
    const Values left_fields = shown_fields(left);
    const Values right_fields = shown_fields(right);
    std::set<std::string> names;
    for (const auto& [name, value] : left_fields) {
        const auto other = right_fields.find(name);
        if (other == right_fields.end() || other->second != value) names.insert(name);
    }
    for (const auto& [name, value] : right_fields)
        if (left_fields.count(name) == 0) names.insert(name);
    if (left.subject != right.subject) names.insert("subject");
    return {names.begin(), names.end()};
}

Indices seen_by(const std::string& observer, const Run& run) {
    Indices indices;
    for (std::size_t i = 0; i < run.events.size(); ++i) {
        const std::string& watching = run.events[i].observer;
        if (!watching.empty() && (watching == observer || observer == "order")) indices.push_back(static_cast<int>(i));
    }
    return indices;
}

const Event& event(const Run& run, int index) { return run.events[static_cast<std::size_t>(index)]; }

bool agrees(const Event& left, const Event& right) {
    return left.observer == right.observer && same_event(left, right);
}

// The first disagreement of `observer`, appended to `found` when there is one.
void compare(const std::string& observer, const Run& left, const Run& right, std::vector<Disagreement>& found) {
    const Indices left_seen = seen_by(observer, left);
    const Indices right_seen = seen_by(observer, right);
    const std::size_t common = std::min(left_seen.size(), right_seen.size());
    std::size_t at = 0;
    while (at < common && agrees(event(left, left_seen[at]), event(right, right_seen[at]))) ++at;
    if (at == left_seen.size() && at == right_seen.size()) return;
    Disagreement disagreement{observer, -1, -1, {}};
    if (at < left_seen.size()) disagreement.left_event = left_seen[at];
    if (at < right_seen.size()) disagreement.right_event = right_seen[at];
    if (at < common) {
        const Event& left_event = event(left, left_seen[at]);
        const Event& right_event = event(right, right_seen[at]);
        if (left_event.observer == right_event.observer && left_event.kind == right_event.kind)
            disagreement.fields = differing_fields(left_event, right_event);
    }
    found.push_back(std::move(disagreement));
}

// Where a disagreement stands on one side: at its event 2i, just after event i 2i + 1, before everything -1.
int position(int event_index, const std::string& observer, const Run& run) {
    if (event_index >= 0) return 2 * event_index;
    const Indices seen = seen_by(observer, run);
    return seen.empty() ? -1 : 2 * seen.back() + 1;
}

bool precedes(const Disagreement& first, const Disagreement& second, const Run& left, const Run& right) {
    const int first_left = position(first.left_event, first.observer, left);
    const int first_right = position(first.right_event, first.observer, right);
    const int second_left = position(second.left_event, second.observer, left);
    const int second_right = position(second.right_event, second.observer, right);
    return first_left <= second_left && first_right <= second_right &&
           (first_left < second_left || first_right < second_right);
}

// Did the observer of `first`, from its disagreement on, answer anything but 0 before event `end` on this side?
bool acts_before(const Disagreement& first, int first_event, int end, const Run& run) {
    if (first_event < 0) return false;
    for (int i = first_event; i < end; ++i) {
        const Event& happened = event(run, i);
        if (happened.observer != first.observer || happened.sharing != ir::Sharing::history) continue;
        if (happened.hook.empty()) continue;  // what an uninitialised read yields is nobody's act
        for (const FieldValue& answer : happened.answers)
            if (answer.value != 0) return true;
    }
    return false;
}

// Where `second` would stand on a side on which it is silent: before the event of `first` if that is so on the other
// side and both show the same kind of event there; else anywhere, so the end of the run.
int end_of_silence(const Disagreement& first, const Disagreement& second, const Run& left, const Run& right,
                   bool left_is_silent) {
    const int end = static_cast<int>((left_is_silent ? left : right).events.size());
    if (first.left_event < 0 || first.right_event < 0) return end;
    if (event(left, first.left_event).kind != event(right, first.right_event).kind) return end;
    const bool stands_before =
        left_is_silent ? second.right_event < first.right_event : second.left_event < first.left_event;
    return stands_before ? 0 : end;
}

bool influences(const Disagreement& first, const Disagreement& second, const Run& left, const Run& right) {
    const int left_end = second.left_event >= 0 ? second.left_event : end_of_silence(first, second, left, right, true);
    const int right_end =
        second.right_event >= 0 ? second.right_event : end_of_silence(first, second, left, right, false);
    return acts_before(first, first.left_event, left_end, left) ||
           acts_before(first, first.right_event, right_end, right);
}

}  // namespace

bool same_event(const Event& left, const Event& right) {
    return left.kind == right.kind && left.subject == right.subject && shown_fields(left) == shown_fields(right);
}

std::vector<Disagreement> disagreements(const Run& left, const Run& right) {
    std::set<std::string> observers{"order"};
    for (const Run* run : {&left, &right})
        for (const Event& happened : run->events)
            if (!happened.observer.empty()) observers.insert(happened.observer);
    std::vector<Disagreement> found;
    for (const std::string& observer : observers) compare(observer, left, right, found);
    return found;
}

std::vector<Disagreement> roots(const std::vector<Disagreement>& all, const Run& left, const Run& right) {
    const auto keep = [](const std::vector<Disagreement>& from, const auto& is_caused) {
        std::vector<Disagreement> kept;
        for (const Disagreement& candidate : from)
            if (std::none_of(from.begin(), from.end(), [&](const Disagreement& other) {
                    return other.observer != candidate.observer && is_caused(other, candidate);
                }))
                kept.push_back(candidate);
        return kept;
    };
    std::vector<Disagreement> of_observers;
    for (const Disagreement& disagreement : all)
        if (disagreement.observer != "order") of_observers.push_back(disagreement);
    std::vector<Disagreement> candidates = keep(
        of_observers,
        [&](const Disagreement& first, const Disagreement& second) { return influences(first, second, left, right); });
    if (candidates.empty()) candidates = of_observers;
    return keep(candidates, [&](const Disagreement& first, const Disagreement& second) {
        return precedes(first, second, left, right);
    });
}

}  // namespace entryproof::checker
