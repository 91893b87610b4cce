// SPDX-License-Identifier: MIT
// examples/conversion on the real source: every edit finds what it names, and what comes out lifts as generic entry
// with our hooks. Needs ENTRYPROOF_KERNEL_SOURCE (see with-source.sh).
#include "model/lift/lift.h"
#include "model/lift/overlay.h"
#include "tests/kernel/edited_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

using namespace entryproof;
using tests::kernel_tree;

namespace {

using Files = std::map<std::string, lift::OverlaidFile>;

lift::Lifted lifted(const Files& files) {
    lift::MemoryTree tree(&kernel_tree());
    for (const auto& [path, file] : files) tree.write(path, file.text);
    return lift::lift({}, tree);
}

Files applied(const lift::Overlay& overlay) { return lift::apply_overlay(overlay, kernel_tree()); }

std::string place_of(const lift::Lifted& lifted, const std::string& function) {
    for (const lift::LiftedFunction& one : lifted.functions)
        if (one.name == function) return one.file;
    return "not lifted";
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// What lifting says when the edit that names `name` is left out.
std::string refusal_without(const std::string& name) {
    lift::Overlay overlay = lift::read_overlay("examples/conversion");
    const auto is_it = [&](const lift::OverlayEdit& edit) { return edit.name == name; };
    REQUIRE_MESSAGE(std::count_if(overlay.edits.begin(), overlay.edits.end(), is_it) == 1, name);
    overlay.edits.erase(std::remove_if(overlay.edits.begin(), overlay.edits.end(), is_it), overlay.edits.end());
    try {
        lifted(applied(overlay));
    } catch (const lift::LiftError& error) {
        return error.file + ": " + error.reason;
    }
    return "lifted";
}

}  // namespace

TEST_CASE("the converted source is lifted as generic entry with our hooks") {
    const lift::Lifted converted = lifted(applied(lift::read_overlay("examples/conversion")));
    const std::string entry_h = "include/linux/entry-common.h";
    CHECK(place_of(converted, "syscall_trace_enter") == entry_h);
    CHECK(place_of(converted, "syscall_exit_to_user_mode_work") == entry_h);
    CHECK(place_of(converted, "trace_syscall_enter") == "kernel/entry/syscall-common.c");
    CHECK(place_of(converted, "el0_svc_common") == "arch/arm64/kernel/el0_svc_common.c");
    CHECK(place_of(converted, "arch_ptrace_report_syscall_exit") == "arch/arm64/include/asm/syscall_stop.h");
    CHECK(place_of(converted, "user_enable_single_step") == "arch/arm64/kernel/user_enable_single_step.c");
    CHECK(place_of(converted, "report_syscall_exit") == "not lifted");
}

TEST_CASE("the work flags of the converted source are the eight of generic entry, and no thread flags") {
    const lift::Lifted converted = lifted(applied(lift::read_overlay("examples/conversion")));
    std::vector<std::string> work;
    for (const ir::FlagBit& bit : converted.program.flag_bits) {
        CHECK(bit.name.rfind("TIF_SYSCALL_", 0) != 0);
        if (bit.word == "thread_info.syscall_work") work.push_back(bit.name);
    }
    CHECK(work == std::vector<std::string>{"SYSCALL_WORK_BIT_SECCOMP", "SYSCALL_WORK_BIT_SYSCALL_TRACEPOINT",
                                           "SYSCALL_WORK_BIT_SYSCALL_TRACE", "SYSCALL_WORK_BIT_SYSCALL_EMU",
                                           "SYSCALL_WORK_BIT_SYSCALL_AUDIT", "SYSCALL_WORK_BIT_SYSCALL_USER_DISPATCH",
                                           "SYSCALL_WORK_BIT_SYSCALL_EXIT_TRAP",
                                           "SYSCALL_WORK_BIT_SYSCALL_RSEQ_SLICE"});
    const auto has_mask = [&](const std::string& name) {
        return std::any_of(converted.program.flag_masks.begin(), converted.program.flag_masks.end(),
                           [&](const ir::FlagMask& mask) { return mask.name == name; });
    };
    CHECK(has_mask("SYSCALL_WORK_ENTER"));
    CHECK(has_mask("SYSCALL_WORK_EXIT"));
    CHECK_FALSE(has_mask("_TIF_SYSCALL_WORK"));
}

TEST_CASE("the lines of C that stay keep their numbers") {
    for (const auto& one : applied(lift::read_overlay("examples/conversion"))) {
        const std::string& path = one.first;
        const auto& file = one.second;
        if (!file.own.empty() || path.find("Kconfig") != std::string::npos) continue;
        const std::vector<std::string> before = lines_of(kernel_tree().read(path).value());
        const std::vector<std::string> after = lines_of(file.text);
        CHECK_MESSAGE(after.size() >= before.size(), path);
        std::size_t kept = 0;
        for (std::size_t line = 0; line < std::min(before.size(), after.size()); ++line)
            kept += !before[line].empty() && after[line] == before[line];
        std::size_t text = 0;
        for (const std::string& line : after) text += !line.empty();
        // Lines with text that do not stand where they stood are those that we wrote.
        CHECK_MESSAGE(text - kept <= 2, path);
    }
}

TEST_CASE("the variant differs from the conversion in one file") {
    const Files conversion = applied(lift::read_overlay("examples/conversion"));
    const Files permit = applied(lift::read_overlay("examples/conversion/permit"));
    REQUIRE(conversion.size() == permit.size());
    for (const auto& one : conversion) {
        const std::string& path = one.first;
        CHECK_MESSAGE((permit.at(path).text == one.second.text) == (path != "arch/arm64/include/asm/syscall_skip.h"),
                      path);
    }
    CHECK(place_of(lifted(permit), "el0_svc_common") == "arch/arm64/kernel/el0_svc_common.c");
}

TEST_CASE("an overlay with a hook left out is not lifted as if it were whole") {
    CHECK(refusal_without("GENERIC_ENTRY") != "lifted");
    CHECK(refusal_without("unsigned long syscall_work") != "lifted");
    CHECK(refusal_without("syscall_skip.h") != "lifted");
    CHECK(refusal_without("el0_svc_common") != "lifted");
    CHECK(refusal_without("user_enable_single_step") == "lifted");  // what it does is for the proof to see
}
