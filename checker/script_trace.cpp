// SPDX-License-Identifier: MIT
#include "checker/script_trace.h"

#include "checker/error.h"
#include "checker/input_file.h"
#include "checker/layout.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "checker/story.h"
#include "checker/trace_report.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

// Whatever is wrong with a script when it runs is wrong with its file.
ScriptRun run_file(const std::string& path, const Script& script, const std::string& file) {
    try {
        return run_script(load_path(path).program, script);
    } catch (const InputError& error) {
        if (!error.file.empty() || error.is_usage) throw;
        throw InputError(file, 0, 0, error.what(), error.hint);
    }
}

// A step that somebody sees, or in which the tracer does something.
bool is_told(const Event& event) {
    if (!event.observer.empty()) return true;
    if (event.hook == "tracer_resume") return true;
    return event.hook == "tracer_act" &&
           std::any_of(event.answers.begin(), event.answers.end(), [](const FieldValue& answer) {
               return answer.name.rfind("sets_", 0) == 0 && answer.value != 0;
           });
}

Run told_run(const ScriptRun& run) {
    Run told;
    std::copy_if(run.events.begin(), run.events.end(), std::back_inserter(told.events), is_told);
    told.halted = true;
    return told;
}

// How the story begins, in the words of a counterexample.
Scenario start_of_story(const Script& script) {
    const unsigned start = script.task.start;
    Scenario scenario;
    scenario.summary = script.summary;
    scenario.initial = {{"task.ptrace", script.task.traced ? 1u | std::uint64_t{script.task.options} << 3 : 0},
                        {"task.trace", start == kernel::PTRACE_SYSCALL ? 1 : 0},
                        {"task.seccomp", script.filters.empty() ? 0 : 1},
                        {"task.audit", script.task.audit ? 1 : 0}};
    scenario.initial["task.emu"] = start == kernel::PTRACE_SYSEMU || start == kernel::PTRACE_SYSEMU_SINGLESTEP ? 1 : 0;
    scenario.initial["task.singlestep"] =
        start == kernel::PTRACE_SINGLESTEP || start == kernel::PTRACE_SYSEMU_SINGLESTEP ? 1 : 0;
    scenario.initial["task.tracepoint"] = script.task.tracepoints.sys_enter || script.task.tracepoints.sys_exit ? 1 : 0;
    for (const auto& [number, value] : script.task.registers) scenario.initial[kernel::register_cell(number)] = value;
    return scenario;
}

std::string side_by_side(const TraceCommand& command, const Script& script) {
    const Scenario scenario = start_of_story(script);
    Replay runs;
    runs.left = told_run(run_file(command.path, script, command.scenario_file));
    runs.right = told_run(run_file(command.against, script, command.scenario_file));
    std::string text;
    for (const std::string& line :
         story_lines({command.path, command.against, scenario, runs, first_disagreement(runs)}))
        text += line + "\n";
    return text;
}

bool is_wanted(const std::string& line, const std::vector<std::string>& observers) {
    return observers.empty() ||
           std::find(observers.begin(), observers.end(), line.substr(0, line.find(':'))) != observers.end();
}

}  // namespace

bool names_script(const std::string& file) { return file.size() > 5 && file.substr(file.size() - 5) == ".toml"; }

Report trace_script(const TraceCommand& command, Format format) {
    const Script script = parse_script(read_input_file(command.scenario_file), command.scenario_file);
    if (!command.against.empty()) return {side_by_side(command, script), ExitCode::proved};
    const ScriptRun run = run_file(command.path, script, command.scenario_file);
    if (format == Format::json || command.all_fields) {
        const Run told = told_run(run);
        const TraceView view{command.path, told, command.observers, command.all_fields};
        return {format == Format::json ? trace_json(view) : trace_text(view), ExitCode::proved};
    }
    std::string text;
    for (const std::string& line : run.lines)
        if (is_wanted(line, command.observers)) text += line + "\n";
    return {text.empty() ? "nobody sees anything\n" : text, ExitCode::proved};
}

}  // namespace entryproof::checker
