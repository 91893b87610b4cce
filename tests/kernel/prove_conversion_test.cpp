// SPDX-License-Identifier: MIT
// The real source against itself on generic entry, as examples/conversion puts it there: it differs in what the overlay
// declares and in nothing else; a hook of ours that lacks a line is refuted. Needs ENTRYPROOF_KERNEL_SOURCE (see
// with-source.sh).
#include "checker/load.h"
#include "spec/difference.h"
#include "tests/kernel/edited_tree.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <unistd.h>

using namespace entryproof;
using tests::verdict;

namespace {

namespace fs = std::filesystem;

checker::LoadedPath tree_with(const std::string& overlay) {
    const char* folder = std::getenv("ENTRYPROOF_KERNEL_SOURCE");
    REQUIRE_MESSAGE(folder != nullptr, "run through tests/kernel/with-source.sh");
    return checker::load_path("tree:" + std::string(folder) + (overlay.empty() ? "" : "+" + overlay) + ":arm64");
}

checker::Result proved(const std::string& overlay, const checker::ProveOptions& options = {}) {
    return checker::prove(tree_with(""), tree_with(overlay), options).result;
}

// The overlay in a folder of its own, without the `count`-th line of `file` that holds `line`.
class Spoilt {
public:
    Spoilt(const std::string& file, const std::string& line, unsigned count = 1) {
        fs::remove_all(folder_);
        fs::copy("examples/conversion", folder_, fs::copy_options::recursive);
        std::ifstream input(folder_ / file);
        std::ostringstream rest;
        for (std::string one; std::getline(input, one);) {
            const bool is_it = one.find(line) != std::string::npos && --count == 0;
            if (!is_it) rest << one << '\n';
        }
        REQUIRE_MESSAGE(static_cast<int>(count) <= 0, line);
        std::ofstream(folder_ / file) << rest.str();
    }
    ~Spoilt() { fs::remove_all(folder_); }
    Spoilt(const Spoilt&) = delete;
    Spoilt& operator=(const Spoilt&) = delete;
    std::string name() const { return folder_.string(); }

private:
    fs::path folder_ = fs::temp_directory_path() / ("entryproof_conversion_" + std::to_string(::getpid()));
};

checker::Result proved(const Spoilt& overlay, const std::string& observer) {
    checker::ProveOptions options;
    options.observers = {observer};
    return proved(overlay.name(), options);
}

}  // namespace

TEST_CASE("converted, the tree differs from what it was in every declared way and in no other") {
    const checker::Result result = proved("examples/conversion");
    CHECK(result.exit == checker::ExitCode::proved);
    CHECK(result.ledger.empty());
    CHECK(result.differences.size() == spec::built_in_differences("legacy", "generic").size());
    for (const checker::Difference& difference : result.differences)
        CHECK_MESSAGE(difference.declared, difference.summary);
    for (const checker::Claim& claim : result.claims)
        CHECK_MESSAGE(claim.verdict == checker::Verdict::proved, claim.name);
}

// So what is proved of the built-in paths is proved of the source.
TEST_CASE("the built-in generic paths are what the overlays make of the tree") {
    checker::ProveOptions options;
    options.no_expect = true;
    const std::map<std::string, std::string> pairs = {{"generic", "examples/conversion"},
                                                      {"generic-permit", "examples/conversion/permit"}};
    for (const auto& pair : pairs) {
        const checker::LoadedPath built_in = checker::load_path(pair.first);
        const checker::Result result = checker::prove(built_in, tree_with(pair.second), options).result;
        CHECK_MESSAGE(result.exit == checker::ExitCode::proved, pair.second);
        CHECK(result.differences.empty());
    }
}

TEST_CASE("what the overlay declares holds for the tree and itself only") {
    const checker::ProveOptions options;
    checker::LoadedPath tree = tree_with("");
    tree.tree = "another:arm64";
    CHECK(checker::prove(tree, tree_with(""), options).result.exit == checker::ExitCode::proved);
    checker::ProveOptions tracer;
    tracer.observers = {"tracer"};
    const checker::Result result = checker::prove(tree, tree_with("examples/conversion"), tracer).result;
    CHECK(verdict(result, "agreement.tracer") == checker::Verdict::refuted);
}

TEST_CASE("a step that is not switched off with its flag is reported again") {
    const Spoilt overlay("user_disable_single_step.c", "clear_task_syscall_work");
    CHECK(verdict(proved(overlay, "tracer"), "agreement.tracer") == checker::Verdict::refuted);
}

TEST_CASE("a register that the marker of the entry stop took from the task is missed by the user") {
    const Spoilt overlay("syscall_stop.h", "regs->regs[marker] = own;");
    CHECK(verdict(proved(overlay, "user"), "agreement.user") == checker::Verdict::refuted);
}
