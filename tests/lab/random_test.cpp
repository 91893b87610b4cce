// SPDX-License-Identifier: MIT
// Random scripts: what the model predicts is what each kernel shows. ENTRYPROOF_LAB_COUNT scripts (400 by default) from
// seed ENTRYPROOF_LAB_SEED (1 by default) on, for each kernel; a long campaign is the same with other numbers.
#include "tests/lab/agreement.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace entryproof::lab;

namespace {

std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::stoull(text);
}

}  // namespace

TEST_CASE("random scripts show on every kernel what the model predicts") {
    const std::uint64_t seed = number("ENTRYPROOF_LAB_SEED", 1);
    const std::size_t count = number("ENTRYPROOF_LAB_COUNT", 400);
    for (const Kernel& kernel : kernels()) {
        const Campaign campaign = run_campaign(kernel, seed, count);
        const Agreement& agreement = campaign.agreement;
        MESSAGE(kernel.name << ": " << count << " scripts from seed " << seed << ", " << campaign.refused
                            << " seeds refused by the model, " << agreement.disagreements.size()
                            << " disagreements; predicted in " << campaign.predicted_s << " s, booted in "
                            << agreement.report.boot_ms << " ms, ran in " << agreement.report.run_ms << " ms");
        std::size_t shown = 0;
        for (const Disagreement& one : agreement.disagreements) {
            // Enough to work on.
            if (++shown > 10) break;
            const auto script = entryproof::checker::random_script(std::stoull(one.script), campaign.options);
            CHECK_MESSAGE(one.story.empty(), one.story << to_toml(script));
        }
        CHECK(agreement.disagreements.empty());
    }
}
