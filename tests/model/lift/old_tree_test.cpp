// SPDX-License-Identifier: MIT
// Trees of other versions: old names of hooks, functions that came later, flags whose text an option decides.
#include "model/ir/printer.h"
#include "tests/model/lift/toy_tree.h"

#include <doctest/doctest.h>

using namespace entryproof;
using toy_tree::replaced;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

lift::Lifted lifted(const lift::MemoryTree& tree) { return lift::lift({}, tree); }

// The reason for which the tree is refused; "" when it is lifted.
std::string refusal(const lift::MemoryTree& tree) {
    try {
        lifted(tree);
    } catch (const lift::LiftError& error) {
        return error.reason;
    }
    return "";
}

// Its exit work has the old name, declared like this.
lift::MemoryTree with_old_name(const std::string& declaration) {
    const std::string renamed = replaced(toy_tree::entry_text, "arm64_syscall_exit_to_user_mode", "exit_to_user_mode");
    lift::MemoryTree tree = toy_tree::make();
    tree.write(toy_tree::entry,
               replaced(renamed, "static void noinstr el0_svc", declaration + "\nstatic void el0_svc"));
    return tree;
}

lift::MemoryTree without_orig_x0(const std::string& makefile) {
    lift::MemoryTree tree = toy_tree::make();
    tree.write(toy_tree::tracing, "#include <asm/thread_info.h>\n");
    tree.write("Makefile", makefile);
    return tree;
}

lift::MemoryTree with_flag(const std::string& text) {
    lift::MemoryTree tree = toy_tree::make();
    tree.write(toy_tree::header, replaced(toy_tree::header_text, "#define TIF_SECCOMP 11", text));
    return tree;
}

}  // namespace

TEST_CASE("the old name of a hook is that hook, when it is declared as it was") {
    const std::string old = "static void exit_to_user_mode(struct pt_regs *regs) { }";
    const std::string text = ir::to_string(lifted(with_old_name(old)).program.functions.at("el0_svc"));
    CHECK(contains(text, "call arm64_syscall_exit_to_user_mode()"));
    CHECK(contains(refusal(with_old_name("static void exit_to_user_mode(void) { }")),
                   "exit_to_user_mode is declared as"));
}

TEST_CASE("a function that came later may be missing of an older tree only, and the notes say so") {
    const std::string name = "update_syscall_orig_x0_after_ptrace";
    const lift::Lifted old = lifted(without_orig_x0("VERSION = 6\nPATCHLEVEL = 1\n"));
    CHECK(old.program.functions.at(name).body.empty());
    bool is_noted = false;
    for (const std::string& note : old.notes) is_noted = is_noted || contains(note, "has no " + name);
    CHECK(is_noted);
    CHECK(contains(refusal(without_orig_x0("VERSION = 6\nPATCHLEVEL = 12\n")), name + " was not found"));
    CHECK(contains(refusal(without_orig_x0("VERSION = 7\nPATCHLEVEL = 0\n")), name + " was not found"));
    CHECK(contains(refusal(without_orig_x0("")), name + " was not found"));
}

TEST_CASE("a flag may be written twice when both texts mean the same number") {
    const std::string twice = "#ifdef CONFIG_SMP\n#define TIF_SECCOMP (10 + 1)\n#else\n#define TIF_SECCOMP 11\n#endif";
    CHECK(refusal(with_flag(twice)).empty());
    CHECK(contains(refusal(with_flag(replaced(twice, "10 + 1", "10 + 2"))), "TIF_SECCOMP"));
    const std::string inside =
        "#ifdef CONFIG_SMP\n#define OURS 11\n#else\n#define OURS 11u\n#endif\n"
        "#define TIF_SECCOMP OURS";
    CHECK(refusal(with_flag(inside)).empty());
    CHECK(refusal(with_flag(replaced(inside, "11u", "12"))) == "what TIF_SECCOMP is depends on CONFIG_SMP");
}
