// SPDX-License-Identifier: MIT
// `trace`: one scenario on one path, or on two side by side.
#include "checker/command.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/layout.h"
#include "checker/script_trace.h"
#include "checker/story.h"
#include "checker/trace_report.h"
#include "checker/whole.h"
#include "spec/observer.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

void require_known_observers(const std::vector<std::string>& asked) {
    std::vector<std::string> known;
    for (const spec::Observer& observer : spec::observers())
        if (observer.name != "order") known.push_back(observer.name);
    for (const std::string& name : asked)
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            InputError error("", 0, 0, "no observer is called '" + name + "'", "one of: " + joined(known, " "));
            error.is_usage = true;
            throw error;
        }
}

std::string side_by_side(const TraceCommand& command, const Scenario& scenario, const std::vector<ir::Program>& whole) {
    const Replay runs = replay(whole[0], whole[1], scenario);
    std::string text;
    for (const std::string& line :
         story_lines({command.path, command.against, scenario, runs, first_disagreement(runs)}))
        text += line + "\n";
    for (const std::string& reason : runs.unfair) text += paragraph("unfair: ", reason);
    return text;
}

// A path of the scenario's own pair that is not being traced still says which names are known.
std::vector<LoadedPath> paths_of(const TraceCommand& command, const Scenario& scenario) {
    std::vector<LoadedPath> paths{load_path(command.path)};
    if (!command.against.empty()) {
        paths.push_back(load_path(command.against));
        return paths;
    }
    for (const std::string& other : {scenario.left, scenario.right})
        if (!other.empty() && other != command.path) paths.push_back(load_path(other));
    return paths;
}

}  // namespace

Report run(const TraceCommand& command, Format format) {
    require_known_observers(command.observers);
    if (names_script(command.scenario_file)) return trace_script(command, format);
    const Scenario scenario = parse_scenario(read_input_file(command.scenario_file), command.scenario_file);
    const std::vector<ir::Program> whole = whole_programs(paths_of(command, scenario), scenario);
    require_known_names(scenario, whole, command.scenario_file);
    if (!command.against.empty()) return {side_by_side(command, scenario, whole), ExitCode::proved};
    Values initial;
    for (const auto& [cell, value] : scenario.initial)
        if (whole[0].cells.count(cell) != 0) initial[cell] = value;
    ScenarioOracle oracle(scenario, command.path == scenario.right ? Side::right : Side::left);
    const Run run = interpret(whole[0], initial, oracle);
    const TraceView view{command.path, run, command.observers, command.all_fields};
    return {format == Format::json ? trace_json(view) : trace_text(view), ExitCode::proved};
}

}  // namespace entryproof::checker
