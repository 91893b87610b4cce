// SPDX-License-Identifier: MIT
// The conversion of examples/conversion as one patch among others on the real source: exactly the patches that change
// behaviour are said to. When each change shows is asked of prove_conversion_test.cpp, where it is declared.
// Needs ENTRYPROOF_KERNEL_SOURCE (see with-source.sh).
#include "checker/premerge/base.h"
#include "checker/premerge/judge.h"
#include "model/lift/overlay.h"
#include "spec/difference.h"
#include "tests/kernel/series_repository.h"

using namespace entryproof;
using namespace entryproof::checker;
using namespace entryproof::checker::premerge;
using tests::SeriesRepository;

namespace {

using Shapes = std::set<std::string>;

const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";
const std::string enter = "int syscall_trace_enter(", leave = "void syscall_trace_exit(";
const std::string step = "tracer: step report / nothing";

Shapes shapes_of(const Judgement& judgement) {
    Shapes shapes;
    for (const FoundChange& change : judgement.changes)
        shapes.insert(change.difference.observer + ": " + change.difference.left + " / " + change.difference.right);
    return shapes;
}

Shapes declared() {
    Shapes shapes;
    for (const spec::DeclaredDifference& one : spec::built_in_differences("legacy", "generic"))
        shapes.insert(one.observer + ": " + one.left + " / " + one.right);
    return shapes;
}

// The overlay over what the series has made of the tree so far.
void convert(const SeriesRepository& repository) {
    lift::MemoryTree now(&tests::kernel_tree());
    now.write(ptrace_c, repository.text("tree/" + ptrace_c));
    for (const auto& [path, file] : lift::apply_overlay(lift::read_overlay("examples/conversion"), now))
        repository.write(path, file.text);
    repository.run("git add -A && git commit -q -m 'arm64: entry: convert' -m 'No functional change.'");
}

}  // namespace

TEST_CASE("a conversion within a series: exactly the patches that change behaviour") {
    const SeriesRepository repository;
    repository.commit("arm64: ptrace: rename a local", "No functional change.",
                      {{ptrace_c, enter, "int ret;", "int rc;"},
                       {ptrace_c, enter, "ret = report", "rc = report"},
                       {ptrace_c, enter, "if (ret ||", "if (rc ||"}});
    repository.commit("arm64: ptrace: no step report under SYSEMU",
                      "A tracer that uses PTRACE_SYSEMU_SINGLESTEP sees no report at syscall exit any more.",
                      {{ptrace_c, leave, "if (flags & (_TIF_SYSCALL_TRACE | _TIF_SINGLESTEP))",
                        "if ((flags & _TIF_SYSCALL_TRACE) || ((flags & _TIF_SINGLESTEP) &&\n"
                        "\t    !(flags & _TIF_SYSCALL_EMU)))"}});
    convert(repository);
    repository.commit("arm64: syscall: comment", "No functional change.",
                      {{"arch/arm64/kernel/syscall.c", "", "void do_el0_svc(", "/* ours */\nvoid do_el0_svc("}});

    const PostedSeries posted = series_of(GitRepository(repository.tree()).range("base..main"));
    const JudgedSeries series = judge(posted, tree_base(std::getenv("ENTRYPROOF_KERNEL_SOURCE"), "arm64"), {});
    REQUIRE(series.patches.size() == 4);
    CHECK(series.patches[0].judgement.verdict == PatchVerdict::unchanged);
    CHECK(series.patches[3].judgement.verdict == PatchVerdict::untouched);
    CHECK(series.first_change == 2);
    CHECK(series.patches[2].statements.at(0).verdict == ClaimVerdict::refuted);

    CHECK(shapes_of(series.patches[1].judgement) == Shapes{step});
    Shapes both = shapes_of(series.patches[2].judgement);
    CHECK(both.count(step) == 0);
    both.insert(step);
    CHECK(both == declared());
    CHECK(shapes_of(series.sum) == declared());
}
