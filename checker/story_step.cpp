// SPDX-License-Identifier: MIT
#include "checker/story_step.h"

#include "checker/disagreement.h"
#include "checker/scenario.h"
#include "checker/start_text.h"

#include <algorithm>

namespace entryproof::checker {

const Event* event_at(const Run& run, int index) {
    return index < 0 ? nullptr : &run.events[static_cast<std::size_t>(index)];
}

bool is_same_step(const Event* left, const Event* right) {
    return left != nullptr && right != nullptr && left->observer == right->observer && same_event(*left, *right) &&
           deeds(*left) == deeds(*right);
}

bool is_idle(const Event* event) { return event == nullptr || (event->observer.empty() && deeds(*event).empty()); }

std::vector<StepField> fields_to_tell(const Event& own, const Event* other) {
    if (own.observer.empty()) return {};
    const bool has_counterpart = other != nullptr && other->observer == own.observer && other->kind == own.kind;
    const auto differs = [&](const std::string& name) {
        return has_counterpart && field_text(own, name, Spelling::plain) != field_text(*other, name, Spelling::plain);
    };
    std::vector<std::string> names = telling_fields(own);
    for (const std::string& name : all_shown_fields(own))
        if (differs(name) && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    std::vector<StepField> fields;
    for (const std::string& name : names) fields.push_back({field_text(own, name, Spelling::symbolic), differs(name)});
    return fields;
}

std::vector<std::string> start_parts(const Scenario& scenario) {
    std::vector<std::string> parts = start_text(scenario.initial);
    for (const auto& [variable, value] : scenario.undefined)
        parts.push_back(variable.first + ":" + variable.second + " happens to hold " + std::to_string(value));
    if (parts.empty()) parts = {"everything is 0 and off"};
    return parts;
}

}  // namespace entryproof::checker
