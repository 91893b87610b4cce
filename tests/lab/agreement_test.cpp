// SPDX-License-Identifier: MIT
// Every script in tests/lab/scripts: what the model predicts is what each kernel shows.
#include "tests/lab/agreement.h"

#include <doctest/doctest.h>

using namespace entryproof::lab;

TEST_CASE("every script shows on every kernel what the model predicts") {
    const std::vector<NamedScript> all = read_scripts();
    for (const Kernel& kernel : kernels()) {
        const std::vector<NamedScript> scripts = scripts_for(kernel, all);
        const Agreement agreement = compare_with_kernel(kernel, scripts);
        MESSAGE(kernel.name << ": " << scripts.size() << " of " << all.size() << " scripts, booted in "
                            << agreement.report.boot_ms << " ms, ran in " << agreement.report.run_ms << " ms");
        CHECK(agreement.report.seen.size() == scripts.size());
        for (const Disagreement& one : agreement.disagreements) CHECK_MESSAGE(one.story.empty(), one.story);
    }
}
