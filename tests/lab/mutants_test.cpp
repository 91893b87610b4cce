// SPDX-License-Identifier: MIT
// Each model that is wrong in one fact disagrees with a real kernel, and the story says where. The first kernel
// that runs the path of 7.x runs the scripts once; each mutant predicts them anew.
#include "tests/lab/mutants.h"

#include "checker/error.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "tests/lab/agreement.h"
#include "tests/lab/compare.h"
#include "tests/lab/machine.h"
#include "tests/lab/scripts.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace entryproof;
using namespace entryproof::lab;

namespace {

// The first script, by name, whose story a model gets wrong; empty: none.
std::string first_story(ir::Program& model, const std::vector<NamedScript>& scripts, const Report& report) {
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        try {
            const Lines predicted = checker::run_script_on(model, scripts[i].script).lines;
            if (const auto story = difference(scripts[i].name, predicted, report.seen[i])) return *story;
        } catch (const checker::InputError&) {
            continue;  // a wrong model may run a program where there is none
        }
    }
    return "";
}

// Random scripts until one that a model predicts otherwise than `right` did; none: their number.
std::size_t scripts_until_difference(ir::Program& model, const Drawn& right) {
    for (std::size_t i = 0; i < right.scripts.size(); ++i) {
        try {
            if (checker::run_script_on(model, right.scripts[i].script).lines != right.predicted[i]) return i;
        } catch (const checker::InputError&) {
            continue;
        }
    }
    return right.scripts.size();
}

// The one that the mutants are wrong about.
Kernel legacy_kernel() {
    for (const Kernel& kernel : kernels())
        if (path_of(kernel) == "legacy") return kernel;
    throw std::runtime_error("ENTRYPROOF_LAB_KERNELS names no kernel 7.x as it comes, which the mutants need");
}

}  // namespace

TEST_CASE("a model that is wrong in one fact disagrees with a real kernel") {
    const std::vector<NamedScript> scripts = read_scripts();
    const Report report = run_scripts(legacy_kernel(), bare(scripts));
    const ir::Program right = environment::with_rounds(checker::load_path("legacy").program);
    ir::Program unchanged = right;
    CHECK(first_story(unchanged, scripts, report) == "");
    for (const Mutant& mutant : mutants()) {
        CAPTURE(mutant.claim);
        ir::Program wrong = right;
        mutant.apply(wrong);
        const std::string story = first_story(wrong, scripts, report);
        CHECK(story.find("predicted") != std::string::npos);
        CHECK(story.find("\n! ") != std::string::npos);
        MESSAGE(mutant.claim << ": " << story.substr(0, story.find('\n')));
    }
}

// Without a kernel: a campaign of random scripts would have told, too.
TEST_CASE("random scripts reach every fact that a mutant breaks") {
    const Drawn drawn = draw_scripts(legacy_kernel(), 1, 1500);
    const ir::Program right = environment::with_rounds(checker::load_path("legacy").program);
    for (const Mutant& mutant : mutants()) {
        CAPTURE(mutant.claim);
        ir::Program wrong = right;
        mutant.apply(wrong);
        const std::size_t scripts = scripts_until_difference(wrong, drawn);
        CHECK(scripts < drawn.scripts.size());
        MESSAGE(mutant.claim << ": " << scripts << " random scripts before the first that tells");
    }
}
