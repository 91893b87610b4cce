// SPDX-License-Identifier: MIT
// riscv, 64 bits: arch/riscv/include/asm/ptrace.h, syscall.h, csr.h, kernel/traps.c, kernel/ptrace.c @7.3.
//
// 1. The number is the low half of a7, so a tracer that writes registers writes it (syscall.h:syscall_get_nr). orig_a0
//    is no part of NT_PRSTATUS; since 6.16 PTRACE_SET_SYSCALL_INFO writes it (syscall.h:syscall_set_arguments). It is
//    taken to be writable in every version, which is never wrong, only wider.
// 2. No single step (kernel/ptrace.c does not define arch_has_single_step): nothing sets SYSCALL_EXIT_TRAP.
// 3. sstatus is not visible (uapi/asm/ptrace.h:user_regs_struct); its UXL field tells 32-bit tasks apart.
#include "model/kernel/arch.h"

namespace entryproof::kernel {

namespace {

const std::array<const char*, 31> registers = {"ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0", "a1",
                                               "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5", "s6",
                                               "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

}  // namespace

Arch riscv_table() {
    Arch arch;
    arch.name = "riscv";
    arch.entry = "do_trap_ecall_u";
    arch.entry_files = {"arch/riscv/kernel/traps.c"};
    const auto add = [&](const std::string& field, const std::string& meaning) {
        arch.fields.push_back({"pt_regs", field, "regs." + field, 64, false, meaning});
    };
    add("epc", "user pc: ecall + 4");
    for (const std::string name : registers) {
        add(name, name);
        arch.registers.push_back({name, "regs." + name});
    }
    add("status", "sstatus");
    add("badaddr", "stval");
    add("cause", "scause; -1 once a restart was decided");
    add("orig_a0", "argument 0");
    arch.registers.push_back({"orig_a0", "regs.orig_a0"});
    arch.addressed = {9, 10, 11, 12, 13, 14, 16, 31};
    arch.number = "regs.a7";
    arch.result = "regs.a0";
    arch.arguments = {"regs.orig_a0", "regs.a1", "regs.a2", "regs.a3", "regs.a4", "regs.a5"};
    arch.pc = "regs.epc";
    arch.mode = {"regs.status", 0x300000000, 0x200000000, 0x100000000};  // csr.h: SR_UXL, SR_UXL_64, SR_UXL_32
    arch.kept = {"regs.status", "regs.cause"};
    arch.has_generic_work = true;
    arch.functions = {{"do_trap_ecall_u", {}, 0, false, "arch/riscv/kernel/traps.c:do_trap_ecall_u@7.3", "the path"}};
    arch.options = {{"64BIT", true}, {"32BIT", false}};
    arch.macros = {{"__riscv", true}, {"__LP64__", true}};
    arch.files = {"arch/riscv/kernel/traps.c", "arch/riscv/kernel/ptrace.c"};
    return arch;
}

}  // namespace entryproof::kernel
