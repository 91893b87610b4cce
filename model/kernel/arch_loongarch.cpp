// SPDX-License-Identifier: MIT
// loongarch, 64 bits: arch/loongarch/include/asm/ptrace.h, syscall.h, kernel/syscall.c, kernel/ptrace.c @7.3.
//
// 1. The number is register 11 (a7), which tracers write like any register; its low half is what the path takes
//    (include/linux/entry-common.h gets a long). Tracers write orig_a0 too (ptrace.c:gpr_set).
// 2. Stepping arms a fetch breakpoint (ptrace.c:set_single_step), whose trap is no part of a system call. Nothing sets
//    SYSCALL_EXIT_TRAP.
//    Taken as given: HAVE_HW_BREAKPOINT, without which there is no stepping at all.
// 3. There are no 32-bit tasks on a 64-bit kernel.
#include "model/kernel/arch.h"

namespace entryproof::kernel {

Arch loongarch_table() {
    Arch arch;
    arch.name = "loongarch";
    arch.entry = "do_syscall";
    arch.entry_files = {"arch/loongarch/kernel/syscall.c"};
    for (unsigned number = 0; number < 32; ++number) {
        const std::string text = std::to_string(number);
        arch.fields.push_back({"pt_regs", "regs[" + text + "]", register_cell(number), 64, false, "r" + text});
        arch.registers.push_back({"r" + text, register_cell(number)});
    }
    const std::vector<FieldCell> rest = {
        {"pt_regs", "orig_a0", "regs.orig_a0", 64, false, "argument 0"},
        {"pt_regs", "csr_era", "regs.csr_era", 64, false, "user pc: syscall + 4 once do_syscall has added it"},
        {"thread_struct", "single_step", "thread.single_step", 64, false, "pc at which the step was asked for"},
    };
    arch.fields.insert(arch.fields.end(), rest.begin(), rest.end());
    arch.registers.push_back({"orig_a0", "regs.orig_a0"});
    arch.addressed = {0, 4, 5, 6, 7, 8, 9, 11, 32};
    arch.number = register_cell(11);
    arch.result = register_cell(4);
    arch.arguments = {"regs.orig_a0",   register_cell(5), register_cell(6),
                      register_cell(7), register_cell(8), register_cell(9)};
    arch.pc = "regs.csr_era";
    arch.has_single_step = true;
    arch.has_generic_work = true;
    arch.functions = {
        {"do_syscall", {}, 0, false, "arch/loongarch/kernel/syscall.c:do_syscall@7.3", "the path"},
        {"syscall_get_nr", {}, 64, true, "arch/loongarch/include/asm/syscall.h:syscall_get_nr@7.3", "a long here"},
        {"user_enable_single_step", {}, 0, false, "arch/loongarch/kernel/ptrace.c:user_enable_single_step@7.3", ""},
        {"user_disable_single_step", {}, 0, false, "arch/loongarch/kernel/ptrace.c:user_disable_single_step@7.3", ""},
        {"test_thread_flag.TIF_SINGLESTEP", {}, 1, false, "arch/loongarch/kernel/signal.c:handle_signal@7.3", ""},
    };
    arch.options = {{"64BIT", true}, {"32BIT", false}, {"HAVE_HW_BREAKPOINT", true}};
    arch.macros = {{"__loongarch__", true}, {"__LP64__", true}};
    arch.files = {"arch/loongarch/kernel/syscall.c", "arch/loongarch/kernel/ptrace.c"};
    return arch;
}

}  // namespace entryproof::kernel
