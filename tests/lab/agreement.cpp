// SPDX-License-Identifier: MIT
#include "tests/lab/agreement.h"

#include "checker/error.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "tests/lab/compare.h"

#include <stdexcept>

namespace entryproof::lab {

namespace {

std::vector<Lines> predictions(const std::string& path, const std::vector<NamedScript>& scripts) {
    ir::Program rounds = environment::with_rounds(checker::load_path(path).program);
    std::vector<Lines> all;
    for (const NamedScript& one : scripts) {
        try {
            all.push_back(checker::run_script_on(rounds, one.script).lines);
        } catch (const checker::InputError& error) {
            throw std::runtime_error(one.name + " is not predicted: " + error.what());
        }
    }
    return all;
}

}  // namespace

std::string path_of(const Kernel&) { return "legacy"; }

Agreement compare_with_kernel(const Kernel& kernel, const std::vector<NamedScript>& scripts) {
    const std::vector<Lines> predicted = predictions(path_of(kernel), scripts);
    Agreement result{run_scripts(kernel, bare(scripts)), {}};
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        const std::string title = scripts[i].name + " (" + scripts[i].script.summary + ") on Linux " + kernel.version;
        if (const auto story = difference(title, predicted[i], result.report.seen[i]))
            result.disagreements.push_back({scripts[i].name, *story});
    }
    return result;
}

}  // namespace entryproof::lab
