// SPDX-License-Identifier: MIT
// The lifted tree beside the hand-built legacy path, in the interpreter: the same random syscalls must show the same to
// every observer. (That they always do is for prove; this is cheap and finds gross faults of either.)
#include "checker/disagreement.h"
#include "model/lift/lift.h"
#include "model/paths/paths.h"
#include "tests/checker/fair_oracle.h"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace entryproof;

namespace {

constexpr unsigned runs = 3000;

ir::Program lifted(const std::string& path = "", const std::string& from = "", const std::string& to = "") {
    const char* folder = std::getenv("ENTRYPROOF_KERNEL_SOURCE");
    REQUIRE_MESSAGE(folder != nullptr, "run through tests/kernel/with-source.sh");
    const lift::FolderTree tree(folder);
    lift::MemoryTree laid_over(&tree);
    if (!path.empty()) {
        std::string text = tree.read(path).value();
        REQUIRE_MESSAGE(text.find(from) != std::string::npos, from);
        laid_over.write(path, text.replace(text.find(from), from.size(), to));
    }
    return lift::lift({}, laid_over).program;
}

// The same for every program, cell by cell. DEBUG_RSEQ depends on RSEQ, which the lifter leaves to Kconfig.
checker::Values start(const ir::Program& program, std::uint64_t seed) {
    checker::Values values;
    for (const auto& [name, cell] : program.cells)
        values[name] = tests::FairOracle::value(tests::mix(tests::mix(0, seed), name), name, cell.width);
    values["CONFIG_DEBUG_RSEQ"] &= values["CONFIG_RSEQ"];
    if (program.cells.count("CONFIG_RSEQ") == 0) values.erase("CONFIG_RSEQ");
    return values;
}

// How many of the random syscalls some observer can tell apart.
unsigned differing(const ir::Program& left_path, const ir::Program& right_path) {
    environment::AddressedRegisters addressed = environment::addressed_registers(left_path);
    addressed.merge(environment::addressed_registers(right_path));
    const ir::Program left = environment::with_environment(
        left_path, addressed, environment::AfterExitWork::deliver_signals, environment::Tasks::all);
    const ir::Program right = environment::with_environment(
        right_path, addressed, environment::AfterExitWork::deliver_signals, environment::Tasks::all);
    unsigned count = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        const checker::Values left_start = start(left, seed), right_start = start(right, seed);
        tests::FairOracle left_oracle(seed), right_oracle(seed);
        const auto found = checker::disagreements(checker::interpret(left, left_start, left_oracle),
                                                  checker::interpret(right, right_start, right_oracle));
        if (found.empty()) continue;
        if (++count == 1) MESSAGE("seed " << seed << ", observer " << found.front().observer);
    }
    return count;
}

}  // namespace

TEST_CASE("the lifted path and the hand-built legacy path show the same in every random syscall") {
    CHECK(differing(paths::built_in_path("legacy").value(), lifted()) == 0);
}

TEST_CASE("a lifted path whose entry forgets to save argument 0 is told apart") {
    CHECK(differing(paths::built_in_path("legacy").value(),
                    lifted("arch/arm64/kernel/syscall.c", "regs->orig_x0 = regs->regs[0];", "")) > 0);
}

TEST_CASE("a lifted path that takes the filter's verdict the wrong way round is told apart") {
    CHECK(differing(paths::built_in_path("legacy").value(),
                    lifted("arch/arm64/kernel/ptrace.c", "if (!seccomp_permit_syscall())",
                           "if (seccomp_permit_syscall())")) > 0);
}
