// SPDX-License-Identifier: MIT
// A whole toy tree through the lifter: what comes out, and what each kind of damage to it is told as.
#include "model/lift/lift.h"

#include "model/ir/printer.h"
#include "model/kernel/interface.h"
#include "tests/model/lift/toy_tree.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace entryproof;
using toy_tree::replaced;

namespace {

lift::Lifted lifted(const lift::SourceTree& tree) { return lift::lift({}, tree); }

lift::Lifted with(const std::string& path, const std::string& text) {
    lift::MemoryTree tree = toy_tree::make();
    tree.write(path, text);
    return lifted(tree);
}

lift::Lifted with_entry(const std::string& from, const std::string& to) {
    return with(toy_tree::entry, replaced(toy_tree::entry_text, from, to));
}

// "file:line:column: reason", or "lifted".
template <typename Lift>
std::string told(Lift&& lift_it) {
    try {
        lift_it();
        return "lifted";
    } catch (const lift::LiftError& error) {
        return error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.reason;
    }
}

std::string entry_error(const std::string& from, const std::string& to) {
    return told([&] { with_entry(from, to); });
}

const ir::FlagMask& mask(const lift::Lifted& lifted, const std::string& name) {
    const auto& masks = lifted.program.flag_masks;
    return *std::find_if(masks.begin(), masks.end(), [&](const ir::FlagMask& mask) { return mask.name == name; });
}

}  // namespace

TEST_CASE("every function that the environment calls is provided") {
    const lift::Lifted all = lifted(toy_tree::make());
    for (const kernel::Signature& signature : kernel::path_functions()) {
        CAPTURE(signature.name);
        const bool is_there = all.program.functions.count(signature.name) == 1;
        REQUIRE((is_there || !signature.only_with.empty()));
        if (!is_there) continue;
        CHECK(all.program.functions.at(signature.name).result == signature.result);
    }
    CHECK(all.program.entry == "el0_svc");
}

TEST_CASE("a statement tells the file, line and column of its C") {
    const lift::Lifted all = lifted(toy_tree::make());
    const ir::Statement& save = all.program.functions.at("el0_svc").body[1];
    CHECK(save.source.file == toy_tree::entry);
    CHECK(save.source.function == "el0_svc");
    CHECK(save.source.line == 6);
    CHECK(save.source.column == 2);
}

TEST_CASE("a setter of one flag is the tree's own macro with a pasted name") {
    const std::string text = ir::to_string(lifted(toy_tree::make()).program.functions.at("set_flag._.11"));
    CHECK(text.find("thread_info.flags := (thread_info.flags | 0x800:64)") != std::string::npos);
}

TEST_CASE("flags are numbered and masks evaluated from the header") {
    const lift::Lifted all = lifted(toy_tree::make());
    const auto& bits = all.program.flag_bits;
    REQUIRE(bits.size() == 8);
    CHECK(bits[0].name == "TIF_MTE_ASYNC_FAULT");
    CHECK(bits[0].bit == 6);
    CHECK(bits[0].source.line == 7);
    CHECK(mask(all, "_TIF_SYSCALL_WORK").value == 0x1f00);
    CHECK(mask(all, "_TIF_SYSCALL_WORK").members.size() == 5);
}

TEST_CASE("two flags with one number and a mask without its flag are kept for the layout obligations to find") {
    const std::string moved = replaced(toy_tree::header_text, "TIF_SECCOMP 11", "TIF_SECCOMP 8");
    const lift::Lifted all = with(toy_tree::header, replaced(moved, "0x1e <<", "0x16 <<"));
    const auto on_8 = std::count_if(all.program.flag_bits.begin(), all.program.flag_bits.end(),
                                    [](const ir::FlagBit& bit) { return bit.bit == 8; });
    CHECK(on_8 == 2);
    CHECK(mask(all, "_TIF_SYSCALL_WORK").value == 0x1700);
}

TEST_CASE("the version is read from the Makefile, and its absence is a note") {
    lift::MemoryTree tree = toy_tree::make();
    CHECK(lifted(tree).kernel_version == "unknown");
    const std::vector<std::string> notes = lifted(tree).notes;
    CHECK(std::find(notes.begin(), notes.end(), "Makefile is missing: the version of the kernel is not known") !=
          notes.end());
    tree.write("Makefile", "# x\nVERSION = 7\nPATCHLEVEL = 3\nSUBLEVEL = 4\n");
    CHECK(lifted(tree).kernel_version == "7.3.4");
}

TEST_CASE("what is lifted is listed with its lines, options and hooks") {
    const lift::Lifted all = lifted(toy_tree::make());
    const auto svc = std::find_if(all.functions.begin(), all.functions.end(),
                                  [](const lift::LiftedFunction& function) { return function.name == "el0_svc"; });
    REQUIRE(svc != all.functions.end());
    CHECK(svc->first_line == 2);
    CHECK(svc->last_line == 10);
    CHECK(svc->hooks == std::set<std::string>{"arm64_syscall_exit_to_user_mode", "trace_sys_enter"});
    CHECK(svc->hash.size() == 16);
}

TEST_CASE("the hash of a function changes with its text and only then") {
    const auto hash = [](const lift::Lifted& lifted) {
        for (const lift::LiftedFunction& function : lifted.functions)
            if (function.name == "el0_svc") return function.hash;
        return std::string();
    };
    const std::string before = hash(lifted(toy_tree::make()));
    CHECK(hash(with_entry("regs[0]", "regs[1]")) != before);
    CHECK(hash(with_entry("#include", "// a comment before\n#include")) == before);
}

TEST_CASE("a call without effect is dropped and listed with its place and reason") {
    const lift::Lifted all = with_entry("\tregs->orig_x0", "\tlocal_daif_restore(0);\n\tregs->orig_x0");
    REQUIRE(all.abstracted.size() == 1);
    CHECK(all.abstracted[0].construct == "local_daif_restore");
    CHECK(all.abstracted[0].line == 6);
    CHECK(all.abstracted[0].why == "interrupt masking");
}

TEST_CASE("an effect inside a dropped call is refused") {
    CHECK(entry_error("\tregs->orig_x0 =", "\tlocal_daif_restore(regs->pc++);\n\tregs->orig_x0 =") ==
          toy_tree::entry + ":6:21: an effect in the argument of a call that is dropped is not supported");
}

TEST_CASE("an unknown function on the path is refused where it is called") {
    CHECK(entry_error("\tregs->orig_x0 =", "\tfrobnicate(regs);\n\tregs->orig_x0 =") ==
          toy_tree::entry + ":6:2: unknown function frobnicate");
}

TEST_CASE("an unknown function off the path changes nothing") {
    const std::string plain = ir::to_string(lifted(toy_tree::make()).program);
    const std::string text = std::string(toy_tree::entry_text) + "void other(void) { frobnicate(%%% ; }\n";
    CHECK(ir::to_string(with(toy_tree::entry, text).program) == plain);
}

TEST_CASE("an unknown macro on the path is refused where it is used") {
    CHECK(entry_error("flags & _TIF_SYSCALL_WORK", "flags & _TIF_NOTHING") ==
          toy_tree::entry + ":7:23: unknown name _TIF_NOTHING");
}

TEST_CASE("a field without a cell is refused") {
    CHECK(entry_error("regs->orig_x0 =", "regs->stackframe =") ==
          toy_tree::entry + ":6:2: struct pt_regs has no cell for stackframe");
}

TEST_CASE("a field that the tree declares with another type than its cell is refused") {
    const std::string text = replaced(toy_tree::header_text, "s32 syscallno", "u32 syscallno");
    CHECK(told([&] { with(toy_tree::header, text); }).find("struct pt_regs declares syscallno as uint32_t") !=
          std::string::npos);
}

TEST_CASE("a hook whose arguments changed is refused") {
    CHECK(entry_error("trace_sys_enter(regs, regs->syscallno)", "trace_sys_enter(regs)") ==
          toy_tree::entry + ":8:3: the hook trace_sys_enter takes 1 values");
}

TEST_CASE("a path function with another signature is refused") {
    const std::string text = replaced(toy_tree::resume_text, "long request", "int request");
    CHECK(told([&] { with(toy_tree::resume, text); }) ==
          toy_tree::resume + ":2:12: ptrace_resume takes other parameters than expected");
}

TEST_CASE("a path function that is missing is refused by name") {
    CHECK(told([&] { with(toy_tree::resume, "\n"); }) ==
          toy_tree::resume + ":0:0: the function ptrace_resume was not found");
}

TEST_CASE("a path function that exists only under an option is refused") {
    const std::string text = "#ifdef CONFIG_FOO\n" + std::string(toy_tree::tracing_text) + "#endif\n";
    CHECK(told([&] { with(toy_tree::tracing, text); }).find("exists only for some options") != std::string::npos);
}

TEST_CASE("a tree without its entry file is refused, not taken for an empty one") {
    CHECK(told([] { lift::lift({}, lift::MemoryTree()); }) == toy_tree::entry + ":0:0: the file is missing");
}

TEST_CASE("another architecture is refused until it has an entry") {
    lift::LiftOptions options;
    options.arch = "m68k";
    CHECK(told([&] { lift::lift(options, toy_tree::make()); }).find("no entry point is known") != std::string::npos);
}

TEST_CASE("a hook that the tree declares otherwise than expected is refused, naming both") {
    const std::string call =
        replaced(toy_tree::entry_text, "\tregs->orig_x0 =", "\tptrace_notify(5, 0);\n\tregs->orig_x0 =");
    const std::string expected = "the vocabulary expects int ptrace_notify(int exit_code, unsigned long message)";
    const auto with_declaration = [&](const std::string& declaration) {
        return told([&] { with(toy_tree::entry, declaration + call); });
    };
    CHECK(with_declaration("extern int ptrace_notify(int exit_code, unsigned long);\n") == "lifted");
    CHECK(with_declaration("extern int ptrace_notify(int exit_code);\n") ==
          toy_tree::entry + ":1:12: ptrace_notify is declared as int32_t ptrace_notify(int32_t), " + expected);
    CHECK(with_declaration("void ptrace_notify(int, unsigned long);\n").find(expected) != std::string::npos);
    CHECK(with_declaration("static inline int ptrace_notify(long code, unsigned long message)\n{\n\treturn 0;\n}\n")
              .find("int32_t ptrace_notify(int64_t, uint64_t), " + expected) != std::string::npos);
    CHECK(with_declaration("#ifdef CONFIG_X\nint ptrace_notify(int);\n#endif\n").find(expected) != std::string::npos);
}

TEST_CASE("a call that is dropped is looked at too, and of a macro the number of its parameters") {
    const std::string call =
        replaced(toy_tree::entry_text, "\tregs->orig_x0 =", "\tlocal_daif_restore(0);\n\tregs->orig_x0 =");
    CHECK(told([&] { with(toy_tree::entry, "static inline void local_daif_restore(u32 flags);\n" + call); })
              .find("local_daif_restore is declared as void local_daif_restore(uint32_t), the vocabulary expects void "
                    "local_daif_restore(unsigned long flags)") != std::string::npos);
    CHECK(told([&] {
              with(toy_tree::entry, "#define READ_ONCE(x, y) (x)\n" + std::string(toy_tree::entry_text));
          }).find("READ_ONCE is declared as a macro with 2 parameters, the vocabulary expects type READ_ONCE(place)") !=
          std::string::npos);
    CHECK(told([&] { with(toy_tree::entry, "#define READ_ONCE(x) (x)\n" + std::string(toy_tree::entry_text)); }) ==
          "lifted");
}

TEST_CASE("a setter of one flag has the hash of the macro's text, not of nothing") {
    const auto hash = [](const lift::Lifted& lifted, const std::string& name) {
        for (const lift::LiftedFunction& function : lifted.functions)
            if (function.name == name) return function.hash;
        return std::string();
    };
    const std::string name = "set_task_syscall_work.SECCOMP";
    const std::string before = hash(lifted(toy_tree::make()), name);
    const std::string changed = replaced(toy_tree::header_text, "#define set_task_syscall_work(t, fl) set_flag(",
                                         "#define set_task_syscall_work(t, fl) clear_flag(");
    CHECK(before != hash(with(toy_tree::header, changed), name));
    CHECK(before != hash(lifted(toy_tree::make()), "clear_task_syscall_work.SECCOMP"));
}
