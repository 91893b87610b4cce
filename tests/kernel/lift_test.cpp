// SPDX-License-Identifier: MIT
// The real arm64 tree through the lifter, and scratch changes to it laid over in memory.
// Needs ENTRYPROOF_KERNEL_SOURCE (see with-source.sh). No kernel text is kept here: changes are made by pattern.
#include "model/lift/lift.h"

#include "model/environment/environment.h"
#include "model/ir/printer.h"
#include "model/ir/validator.h"
#include "model/kernel/interface.h"
#include "tests/kernel/edited_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace entryproof;
using tests::kernel_tree;

namespace {

const std::string syscall_file = "arch/arm64/kernel/syscall.c";
const std::string thread_info = "arch/arm64/include/asm/thread_info.h";
const std::string tracing = "arch/arm64/kernel/ptrace.c";

std::string source(const std::string& path) {
    const auto text = kernel_tree().read(path);
    REQUIRE_MESSAGE(text.has_value(), path);
    return *text;
}

// The real file with the first `from` after `after` replaced.
lift::MemoryTree changed(const std::string& path, const std::string& after, const std::string& from,
                         const std::string& to) {
    std::string text = source(path);
    const std::size_t start = text.find(after);
    const std::size_t at = start == std::string::npos ? start : text.find(from, start);
    REQUIRE_MESSAGE(at != std::string::npos, (path + " no longer holds: " + from));
    lift::MemoryTree tree(&kernel_tree());
    tree.write(path, text.replace(at, from.size(), to));
    return tree;
}

std::string ir_text(const lift::SourceTree& tree) { return ir::to_string(lift::lift({}, tree).program); }

std::string error(const lift::SourceTree& tree) {
    try {
        lift::lift({}, tree);
        return "lifted";
    } catch (const lift::LiftError& error) {
        return error.file + ":" + std::to_string(error.line) + ": " + error.reason;
    }
}

unsigned line_of(const std::string& path, const std::string& after, const std::string& part) {
    const std::string text = source(path);
    const auto at = static_cast<std::ptrdiff_t>(text.find(part, text.find(after)));
    return static_cast<unsigned>(std::count(text.begin(), text.begin() + at, '\n')) + 1;
}

}  // namespace

TEST_CASE("the unmodified tree is lifted, and valid once the environment is linked") {
    const lift::Lifted all = lift::lift({}, kernel_tree());
    for (const kernel::Signature& signature : kernel::path_functions()) {
        CAPTURE(signature.name);
        CHECK(all.program.functions.count(signature.name) == 1);
    }
    const ir::Program whole = environment::with_environment(all.program, environment::addressed_registers(all.program));
    for (const ir::Flaw& flaw : ir::validate(whole)) FAIL_CHECK(flaw.function << ": " << flaw.message);
}

TEST_CASE("lifting is deterministic") { CHECK(ir_text(kernel_tree()) == ir_text(kernel_tree())); }

TEST_CASE("the entry path is found in the files it lives in") {
    const lift::Lifted all = lift::lift({}, kernel_tree());
    const auto file_of = [&](const std::string& name) {
        for (const lift::LiftedFunction& function : all.functions)
            if (function.name == name) return function.file;
        return std::string("not lifted");
    };
    CHECK(file_of("el0_svc") == "arch/arm64/kernel/entry-common.c");
    CHECK(file_of("el0_svc_common") == syscall_file);
    CHECK(file_of("syscall_trace_enter") == tracing);
    CHECK(file_of("ptrace_resume") == "kernel/ptrace.c");
    CHECK(file_of("user_enable_single_step") == "arch/arm64/kernel/debug-monitors.c");
    CHECK(file_of("rseq_syscall") == "kernel/rseq.c");
    CHECK(file_of("el0_svc_compat") == "arch/arm64/kernel/entry-common.c");
    CHECK(file_of("do_el0_svc_compat") == syscall_file);
    CHECK(file_of("el0_bkpt32") == "not lifted");
}

TEST_CASE("options that the user decides are cells, those of generic entry are not") {
    const lift::Lifted all = lift::lift({}, kernel_tree());
    for (const char* option :
         {"CONFIG_COMPAT", "CONFIG_DEBUG_RSEQ", "CONFIG_SECCOMP", "CONFIG_AUDITSYSCALL", "NR_syscalls"}) {
        CAPTURE(option);
        CHECK(all.program.cells.count(option) == 1);
    }
    CHECK(all.program.cells.count("CONFIG_GENERIC_ENTRY") == 0);
    CHECK(all.program.cells.count("thread_info.syscall_work") == 0);
}

TEST_CASE("the work mask of the real header holds exactly its five flags") {
    const lift::Lifted all = lift::lift({}, kernel_tree());
    std::uint64_t sum = 0;
    for (const ir::FlagMask& mask : all.program.flag_masks) {
        if (mask.name != "_TIF_SYSCALL_WORK") continue;
        for (const std::string& member : mask.members)
            for (const ir::FlagBit& bit : all.program.flag_bits)
                if (bit.name == member) sum |= std::uint64_t{1} << bit.bit;
        CHECK(mask.value == sum);
        CHECK(mask.members.size() == 5);
    }
    CHECK(sum != 0);
}

TEST_CASE("an unknown function on the path is refused with its line") {
    const lift::MemoryTree tree =
        changed(syscall_file, "invoke_syscall(struct", "add_random_kstack_offset", "frobnicate");
    CHECK(error(tree) ==
          syscall_file + ":" +
              std::to_string(line_of(syscall_file, "invoke_syscall(struct", "add_random_kstack_offset")) +
              ": unknown function frobnicate");
}

TEST_CASE("an unknown macro on the path is refused with its line") {
    const lift::MemoryTree tree = changed(syscall_file, "el0_svc_common(", "_TIF_MTE_ASYNC_FAULT", "_TIF_NO_SUCH_FLAG");
    CHECK(error(tree) == syscall_file + ":" +
                             std::to_string(line_of(syscall_file, "el0_svc_common(", "_TIF_MTE_ASYNC_FAULT")) +
                             ": unknown name _TIF_NO_SUCH_FLAG");
}

TEST_CASE("a loop, assembly or broken text on the path is refused in its file") {
    const std::string at = "if (has_syscall_work(flags))";
    for (const char* instead : {"while (has_syscall_work(flags))", "asm(\"nop\"); if (has_syscall_work(flags))",
                                "if (has_syscall_work(flags)"}) {
        CAPTURE(instead);
        CHECK(error(changed(syscall_file, "el0_svc_common(", at, instead)).rfind(syscall_file + ":", 0) == 0);
    }
}

TEST_CASE("the same damage off the path changes nothing") {
    lift::MemoryTree tree(&kernel_tree());
    tree.write(syscall_file, source(syscall_file) + "\nvoid nobody(void) { while (1) frobnicate(; asm(\"nop\") }\n");
    tree.write(tracing, source(tracing) + "\nint nobody_either(void) { return NO_SUCH_MACRO(1; }\n");
    CHECK(ir_text(tree) == ir_text(kernel_tree()));
}

TEST_CASE("a statement taken off the path changes the program") {
    const lift::MemoryTree tree = changed(syscall_file, "el0_svc_common(", "regs->orig_x0 = regs->regs[0];", "");
    CHECK(ir_text(tree) != ir_text(kernel_tree()));
}

TEST_CASE("a flag that moves onto another is lifted as it stands, for the layout obligations to find") {
    const lift::MemoryTree tree = changed(thread_info, "#define TIF_SECCOMP", "11", "10");
    const lift::Lifted all = lift::lift({}, tree);
    const auto on_10 = std::count_if(all.program.flag_bits.begin(), all.program.flag_bits.end(),
                                     [](const ir::FlagBit& bit) { return bit.bit == 10; });
    CHECK(on_10 == 2);
}

TEST_CASE("a field of another type than its cell is refused") {
    CHECK(error(changed("arch/arm64/include/asm/ptrace.h", "struct pt_regs {", "s32 syscallno", "u64 syscallno"))
              .find("declares syscallno as uint64_t") != std::string::npos);
}

TEST_CASE("a setter that is no longer there is refused") {
    const lift::MemoryTree tree =
        changed("kernel/ptrace.c", "static int ptrace_resume(", "static int ptrace_resume(", "static int resume(");
    CHECK(error(tree) == "kernel/ptrace.c:0: the function ptrace_resume was not found");
}

TEST_CASE("a tree without Makefile and Kconfig is lifted, with notes") {
    lift::MemoryTree tree(&kernel_tree());
    for (const char* path : {"Makefile", "arch/arm64/Kconfig", "arch/Kconfig", "init/Kconfig", "kernel/trace/Kconfig",
                             "security/Kconfig", "lib/Kconfig.debug"})
        tree.remove(path);
    const lift::Lifted all = lift::lift({}, tree);
    CHECK(all.kernel_version == "unknown");
    CHECK(all.notes.size() > 6);
    CHECK(all.program.cells.count("thread_info.syscall_work") == 0);
}
