// SPDX-License-Identifier: MIT
// Random scripts: what the model predicts is what each kernel shows. ENTRYPROOF_LAB_COUNT scripts (4000 by default)
// from seed ENTRYPROOF_LAB_SEED (1 by default) on, for each kernel; a long campaign is the same with other numbers. The
// first disagreements are shrunk, to be kept in scripts/.
#include "tests/lab/agreement.h"
#include "tests/lab/shrink.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace entryproof;
using namespace entryproof::lab;

namespace {

std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::stoull(text);
}

const checker::Script& script_of(const Drawn& drawn, const std::string& name) {
    return std::find_if(drawn.scripts.begin(), drawn.scripts.end(),
                        [&](const NamedScript& one) { return one.name == name; })
        ->script;
}

// The story of the least script that still disagrees, and that script.
std::string shrunk(const Kernel& kernel, const Disagreement& found, const checker::Script& script) {
    const Fails fails = [&](const std::vector<checker::Script>& scripts) { return disagreeing(kernel, scripts); };
    const std::string text = found.story + to_toml(script);
    if (!fails({script}).at(0))
        return text + "(Not when it runs alone: a race, or what an earlier script left behind.)\n";
    checker::Script least = shrink(script, fails);
    least.summary = "random script " + found.script + ", shrunk";
    const Agreement alone = compare_with_kernel(kernel, {{found.script, least}});
    if (alone.disagreements.empty()) return text + "(It shrinks to a script that does not always disagree: a race.)\n";
    return alone.disagreements.front().story + to_toml(least);
}

}  // namespace

TEST_CASE("random scripts show on every kernel what the model predicts") {
    const std::uint64_t seed = number("ENTRYPROOF_LAB_SEED", 1);
    const std::size_t count = number("ENTRYPROOF_LAB_COUNT", 4000);
    std::map<std::string, Drawn> by_path;
    for (const Kernel& kernel : kernels()) {
        const std::string path = path_of(kernel);
        if (by_path.count(path) == 0) by_path.emplace(path, draw_scripts(kernel, seed, count));
        const Drawn& drawn = by_path.at(path);
        const Agreement agreement = compare_with_kernel(kernel, drawn);
        MESSAGE(kernel.name << ": " << count << " scripts from seed " << seed << ", " << drawn.refused
                            << " seeds refused by the model, " << agreement.disagreements.size()
                            << " disagreements; predicted in " << drawn.seconds << " s, booted in "
                            << agreement.report.boot_ms << " ms, ran in " << agreement.report.run_ms << " ms");
        std::size_t shown = 0;
        for (const Disagreement& one : agreement.disagreements) {
            // Enough to work on: each costs some ten boots.
            if (++shown > 5) break;
            CHECK_MESSAGE(one.story.empty(), shrunk(kernel, one, script_of(drawn, one.script)));
        }
        CHECK(agreement.disagreements.empty());
    }
}
