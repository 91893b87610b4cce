// SPDX-License-Identifier: MIT
// Generic entry through the architectures that use it, on the real source: each tree against itself and against scratch
// changes to it. Changes to generic code that matter are refuted by the claim they break, equal rewritings are proved
// equal.
#include "tests/kernel/edited_tree.h"

#include "checker/error.h"

#include <map>

using namespace entryproof;
using tests::Edit;
using tests::shows;
using tests::verdict;

namespace {

const std::string entry_h = "include/linux/entry-common.h";
const std::string enter = "syscall_trace_enter(struct pt_regs *regs, unsigned long work,";

const checker::LoadedPath& unmodified(const std::string& arch) {
    static std::map<std::string, checker::LoadedPath> paths;
    const auto known = paths.find(arch);
    if (known != paths.end()) return known->second;
    return paths.emplace(arch, tests::lifted_path(arch, tests::kernel_tree())).first->second;
}

// With `observers` only they are asked about. What the others would see is then bounded: it can turn proved into
// unknown, which no test of a few observers relies on.
checker::Result proved(const std::string& arch, const std::vector<Edit>& edits,
                       const std::vector<std::string>& observers = {}) {
    checker::ProveOptions options;
    options.observers = observers;
    if (!observers.empty()) options.rlimit = 5'000'000;
    return checker::prove(unmodified(arch), tests::lifted_path(arch, tests::edited(edits)), options).result;
}

}  // namespace

TEST_CASE("a tree is equal to itself on every architecture, and no claim is about nothing") {
    for (const std::string arch : {"loongarch", "riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result = proved(arch, {});
        CHECK(result.exit == checker::ExitCode::proved);
        CHECK(result.claims.size() == 13);
        for (const checker::Claim& claim : result.claims)
            CHECK_MESSAGE(claim.verdict == checker::Verdict::proved, claim.name);
    }
}

TEST_CASE("a renamed local, an inverted if and an extracted helper in generic entry are proved equal") {
    const std::string work = "unsigned long work = READ_ONCE(current_thread_info()->syscall_work);";
    const std::vector<Edit> edits = {
        {entry_h, "void syscall_exit_to_user_mode_work(", work,
         "unsigned long todo = READ_ONCE(current_thread_info()->syscall_work);"},
        {entry_h, "void syscall_exit_to_user_mode_work(", "if (unlikely(work & SYSCALL_WORK_EXIT))",
         "if (unlikely(todo & SYSCALL_WORK_EXIT))"},
        {entry_h, "void syscall_exit_to_user_mode_work(", "syscall_exit_work(regs, work);",
         "syscall_exit_work(regs, todo);"},
        {entry_h, enter, "if (!__seccomp_permit_syscall())\n\t\t\treturn false;",
         "if (__seccomp_permit_syscall()) {\n\t\t} else {\n\t\t\treturn false;\n\t\t}"},
        {entry_h, enter, "work = READ_ONCE(current_thread_info()->syscall_work);", "work = our_word();"},
        {entry_h, "", "void trace_syscall_enter(struct pt_regs *regs);",
         "void trace_syscall_enter(struct pt_regs *regs);\n"
         "static inline unsigned long our_word(void)\n{\n"
         "\treturn READ_ONCE(current_thread_info()->syscall_work);\n}"}};
    for (const std::string arch : {"loongarch", "riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result = proved(arch, edits);
        CHECK(result.exit == checker::ExitCode::proved);
        CHECK(result.differences.empty());
    }
}

TEST_CASE("the work word that is not read again after the entry stop lets a filter be passed over") {
    for (const std::string arch : {"riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result =
            proved(arch, {{entry_h, enter, "work = READ_ONCE(current_thread_info()->syscall_work);", ""}}, {"seccomp"});
        CHECK(verdict(result, "agreement.seccomp") == checker::Verdict::refuted);
        CHECK(shows(result, "seccomp", "filter", "nothing"));
    }
}

TEST_CASE("the number that is not read again after the entry work is the wrong one for the body") {
    for (const std::string arch : {"riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result = proved(
            arch,
            {{entry_h, "bool syscall_enter_from_user_mode_work(", "*syscall = syscall_get_nr(current, regs);", ""}},
            {"kernel"});
        CHECK(verdict(result, "agreement.kernel") == checker::Verdict::refuted);
        CHECK(shows(result, "kernel", "body", "body", "nr"));
    }
}

TEST_CASE("the filter's verdict taken the wrong way round runs what was denied") {
    for (const std::string arch : {"riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result =
            proved(arch, {{entry_h, enter, "if (!__seccomp_permit_syscall())", "if (__seccomp_permit_syscall())"}},
                   {"kernel"});
        CHECK(verdict(result, "agreement.kernel") == checker::Verdict::refuted);
        CHECK(shows(result, "kernel", "nothing", "body"));
    }
}

TEST_CASE("a mask of the exit work that forgets the exit stop hides it") {
    for (const std::string arch : {"riscv", "x86"}) {
        CAPTURE(arch);
        const checker::Result result =
            proved(arch, {{entry_h, "#define SYSCALL_WORK_EXIT", "SYSCALL_WORK_SYSCALL_TRACE |", "0 |"}}, {"tracer"});
        CHECK(verdict(result, "agreement.tracer") == checker::Verdict::refuted);
        CHECK(verdict(result, "layout.mask.right") == checker::Verdict::refuted);
        CHECK(shows(result, "tracer", "exit stop", "nothing"));
    }
}

TEST_CASE("where 32-bit tasks are not modelled nobody can ask for them") {
    checker::ProveOptions options;
    options.drop_assumptions = {"native"};
    CHECK_THROWS_WITH_AS(checker::prove(unmodified("riscv"), unmodified("riscv"), options),
                         doctest::Contains("cannot be dropped"), checker::InputError);
}
