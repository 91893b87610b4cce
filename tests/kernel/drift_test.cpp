// SPDX-License-Identifier: MIT
// `lift --drift` on the source that the built-in path was written from, and on scratch changes to it.
#include "checker/drift.h"
#include "tests/kernel/edited_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace entryproof;
using checker::Moved;
using tests::kernel_tree;

namespace {

const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";

checker::Drift drift(const std::string& path = "", const std::string& after = "", const std::string& from = "",
                     const std::string& to = "") {
    lift::MemoryTree tree(&kernel_tree());
    if (!path.empty()) {
        std::string text = kernel_tree().read(path).value();
        const std::size_t at = text.find(from, text.find(after));
        REQUIRE_MESSAGE(at != std::string::npos, (path + " no longer holds: " + from));
        tree.write(path, text.replace(at, from.size(), to));
    }
    const lift::Lifted lifted = lift::lift({}, tree);
    return checker::drift_of({"tree", "tree:arm64", "source", lifted.program, lifted, {}});
}

// "function: word" of what is not the same, those that are new left out: the lifter may have learnt them since.
std::string moved(const checker::Drift& drift) {
    std::string text;
    for (const checker::MovedFunction& row : drift.functions)
        if (row.moved != Moved::added) text += row.function + ": " + checker::word(row.moved) + "\n";
    return text;
}

}  // namespace

TEST_CASE("the source that the model was written from has not moved, and a change to it is named") {
    const checker::Drift none = drift();
    if (none.release != "7.3.4") return;  // another kernel is tested: that it moves is no fault
    CHECK(none.model == "legacy");
    CHECK(none.same > 60);
    CHECK(moved(none) == "");
    CHECK(moved(drift(ptrace_c, "int syscall_trace_enter(", "ret ||", "!ret ||")) == "syscall_trace_enter: changed\n");
    CHECK(moved(drift(ptrace_c, "int syscall_trace_enter(", "int ret;", "int ret;\n\n\t/* ours */")) ==
          "syscall_trace_enter: other text, same steps\n");
    const checker::Drift renumbered = drift("arch/arm64/include/asm/thread_info.h", "#define TIF_SECCOMP", "11", "31");
    CHECK(moved(renumbered).rfind("flag layout: changed\n", 0) == 0);
}
