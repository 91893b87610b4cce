// SPDX-License-Identifier: MIT
// Each model that is wrong in one fact disagrees with a real kernel, and the story says where. The newest kernel runs
// the scripts once; each mutant predicts them anew.
#include "tests/lab/mutants.h"

#include "checker/error.h"
#include "checker/load.h"
#include "checker/script_run.h"
#include "model/environment/rounds.h"
#include "tests/lab/compare.h"
#include "tests/lab/machine.h"
#include "tests/lab/scripts.h"

#include <doctest/doctest.h>

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

}  // namespace

TEST_CASE("a model that is wrong in one fact disagrees with a real kernel") {
    const std::vector<NamedScript> scripts = read_scripts();
    const Kernel newest = kernels().front();
    const Report report = run_scripts(newest, bare(scripts));
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
