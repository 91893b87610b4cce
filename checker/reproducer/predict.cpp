// SPDX-License-Identifier: MIT
// The rounds of model/environment/rounds.h, which the lab compares with real kernels, run the situation on both paths.
#include "checker/reproducer/predict.h"

#include "checker/error.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"

#include <algorithm>

namespace entryproof::checker::reproducer {

namespace {

// What a reader would still look through.
constexpr std::size_t most_lines = 32;

class Model {
public:
    explicit Model(const ir::Program& path) : name_(path.name), rounds_(rounds_of(path)) {}

    ScriptRun run(const Situation& situation) {
        Values options;
        for (const auto& [name, value] : situation.options)
            if (rounds_.cells.count(name) != 0) options[name] = value;
        return run_script_on(rounds_, situation.script, options);
    }

private:
    static ir::Program rounds_of(const ir::Program& path) {
        try {
            return environment::with_rounds(path);
        } catch (const std::invalid_argument& error) {
            throw CannotBeMade(path.name + " has no model of what surrounds a system call (" + error.what() + ")");
        }
    }

    std::string name_;
    ir::Program rounds_;
};

std::string kind_at(const Run& run, int index) {
    return index < 0 ? "nothing" : run.events[static_cast<std::size_t>(index)].kind;
}

Run run_of(const ScriptRun& script_run) {
    Run run;
    run.events = script_run.events;
    run.halted = true;
    return run;
}

// The rounds tell of a step report when it is delivered: a signal stop whose code is that of a forced signal.
bool is_of_kind(const Run& run, int index, const std::string& kind) {
    if (kind != "step report") return kind_at(run, index) == kind;
    if (kind_at(run, index) != "signal stop") return false;
    const std::vector<FieldValue>& fields = run.events[static_cast<std::size_t>(index)].fields;
    return std::any_of(fields.begin(), fields.end(),
                       [](const FieldValue& field) { return field.name == "si_code" && field.value == 0; });
}

// Where a side lacks its step report anything may come next.
bool is_wanted(const Run& run, int index, const std::string& kind, const std::string& other) {
    if (other == "step report" && kind == "nothing") return !is_of_kind(run, index, other);
    return is_of_kind(run, index, kind);
}

bool shows(const Wanted& wanted, const ScriptRun& left, const ScriptRun& right) {
    const Run left_run = run_of(left);
    const Run right_run = run_of(right);
    for (const Disagreement& found : disagreements(left_run, right_run))
        if (found.observer == wanted.observer && is_wanted(left_run, found.left_event, wanted.left, wanted.right) &&
            is_wanted(right_run, found.right_event, wanted.right, wanted.left))
            return true;
    return false;
}

// Each observer has an order of its own; a program cannot tell how what two of them see is ordered.
std::vector<std::string> by_observer(std::vector<std::string> lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const std::string& one, const std::string& other) {
        return one.substr(0, one.find(':')) < other.substr(0, other.find(':'));
    });
    return lines;
}

}  // namespace

Prediction predict(const ir::Program& left, const ir::Program& right, const std::vector<Situation>& situations,
                   const Wanted& wanted) {
    Model left_model(left);
    Model right_model(right);
    std::string why = "it cannot be made";
    for (const Situation& situation : situations) {
        try {
            const ScriptRun on_left = left_model.run(situation);
            const ScriptRun on_right = right_model.run(situation);
            if (std::max(on_left.lines.size(), on_right.lines.size()) > most_lines) {
                why = "made with real acts, it does not come to an end";
                continue;
            }
            const bool is_there = shows(wanted, on_left, on_right);
            const bool is_seen = by_observer(on_left.lines) != by_observer(on_right.lines);
            if (is_there && is_seen) return {situation, on_left.lines, on_right.lines};
            why = is_there  ? "what differs leaves no trace in what a program can observe: each observer sees the same"
                  : is_seen ? "made with real acts, something else differs first"
                            : "made with real acts, both are predicted to show everybody the same";
        } catch (const InputError& error) {
            why = error.what();
        }
    }
    throw CannotBeMade(why);
}

}  // namespace entryproof::checker::reproducer
