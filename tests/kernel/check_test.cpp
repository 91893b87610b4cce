// SPDX-License-Identifier: MIT
// `check` on real source: every tree has what the table says and nothing else, and arm64's lifted entry breaks the same
// properties as the hand-built one. About 10 seconds.
#include "checker/check.h"
#include "tests/kernel/edited_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

CheckOptions quick() {
    CheckOptions options;
    options.side_conditions = false;
    options.expect = built_in_word;
    return options;
}

std::string tree(const std::string& rest) {
    const char* source = std::getenv("ENTRYPROOF_KERNEL_SOURCE");
    REQUIRE_MESSAGE(source != nullptr, "ENTRYPROOF_KERNEL_SOURCE names the tree");
    return "tree:" + std::string(source) + rest;
}

CheckedProperty checked(const LoadedPath& path, const std::string& id) {
    CheckOptions options = quick();
    options.properties = {id};
    return check_path(path, options).properties.at(0);
}

const CheckedProperty& find(const CheckResult& result, const std::string& id) {
    return *std::find_if(result.properties.begin(), result.properties.end(),
                         [&](const CheckedProperty& one) { return one.id == id; });
}

std::string verdicts(const CheckResult& result) {
    std::string text;
    for (const CheckedProperty& one : result.properties) text += one.id + " " + std::string(word(one.verdict)) + "\n";
    return text;
}

}  // namespace

TEST_CASE("7.3's arm64, lifted, is what the table says, and what the hand-built path is") {
    const CheckResult lifted = check_path(load_path(tree(":arm64")), quick());
    for (const std::string& stale : lifted.stale) FAIL_CHECK(stale);
    CHECK(lifted.exit == ExitCode::proved);
    CHECK(verdicts(lifted) == verdicts(check_path(load_path("legacy"), quick())));
}

TEST_CASE("7.3's arm64 on generic entry is what the table says, and what the hand-built path is") {
    const CheckResult converted = check_path(load_path(tree("+examples/conversion:arm64")), quick());
    for (const std::string& stale : converted.stale) FAIL_CHECK(stale);
    CHECK(converted.exit == ExitCode::proved);
    CHECK(verdicts(converted) == verdicts(check_path(load_path("generic"), quick())));
}

TEST_CASE("7.3's other architectures are what the table says") {
    for (const std::string arch : {"riscv", "loongarch", "x86"}) {
        const CheckResult found = check_path(load_path(tree(":" + arch)), quick());
        for (const std::string& stale : found.stale) FAIL_CHECK(arch << " " << stale);
        CHECK_MESSAGE(found.exit == ExitCode::proved, arch);
        CHECK_MESSAGE(
            find(found, "P23").verdict == (arch == "x86" ? PropertyVerdict::proved : PropertyVerdict::vacuous), arch);
    }
}

TEST_CASE("riscv's number is 64 bits wide where nobody watches") {
    const CheckedProperty number = checked(load_path(tree(":riscv")), "S14");
    REQUIRE(number.verdict == PropertyVerdict::refuted);
    CHECK((number.breach->scenario.initial.at("regs.a7") >> 32) != 0);
}

TEST_CASE("x86 needs the latch of user dispatch to be clear, and says so") {
    const LoadedPath path = load_path(tree(":x86"));
    const CheckedProperty closed = checked(path, "P18");
    CHECK(closed.verdict == PropertyVerdict::proved);
    CHECK(std::count(closed.assumptions.begin(), closed.assumptions.end(), "I5") == 1);
    CheckOptions options = quick();
    options.properties = {"P18"};
    options.drop_assumptions = {"I5"};
    CHECK(check_path(path, options).properties.at(0).verdict == PropertyVerdict::refuted);
}

TEST_CASE("a tree that is wrong in one line loses the property that the line is for") {
    const std::string traps = "arch/riscv/kernel/traps.c";
    const std::string saves = "regs->orig_a0 = regs->a0;";
    const auto riscv = [&](const std::vector<tests::Edit>& edits) {
        return tests::lifted_path("riscv", tests::edited(edits));
    };
    CHECK(checked(riscv({}), "P15").verdict == PropertyVerdict::proved);
    CHECK(checked(riscv({{traps, "void do_trap_ecall_u(", saves, ""}}), "P15").verdict == PropertyVerdict::refuted);
    CHECK(checked(riscv({{traps, "void do_trap_ecall_u(", "regs->a0 = -ENOSYS;", ""}}), "P13").verdict ==
          PropertyVerdict::refuted);
    const auto arm64 = [&](const std::vector<tests::Edit>& edits) {
        return tests::lifted_path("arm64", tests::edited(edits));
    };
    CHECK(checked(arm64({{"arch/arm64/kernel/ptrace.c", "report_syscall_entry(struct", "PTRACE_SYSCALL_ENTER",
                          "PTRACE_SYSCALL_EXIT"}}),
                  "P16")
              .verdict == PropertyVerdict::refuted);
}

TEST_CASE("of a tree before 7.3 nothing is said about the argument that a body reads") {
    LoadedPath path = load_path(tree(":arm64"));
    path.lifted->kernel_version = "6.12.1";
    CheckOptions options = quick();
    options.properties = {"P9", "S7", "S8"};
    options.expect.reset();
    const CheckResult found = check_path(path, options);
    CHECK(verdicts(found) == "P9 not covered\nS7 proved\nS8 not covered\n");
    CHECK(found.exit == ExitCode::nothing_modelled);
    CHECK(expectation_name(path) == "tree:arm64:6.12");
    path.lifted->kernel_version = "7.10.0";
    CHECK(verdicts(check_path(path, options)) == "P9 proved\nS7 proved\nS8 proved\n");
    CHECK(expectation_name(path) == "tree:arm64:7.10");
}
