// SPDX-License-Identifier: MIT
#include "checker/interference/acceptance.h"

#include "checker/condition.h"

#include <algorithm>

namespace entryproof::checker::interference {

namespace {

// As in checker/disagreement.h: an event at twice its index, silence just after the observer's last event.
int position(int event, const std::string& observer, const Run& run) {
    if (event >= 0) return 2 * event;
    int last = -1;
    for (std::size_t i = 0; i < run.events.size(); ++i)
        if (run.events[i].observer == observer) last = static_cast<int>(i);
    return last < 0 ? -1 : 2 * last + 1;
}

// The order of events is a root of its own unless another observer's disagreement is about one of the two events or
// stands at or before them on both sides; nor is it one where one observer owns both events or one side ended.
bool is_explained(const Disagreement& order, const std::vector<Disagreement>& all, const Run& left, const Run& right) {
    if (order.left_event < 0 || order.right_event < 0) return true;
    const auto observer_at = [](const Run& run, int event) {
        return run.events[static_cast<std::size_t>(event)].observer;
    };
    if (observer_at(left, order.left_event) == observer_at(right, order.right_event)) return true;
    return std::any_of(all.begin(), all.end(), [&](const Disagreement& other) {
        if (other.observer == "order") return false;
        if (other.left_event == order.left_event || other.right_event == order.right_event) return true;
        return position(other.left_event, other.observer, left) <= 2 * order.left_event &&
               position(other.right_event, other.observer, right) <= 2 * order.right_event;
    });
}

bool is_allowed(const Disagreement& root, const Run& left, const Run& right, const std::vector<Allowed>& allowed) {
    return std::any_of(allowed.begin(), allowed.end(), [&](const Allowed& one) {
        if (one.observer != root.observer || one.left != kind_at(left, root.left_event) ||
            one.right != kind_at(right, root.right_event))
            return false;
        const bool are_fields_known = std::all_of(root.fields.begin(), root.fields.end(), [&](const std::string& name) {
            return std::find(one.fields.begin(), one.fields.end(), name) != one.fields.end();
        });
        return are_fields_known && outcome_value(one.condition, left, right);
    });
}

}  // namespace

std::string kind_at(const Run& run, int event) {
    return event < 0 ? "nothing" : run.events[static_cast<std::size_t>(event)].kind;
}

std::vector<Disagreement> undeclared_roots(const Run& left, const Run& right, const std::vector<Allowed>& allowed) {
    const std::vector<Disagreement> all = disagreements(left, right);
    std::vector<Disagreement> found = roots(all, left, right);
    for (const Disagreement& one : all)
        if (one.observer == "order" && !is_explained(one, all, left, right)) found.push_back(one);
    std::erase_if(found, [&](const Disagreement& root) { return is_allowed(root, left, right, allowed); });
    return found;
}

}  // namespace entryproof::checker::interference
