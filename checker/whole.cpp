// SPDX-License-Identifier: MIT
#include "checker/whole.h"

#include "checker/error.h"
#include "checker/interference/acts.h"
#include "checker/layout.h"
#include "model/environment/environment.h"
#include "model/environment/interference.h"
#include "model/kernel/arch.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::vector<ir::Program> with_environments(const std::vector<LoadedPath>& paths, environment::AfterExitWork after,
                                           environment::Tasks wanted) {
    environment::AddressedRegisters addressed;
    for (const LoadedPath& path : paths) addressed.merge(environment::addressed_registers(path.program));
    const bool all = std::all_of(paths.begin(), paths.end(),
                                 [](const LoadedPath& path) { return environment::has_compat_entry(path.program); });
    const environment::Tasks tasks = all ? wanted : environment::Tasks::native;
    std::vector<ir::Program> programs;
    for (const LoadedPath& path : paths)
        programs.push_back(environment::with_environment(path.program, addressed, after, tasks));
    return programs;
}

environment::Tasks tasks_of(const Scenario& scenario) {
    const auto compat = scenario.initial.find("task.compat");
    bool needs_all = compat != scenario.initial.end() && compat->second != 0;
    for (const Answers* answers : {&scenario.answers, &scenario.right_answers})
        for (const auto& [call, values] : *answers) needs_all = needs_all || values.count("switches_abi") != 0;
    return needs_all ? environment::Tasks::all : environment::Tasks::native;
}

}  // namespace

std::vector<ir::Program> proof_programs(const LoadedPath& left, const LoadedPath& right, environment::Tasks tasks) {
    const std::string& left_arch = kernel::arch_of(left.program).name;
    const std::string& right_arch = kernel::arch_of(right.program).name;
    if (left_arch != right_arch) {
        InputError error("", 0, 0, left.name + " is " + left_arch + ", " + right.name + " is " + right_arch,
                         "two paths of one architecture can be compared");
        error.is_usage = true;
        throw error;
    }
    return with_environments({left, right}, environment::AfterExitWork::hand_over, tasks);
}

std::vector<ir::Program> whole_programs(const std::vector<LoadedPath>& paths, environment::Tasks tasks) {
    for (const LoadedPath& path : paths)
        if (const std::string& arch = kernel::arch_of(path.program).name; arch != "arm64")
            throw InputError(path.name, 0, 0, "single runs are not supported on " + arch,
                             "what follows the exit work is modelled in detail for arm64 only");
    return with_environments(paths, environment::AfterExitWork::deliver_signals, tasks);
}

environment::Tasks tasks_of(const std::vector<std::string>& dropped_assumptions) {
    return std::find(dropped_assumptions.begin(), dropped_assumptions.end(), "native") == dropped_assumptions.end()
               ? environment::Tasks::native
               : environment::Tasks::all;
}

std::vector<environment::ActPoints> interfered(const std::vector<ir::Program>& programs) {
    std::vector<environment::ActPoints> result;
    for (const ir::Program& program : programs) result.push_back(environment::with_interference(program));
    return result;
}

std::vector<ir::Program> whole_programs(const std::vector<LoadedPath>& paths, const Scenario& scenario) {
    std::vector<ir::Program> programs = whole_programs(paths, tasks_of(scenario));
    if (!interference::has_acts(scenario)) return programs;
    for (ir::Program& program : programs) program = environment::with_interference(program).program;
    return programs;
}

void require_known_names(const Scenario& scenario, const std::vector<ir::Program>& programs, const std::string& file) {
    std::vector<const ir::Program*> known;
    for (const ir::Program& program : programs) known.push_back(&program);
    const std::vector<std::string> unknown = unknown_names(scenario, known);
    if (unknown.empty()) return;
    throw InputError(file, 0, 0, "not known here: " + joined(unknown, ", "),
                     "'entryproof list vocabulary' and 'entryproof list hooks' show what can be named");
}

}  // namespace entryproof::checker
