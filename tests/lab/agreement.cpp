// SPDX-License-Identifier: MIT
#include "tests/lab/agreement.h"

#include "checker/error.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "tests/lab/compare.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace entryproof::lab {

namespace {

// A path ready to run scripts on.
class Model {
public:
    explicit Model(const Kernel& kernel)
        : rounds_(environment::with_rounds(checker::load_path(path_of(kernel)).program)) {
        // DEBUG_RSEQ selects RSEQ_DEBUG_DEFAULT_ENABLE.
        if (kernel.name.rfind("legacy-debug-rseq", 0) == 0)
            options_ = {{"CONFIG_DEBUG_RSEQ", 1}, {"rseq_debug_enabled", 1}};
    }
    Lines predict(const checker::Script& script) { return checker::run_script_on(rounds_, script, options_).lines; }

private:
    ir::Program rounds_;
    checker::Values options_;
};

bool has_set_syscall_info(const Kernel& kernel) { return path_of(kernel).rfind("legacy-6.", 0) != 0; }

Agreement compare(const Kernel& kernel, const std::vector<NamedScript>& scripts, const std::vector<Lines>& predicted) {
    Agreement result{run_scripts(kernel, bare(scripts)), {}};
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        const std::string title = scripts[i].name + " (" + scripts[i].script.summary + ") on " + kernel.name;
        if (const auto story = difference(title, predicted[i], result.report.seen[i]))
            result.disagreements.push_back({scripts[i].name, *story});
    }
    return result;
}

}  // namespace

std::vector<NamedScript> scripts_for(const Kernel& kernel, const std::vector<NamedScript>& scripts) {
    std::vector<NamedScript> result;
    std::copy_if(scripts.begin(), scripts.end(), std::back_inserter(result),
                 [&](const NamedScript& one) { return checker::lacks(path_of(kernel), one.script).empty(); });
    return result;
}

Agreement compare_with_kernel(const Kernel& kernel, const std::vector<NamedScript>& scripts) {
    Model model(kernel);
    std::vector<Lines> predicted;
    for (const NamedScript& one : scripts) {
        try {
            predicted.push_back(model.predict(one.script));
        } catch (const checker::InputError& error) {
            throw std::runtime_error(one.name + " is not predicted: " + error.what());
        }
    }
    return compare(kernel, scripts, predicted);
}

std::vector<bool> disagreeing(const Kernel& kernel, const std::vector<checker::Script>& scripts) {
    Model model(kernel);
    std::vector<bool> answer(scripts.size(), false);
    std::vector<NamedScript> asked;
    std::vector<Lines> predicted;
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        try {
            predicted.push_back(model.predict(scripts[i]));
            asked.push_back({std::to_string(i), scripts[i]});
        } catch (const checker::InputError&) {
            continue;  // a script that cannot be run agrees
        }
    }
    if (asked.empty()) return answer;
    for (const Disagreement& one : compare(kernel, asked, predicted).disagreements)
        answer[std::stoul(one.script)] = true;
    return answer;
}

Drawn draw_scripts(const Kernel& kernel, std::uint64_t first_seed, std::size_t count) {
    const auto start = std::chrono::steady_clock::now();
    checker::RandomScriptOptions options;
    options.syscall_info = has_set_syscall_info(kernel);
    options.compat = true;
    Drawn drawn;
    Model model(kernel);
    for (std::uint64_t seed = first_seed; drawn.scripts.size() < count; ++seed) {
        // A generator that no kernel can run would otherwise never end.
        if (drawn.refused > count + 100) throw std::runtime_error("most random scripts cannot be run");
        const checker::Script script = checker::random_script(seed, options);
        try {
            drawn.predicted.push_back(model.predict(script));
            drawn.scripts.push_back({std::to_string(seed), script});
        } catch (const checker::InputError&) {
            ++drawn.refused;
        }
    }
    drawn.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return drawn;
}

Agreement compare_with_kernel(const Kernel& kernel, const Drawn& drawn) {
    return compare(kernel, drawn.scripts, drawn.predicted);
}

}  // namespace entryproof::lab
