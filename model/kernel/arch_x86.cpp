// SPDX-License-Identifier: MIT
// x86, 64-bit system calls: arch/x86/include/asm/ptrace.h, syscall.h, thread_info.h, entry/entry_64.S,
// entry/syscall_64.c, kernel/ptrace.c, kernel/step.c @7.3.
//
// 1. entry_64.S stores the number in orig_ax, presets ax to -ENOSYS and passes the low half of rax on. There is no
// saved
//    argument 0: di keeps it. Tracers write orig_ax like any register (ptrace.c:putreg).
// 2. Of flags a tracer writes FLAG_MASK (ptrace.c). That it does not see TF while TIF_FORCED_TF is set is left out.
// 3. TS_COMPAT in thread_info.status says that the entry was a 32-bit one (thread_info.h).
#include "model/kernel/arch.h"

namespace entryproof::kernel {

namespace {

const std::array<const char*, 17> registers = {"r15", "r14", "r13", "r12", "bp", "bx", "r11", "r10",    "r9",
                                               "r8",  "ax",  "cx",  "dx",  "si", "di", "sp",  "orig_ax"};

}  // namespace

Arch x86_table() {
    Arch arch;
    arch.name = "x86";
    arch.entry = "do_syscall_64";
    arch.entry_files = {"arch/x86/entry/syscall_64.c", "arch/x86/entry/common.c"};
    arch.entry_takes_number = true;
    arch.presets_result = true;
    for (const std::string name : registers) {
        arch.fields.push_back({"pt_regs", name, "regs." + name, 64, false, name});
        arch.registers.push_back({name, "regs." + name});
    }
    const std::vector<FieldCell> rest = {
        {"pt_regs", "ip", "regs.ip", 64, false, "user pc: syscall + 2"},
        {"pt_regs", "flags", "regs.flags", 64, false, "eflags; bit 8 is TF"},
        {"pt_regs", "cs", "regs.cs", 16, false, "code segment"},
        {"pt_regs", "ss", "regs.ss", 16, false, "stack segment"},
        {"thread_info", "status", "thread_info.status", 32, false, "TS_ flags"},
    };
    arch.fields.insert(arch.fields.end(), rest.begin(), rest.end());
    arch.addressed = {7, 8, 9, 10, 12, 13, 14, 16};
    arch.number = "regs.orig_ax";
    arch.result = "regs.ax";
    arch.arguments = {"regs.di", "regs.si", "regs.dx", "regs.r10", "regs.r8", "regs.r9"};
    arch.pc = "regs.ip";
    arch.status = "regs.flags";
    arch.status_mask = 0x54dd5;
    arch.mode = {"thread_info.status", 0x2, 0x0, 0x2};
    arch.has_single_step = true;
    arch.reports_steps = true;
    arch.has_generic_work = true;
    arch.functions = {
        {"do_syscall_64", {}, 0, false, "arch/x86/entry/syscall_64.c:do_syscall_64@7.3", "the path"},
        {"user_enable_single_step", {}, 0, false, "arch/x86/kernel/step.c:user_enable_single_step@7.3", ""},
        {"user_disable_single_step", {}, 0, false, "arch/x86/kernel/step.c:user_disable_single_step@7.3", ""},
        {"test_thread_flag.TIF_SINGLESTEP", {}, 1, false, "arch/x86/kernel/signal.c:handle_signal@7.3", ""},
    };
    arch.options = {{"64BIT", true}, {"X86_64", true}, {"X86_32", false}};
    arch.macros = {{"__x86_64__", true}, {"__LP64__", true}, {"__i386__", false}};
    arch.files = {"arch/x86/entry/syscall_64.c", "arch/x86/entry/common.c", "arch/x86/kernel/step.c",
                  "arch/x86/kernel/ptrace.c"};
    return arch;
}

}  // namespace entryproof::kernel
