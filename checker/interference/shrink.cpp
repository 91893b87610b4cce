// SPDX-License-Identifier: MIT
#include "checker/interference/shrink.h"

#include "checker/error.h"
#include "checker/evaluate.h"

#include <algorithm>

namespace entryproof::checker::interference {

namespace {

constexpr unsigned timings_for_one_try = 1u << 8;

class Shrinker {
public:
    Shrinker(const Pair& pair, Terms& terms, const CellTerms& initial, const std::vector<Term>& premises)
        : pair_(pair), terms_(terms), initial_(initial), premises_(premises) {}

    Scenario least(Scenario scenario) {
        bool goes_on = true;
        for (unsigned round = 0; goes_on && round < 3; ++round) {
            goes_on = false;
            for (const HookCall& call : calls(scenario))
                goes_on |= replace(scenario, [&](Scenario& smaller) { smaller.answers.erase(call); });
            for (const HookCall& call : calls(scenario))
                for (const auto& one : Values(scenario.answers[call]))
                    for (const std::uint64_t simpler : simpler_than(call, one.second))
                        if (replace(scenario,
                                    [&](Scenario& smaller) { set(smaller.answers[call], one.first, simpler); })) {
                            goes_on = true;
                            break;
                        }
            for (const auto& one : Values(scenario.initial))
                for (const std::uint64_t simpler : {std::uint64_t{0}, std::uint64_t{1}})
                    if (simpler < one.second &&
                        replace(scenario, [&](Scenario& smaller) { set(smaller.initial, one.first, simpler); })) {
                        goes_on = true;
                        break;
                    }
        }
        return scenario;
    }

private:
    static std::vector<HookCall> calls(const Scenario& scenario) {
        std::vector<HookCall> result;
        for (const auto& [call, values] : scenario.answers) result.push_back(call);
        return result;
    }

    static void set(Values& values, const std::string& name, std::uint64_t value) {
        if (value == 0)
            values.erase(name);
        else
            values[name] = value;
    }

    // A list of acts with one left out; any other answer as 0.
    static std::vector<std::uint64_t> simpler_than(const HookCall& call, std::uint64_t value) {
        if (value == 0) return {};
        if (call.first != environment::act_hook) return {0};
        std::vector<std::uint64_t> lists;
        for (unsigned low = 0; value >> low != 0; low += environment::act_bits) {
            const std::uint64_t below = value & ((std::uint64_t{1} << low) - 1);
            lists.push_back(below | value >> (low + environment::act_bits) << low);
        }
        return lists;
    }

    template <typename Change>
    bool replace(Scenario& scenario, Change&& change) const {
        Scenario smaller = scenario;
        change(smaller);
        if (!is_possible(smaller)) return false;
        if (try_timings(pair_, smaller, timings_for_one_try).verdict != Timings::Verdict::none_fits) return false;
        scenario = std::move(smaller);
        return true;
    }

    bool is_possible(const Scenario& scenario) const {
        Assignment assignment;
        for (const auto& [name, term] : initial_) {
            const auto given = scenario.initial.find(name);
            if (given != scenario.initial.end()) assignment[term] = given->second;
        }
        Evaluator start(terms_, assignment);
        return std::all_of(premises_.begin(), premises_.end(), [&](Term one) { return start.is_true(one); });
    }

    const Pair& pair_;
    Terms& terms_;
    const CellTerms& initial_;
    const std::vector<Term>& premises_;
};

Answers answers_of(const Run& run) {
    Answers answers;
    std::map<std::string, unsigned> occurrences;
    for (const Event& event : run.events) {
        if (event.hook.empty()) continue;
        Values values;
        for (const FieldValue& answer : event.answers)
            if (answer.value != 0) values[answer.name] = answer.value;
        answers[{event.hook, occurrences[event.hook]++}] = std::move(values);
    }
    return answers;
}

}  // namespace

Scenario scenario_of_runs(const Run& left, const Run& right, const Scenario& start) {
    Scenario scenario;
    scenario.initial = start.initial;
    scenario.undefined = start.undefined;
    const Answers right_answers = answers_of(right);
    for (auto& [call, values] : answers_of(left))
        if (!values.empty()) scenario.answers.emplace(call, values);
    for (const auto& [call, values] : right_answers) {
        const auto same = scenario.answers.find(call);
        const bool is_silent = same == scenario.answers.end() && values.empty();
        if (!is_silent && (same == scenario.answers.end() || same->second != values))
            scenario.right_answers.emplace(call, values);
    }
    return scenario;
}

Unmatched shrunk(const Pair& pair, Terms& terms, const CellTerms& initial, const std::vector<Term>& premises,
                 const Scenario& found) {
    const Scenario least = Shrinker(pair, terms, initial, premises).least(found);
    const Timings timings = try_timings(pair, least);
    check(timings.verdict == Timings::Verdict::none_fits, "a smaller run is kept only if no timing fits");
    const Run& left = pair.free_is_left ? timings.free : timings.closest->run;
    const Run& right = pair.free_is_left ? timings.closest->run : timings.free;
    Unmatched result;
    result.scenario = scenario_of_runs(left, right, least);
    result.root = timings.roots.at(0);
    result.observer = result.root.observer;
    result.left = kind_at(left, result.root.left_event);
    result.right = kind_at(right, result.root.right_event);
    result.timings = timings.tried;
    return result;
}

}  // namespace entryproof::checker::interference
