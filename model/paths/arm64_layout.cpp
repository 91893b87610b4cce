// SPDX-License-Identifier: MIT
#include "model/paths/arm64_layout.h"

#include "model/kernel/writer.h"

#include <stdexcept>

namespace entryproof::paths {

using namespace ir;
using kernel::at;
using kernel::cell;
using kernel::FunctionWriter;

namespace {

const std::string flags_word = "thread_info.flags";
const std::string work_word = "thread_info.syscall_work";

const Source tif_source = at("arch/arm64/include/asm/thread_info.h", "TIF_");
const Source work_source = at("include/linux/thread_info.h", "syscall_work_bit");

// The flags that legacy keeps among the thread flags and generic entry keeps apart.
const std::vector<std::string> moved_flags = {"SYSCALL_TRACE", "SYSCALL_AUDIT", "SYSCALL_TRACEPOINT", "SECCOMP",
                                              "SYSCALL_EMU"};

// include/linux/thread_info.h:syscall_work_bit@7.3, in order
const std::vector<std::string> work_bits = {"SECCOMP",           "SYSCALL_TRACEPOINT", "SYSCALL_TRACE",
                                            "SYSCALL_EMU",       "SYSCALL_AUDIT",      "SYSCALL_USER_DISPATCH",
                                            "SYSCALL_EXIT_TRAP", "SYSCALL_RSEQ_SLICE"};

void add_setter(Program& program, const std::string& name, const FlagPlace& place, bool set, const Source& source) {
    const std::uint64_t bit = std::uint64_t{1} << place.bit;
    FunctionWriter f(name, source);
    f.assign(place.word, set ? binary(BinaryOperator::bit_or, cell(place.word), constant(64, bit))
                             : binary(BinaryOperator::bit_and, cell(place.word), constant(64, ~bit)));
    f.add_to(program);
}

void add_test(Program& program, const std::string& name, const FlagPlace& place) {
    FunctionWriter f(name, at("include/linux/thread_info.h", "test_ti_thread_flag"), {}, 1);
    f.return_(kernel::has_bit(cell(place.word), place.bit));
    f.add_to(program);
}

void add_mask(Program& program, const std::string& name, const std::string& prefix,
              const std::vector<std::string>& flags, const WorkLayout& layout, const Source& source) {
    FlagMask mask{name, layout.at(flags.front()).word, work_mask(layout, flags), {}, source};
    for (const std::string& flag : flags) mask.members.push_back(prefix + flag);
    program.flag_masks.push_back(std::move(mask));
}

}  // namespace

const TifNumbers& arm64_tif_numbers() {
    static const TifNumbers table = {
        {"TIF_SIGPENDING", 0},
        {"TIF_NEED_RESCHED", 1},
        {"TIF_NEED_RESCHED_LAZY", 2},
        {"TIF_NOTIFY_RESUME", 3},
        {"TIF_FOREIGN_FPSTATE", 4},
        {"TIF_UPROBE", 5},
        {"TIF_MTE_ASYNC_FAULT", 6},
        {"TIF_NOTIFY_SIGNAL", 7},
        {"TIF_SYSCALL_TRACE", 8},
        {"TIF_SYSCALL_AUDIT", 9},
        {"TIF_SYSCALL_TRACEPOINT", 10},
        {"TIF_SECCOMP", 11},
        {"TIF_SYSCALL_EMU", 12},
        {"TIF_PATCH_PENDING", 13},
        {"TIF_MEMDIE", 18},
        {"TIF_FREEZE", 19},
        {"TIF_RESTORE_SIGMASK", 20},
        {"TIF_SINGLESTEP", 21},
        {"TIF_32BIT", 22},
        {"TIF_SVE", 23},
        {"TIF_SVE_VL_INHERIT", 24},
        {"TIF_SSBD", 25},
        {"TIF_TAGGED_ADDR", 26},
        {"TIF_SME", 27},
        {"TIF_SME_VL_INHERIT", 28},
        {"TIF_KERNEL_FPSTATE", 29},
        {"TIF_TSC_SIGSEGV", 30},
        {"TIF_LAZY_MMU_PENDING", 31},
    };
    return table;
}

unsigned tif(const std::string& name, const TifNumbers& numbers) { return numbers.at(name); }

WorkLayout legacy_layout() {
    WorkLayout layout;
    for (const std::string& flag : moved_flags) layout[flag] = {flags_word, tif("TIF_" + flag)};
    return layout;
}

WorkLayout generic_layout() {
    WorkLayout layout;
    for (unsigned bit = 0; bit < work_bits.size(); ++bit) layout[work_bits[bit]] = {work_word, bit};
    return layout;
}

std::uint64_t work_mask(const WorkLayout& layout, const std::vector<std::string>& flags) {
    std::uint64_t mask = 0;
    for (const std::string& flag : flags) {
        const FlagPlace& place = layout.at(flag);
        if (place.word != layout.at(flags.front()).word) throw std::invalid_argument("a mask over two words");
        mask |= std::uint64_t{1} << place.bit;
    }
    return mask;
}

void add_flag_setters(Program& program, const WorkLayout& layout, const TifNumbers& numbers) {
    const Source setter = at("include/linux/thread_info.h", "set_task_syscall_work");
    for (const auto& [flag, place] : layout) {
        add_setter(program, "set_task_syscall_work." + flag, place, true, setter);
        add_setter(program, "clear_task_syscall_work." + flag, place, false, setter);
    }
    const Source thread_flag = at("include/linux/thread_info.h", "set_ti_thread_flag");
    for (const std::string flag : {"TIF_MTE_ASYNC_FAULT", "TIF_32BIT"}) {
        const FlagPlace place{flags_word, tif(flag, numbers)};
        add_setter(program, "set_thread_flag." + flag, place, true, thread_flag);
        add_setter(program, "clear_thread_flag." + flag, place, false, thread_flag);
    }
    for (const std::string flag : {"TIF_MTE_ASYNC_FAULT", "TIF_SINGLESTEP"})
        add_test(program, "test_thread_flag." + flag, {flags_word, tif(flag, numbers)});
}

void add_legacy_flag_tables(Program& program) {
    for (const auto& [name, bit] : arm64_tif_numbers())
        program.flag_bits.push_back({name, flags_word, bit, tif_source});
    add_mask(program, "_TIF_SYSCALL_WORK", "TIF_", moved_flags, legacy_layout(), tif_source);
}

void add_legacy_mask(Program& program, const std::string& name, const std::vector<std::string>& flags) {
    add_mask(program, name, "TIF_", flags, legacy_layout(), tif_source);
}

void add_generic_flag_tables(Program& program, const TifNumbers& numbers) {
    for (const auto& [name, bit] : numbers) {
        bool moved = false;
        for (const std::string& flag : moved_flags) moved = moved || name == "TIF_" + flag;
        if (!moved) program.flag_bits.push_back({name, flags_word, bit, tif_source});
    }
    for (unsigned bit = 0; bit < work_bits.size(); ++bit)
        program.flag_bits.push_back({"SYSCALL_WORK_BIT_" + work_bits[bit], work_word, bit, work_source});
    const std::string prefix = "SYSCALL_WORK_BIT_";
    add_mask(program, "SYSCALL_WORK_ENTER", prefix,
             {"SECCOMP", "SYSCALL_TRACEPOINT", "SYSCALL_TRACE", "SYSCALL_EMU", "SYSCALL_AUDIT", "SYSCALL_USER_DISPATCH",
              "SYSCALL_RSEQ_SLICE"},
             generic_layout(), work_source);
    add_mask(program, "SYSCALL_WORK_EXIT", prefix,
             {"SYSCALL_TRACEPOINT", "SYSCALL_TRACE", "SYSCALL_AUDIT", "SYSCALL_USER_DISPATCH", "SYSCALL_EXIT_TRAP"},
             generic_layout(), work_source);
}

}  // namespace entryproof::paths
