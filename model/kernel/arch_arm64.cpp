// SPDX-License-Identifier: MIT
// arm64: arch/arm64/include/asm/ptrace.h, syscall.h, kernel/entry-common.c, ptrace.c @7.3. The number is a cell of its
// own, beside x8, which a tracer writes through a regset of its own.
#include "model/kernel/arch.h"
#include "model/kernel/numbers.h"

namespace entryproof::kernel {

Arch arm64_table() {
    Arch arch;
    arch.name = "arm64";
    arch.entry = "el0_svc";
    arch.entry_files = {"arch/arm64/kernel/entry-common.c"};
    for (unsigned number = 0; number <= 30; ++number) {
        const std::string text = std::to_string(number);
        arch.fields.push_back({"pt_regs", "regs[" + text + "]", register_cell(number), 64, false, "x" + text});
        arch.registers.push_back({"x" + text, register_cell(number)});
    }
    const std::vector<FieldCell> rest = {
        {"pt_regs", "sp", "regs.sp", 64, false, "user stack pointer"},
        {"pt_regs", "pc", "regs.pc", 64, false, "user pc: svc + 4"},
        {"pt_regs", "pstate", "regs.pstate", 64, false, "SPSR; bit 21 is SS, visible to the tracer"},
        {"pt_regs", "orig_x0", "regs.orig_x0", 64, false, "argument 0"},
        {"pt_regs", "syscallno", "regs.syscallno", 32, true, "the number; -1 is NO_SYSCALL"},
    };
    arch.fields.insert(arch.fields.end(), rest.begin(), rest.end());
    arch.addressed = {0, 1, 2, 3, 4, 5, 7, 8};  // arguments; restart_syscall goes to x8, of 32-bit tasks to x7
    arch.number = "regs.syscallno";
    arch.result = register_cell(0);
    arch.arguments = {"regs.orig_x0",   register_cell(1), register_cell(2),
                      register_cell(3), register_cell(4), register_cell(5)};
    arch.pc = "regs.pc";
    arch.status = "regs.pstate";
    arch.status_mask = user_pstate_mask;
    arch.mode = {"regs.pstate", PSR_MODE_MASK | PSR_MODE32, 0, PSR_MODE32};
    arch.compat = {"el0_svc_compat", "NR_compat_syscalls", 15, compat_pstate_mask};
    arch.has_single_step = true;
    arch.reports_steps = true;
    arch.has_tag_faults = true;
    arch.old_names = {
        {"exit_to_user_mode", "void exit_to_user_mode(struct pt_regs *regs)", "arm64_syscall_exit_to_user_mode"},
    };
    arch.macros = {{"__aarch64__", true}, {"__LP64__", true}};
    arch.files = {"arch/arm64/kernel/syscall.c", "arch/arm64/kernel/ptrace.c", "arch/arm64/kernel/debug-monitors.c",
                  "arch/arm64/kernel/entry-common.c", "arch/arm64/kernel/signal.c"};
    return arch;
}

}  // namespace entryproof::kernel
