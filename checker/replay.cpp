// SPDX-License-Identifier: MIT
// Runs a scenario on both sides and checks that it is fair: actors answer the same where they cannot tell the sides
// apart.
//
// 1. Sharing::function: equal hook, equal fields (shown or not): equal answers, across the sides and within a run.
// 2. Sharing::history, with an observer: its n-th events on both sides, if all its events up to these are the same.
// 3. Sharing::history, without observer: the n-th calls of the hook, if everything observed before them and every call
// of
//    this hook up to them are the same.
// 4. What others do between two reads: the same acts in the same order, and each between the same two events as long as
//    the sequence of all events is the same. When exactly they act is theirs to choose.
// Answers are compared by name; what an uninitialised read yields is arbitrary and not compared.
#include "checker/scenario.h"

#include "checker/interference/acts.h"
#include "model/environment/act_points.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace entryproof::checker {

namespace {

using Events = std::vector<const Event*>;

std::string listed(const std::vector<FieldValue>& values) {
    std::string text;
    for (const FieldValue& value : values)
        text += (text.empty() ? "" : ", ") + value.name + " = " + std::to_string(value.value);
    return text.empty() ? "nothing" : text;
}

bool answers_agree(const Event& left, const Event& right) {
    for (const FieldValue& answer : left.answers)
        for (const FieldValue& other : right.answers)
            if (answer.name == other.name && answer.value != other.value) return false;
    return true;
}

struct Asked {
    const Event* event;
    std::string side;
};

void check_functions(const Run& left, const Run& right, std::vector<std::string>& unfair) {
    std::map<std::pair<std::string, Values>, Asked> asked;
    const std::vector<std::pair<const Run*, std::string>> sides = {{&left, "left"}, {&right, "right"}};
    for (const auto& [run, side] : sides)
        for (const Event& event : run->events) {
            if (event.sharing != ir::Sharing::function) continue;
            Values fields;
            for (const FieldValue& field : event.fields) fields[field.name] = field.value;
            const auto [first, is_new] = asked.emplace(std::make_pair(event.hook, fields), Asked{&event, side});
            if (is_new || answers_agree(*first->second.event, event)) continue;
            unfair.push_back("hook '" + event.hook + "' was asked the same (" + listed(event.fields) +
                             ") and answered " + listed(first->second.event->answers) + " on the " +
                             first->second.side + " but " + listed(event.answers) + " on the " + side);
        }
}

Events observed_by(const std::string& observer, const Run& run) {
    Events events;
    for (const Event& event : run.events)
        if (event.observer == observer) events.push_back(&event);
    return events;
}

// Reports both events when both answer by history, and not alike.
void check_answers(const Event& left, const Event& right, const std::string& who, std::vector<std::string>& unfair) {
    if (left.sharing != ir::Sharing::history || right.sharing != ir::Sharing::history) return;
    if (answers_agree(left, right)) return;
    unfair.push_back(who + " had seen the same up to '" + left.kind + "' and answered " + listed(left.answers) +
                     " on the left but " + listed(right.answers) + " on the right");
}

void check_observer(const std::string& observer, const Run& left, const Run& right, std::vector<std::string>& unfair) {
    const Events left_events = observed_by(observer, left);
    const Events right_events = observed_by(observer, right);
    const std::size_t common = std::min(left_events.size(), right_events.size());
    for (std::size_t i = 0; i < common && same_event(*left_events[i], *right_events[i]); ++i)
        check_answers(*left_events[i], *right_events[i], "observer '" + observer + "'", unfair);
}

// What was observed before `end`, by anyone.
Events observed_before(const Event* end, const Run& run) {
    Events events;
    for (const Event& event : run.events) {
        if (&event == end) break;
        if (!event.observer.empty()) events.push_back(&event);
    }
    return events;
}

bool all_same(const Events& left, const Events& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Event* one, const Event* other) {
        return one->observer == other->observer && same_event(*one, *other);
    });
}

void check_unobserved(const std::string& hook, const Run& left, const Run& right, std::vector<std::string>& unfair) {
    const auto calls = [&](const Run& run) {
        Events events;
        for (const Event* event : observed_by("", run))
            if (event->hook == hook) events.push_back(event);
        return events;
    };
    const Events left_calls = calls(left);
    const Events right_calls = calls(right);
    const std::size_t common = std::min(left_calls.size(), right_calls.size());
    for (std::size_t i = 0; i < common && same_event(*left_calls[i], *right_calls[i]); ++i)
        if (all_same(observed_before(left_calls[i], left), observed_before(right_calls[i], right)))
            check_answers(*left_calls[i], *right_calls[i], "the unobserved hook '" + hook + "'", unfair);
}

void check_histories(const Run& left, const Run& right, std::vector<std::string>& unfair) {
    std::set<std::string> observers;
    std::set<std::string> unobserved_hooks;
    for (const Event& event : left.events) {
        if (event.observer.empty())
            unobserved_hooks.insert(event.hook);
        else if (event.observer != "undefined")
            observers.insert(event.observer);
    }
    for (const std::string& observer : observers) check_observer(observer, left, right, unfair);
    for (const std::string& hook : unobserved_hooks)
        if (hook != environment::act_hook) check_unobserved(hook, left, right, unfair);
    const std::string misplaced = interference::misplaced_act(left, right);
    if (!misplaced.empty()) unfair.push_back(misplaced);
}

Values initial_of(const ir::Program& program, const Values& initial) {
    Values own;
    for (const auto& [name, value] : initial)
        if (program.cells.count(name) != 0) own[name] = value;
    return own;
}

}  // namespace

std::uint64_t ScenarioOracle::answer(const Event& event, unsigned occurrence, const std::string& name, ir::Width) {
    const HookCall call{event.hook, occurrence};
    const auto on_the_right = scenario_.right_answers.find(call);
    const bool is_replaced = side_ == Side::right && on_the_right != scenario_.right_answers.end();
    const auto found = is_replaced ? on_the_right : scenario_.answers.find(call);
    if (!is_replaced && found == scenario_.answers.end()) return 0;
    const auto value = found->second.find(name);
    return value == found->second.end() ? 0 : value->second;
}

std::uint64_t ScenarioOracle::undefined(const std::string& function, const std::string& variable, ir::Width) {
    const auto found = scenario_.undefined.find({function, variable});
    return found == scenario_.undefined.end() ? 0 : found->second;
}

Replay replay(const ir::Program& left, const ir::Program& right, const Scenario& scenario) {
    for (const auto& [name, value] : scenario.initial)
        if (left.cells.count(name) == 0 && right.cells.count(name) == 0)
            throw std::invalid_argument("no cell of either side is called '" + name + "'");
    ScenarioOracle left_oracle(scenario, Side::left);
    ScenarioOracle right_oracle(scenario, Side::right);
    Replay result;
    result.left = interpret(left, initial_of(left, scenario.initial), left_oracle);
    result.right = interpret(right, initial_of(right, scenario.initial), right_oracle);
    check_functions(result.left, result.right, result.unfair);
    check_histories(result.left, result.right, result.unfair);
    return result;
}

}  // namespace entryproof::checker
