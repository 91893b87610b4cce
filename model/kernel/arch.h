// SPDX-License-Identifier: MIT
// What an architecture's entry path is made of: its entry function, its pt_regs as cells, and what the number,
// arguments and result are called there. One table a file, arch_*.cpp, each row with its source.
//
// The environment speaks of roles (the number, argument 0, pc) and finds the cell here, so that the same hooks and the
// same observers serve every architecture. Tasks of 64-bit kernels.
#pragma once

#include "model/kernel/cells.h"
#include "model/kernel/interface.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace entryproof::kernel {

// A user register as tracers and bodies move it.
struct Register {
    std::string name;  // as events show it: x0, a0
    std::string cell;  // regs.regs[0], regs.a0; 64 bits
};

// Bits of a register that tell a 32-bit task from a 64-bit one; nothing a path does changes them.
struct ModeBits {
    std::string cell;  // empty: no register says
    std::uint64_t mask = 0;
    std::uint64_t native = 0;
    std::uint64_t compat = 0;
};

// How 32-bit tasks get in, where a path has it: by their own entry function, with their own number and table.
struct CompatEntry {
    std::string function;           // empty: 32-bit tasks are not modelled
    std::string table_size;         // cell, 32 bits: entries of their table
    unsigned registers = 0;         // they have the low halves of the first so many
    std::uint64_t status_mask = 0;  // what they and their tracers can write of the status cell
};

// What older versions call a hook, where that name means something else on other architectures.
struct OldName {
    std::string name;
    std::string declaration;  // as C text
    std::string hook;         // in kernel::hooks() or kernel::without_effect()
};

struct Arch {
    std::string name;                      // arch/NAME
    std::string entry;                     // the path's first function
    std::vector<std::string> entry_files;  // where it is, the newest version first
    bool entry_takes_number = false;       // as a parameter, sign-extended from 32 bits
    bool presets_result = false;           // to -ENOSYS, in assembly before the entry function
    std::vector<FieldCell> fields;         // of struct pt_regs, then what all architectures share
    std::vector<Register> registers;       // all but pc and status; a register is known by its place here
    std::vector<unsigned> addressed;       // those that hooks name: number, arguments, result
    std::string number;                    // cell: 32 bits apart from all registers, or a register whose low half it is
    std::string result;                    // cell
    std::array<std::string, 6> arguments;  // cells, as observers read them
    std::string pc;                        // cell
    std::string status;                    // cell that tracers see and write in part, or empty
    std::uint64_t status_mask = 0;         // what they can write of it
    ModeBits mode;
    CompatEntry compat;
    std::vector<std::string> kept;     // cells that no actor writes and the code after the exit work reads
    bool has_single_step = false;      // arch_has_single_step(), include/linux/ptrace.h
    bool reports_steps = false;        // to the tracer, in the exit work
    bool has_tag_faults = false;       // arm64's MTE
    bool has_generic_work = false;     // user dispatch and slices can be had: GENERIC_ENTRY
    std::vector<Signature> functions;  // what a path provides
    std::vector<OldName> old_names;
    std::map<std::string, bool> options;  // taken as given: 64-bit kernels
    std::map<std::string, bool> macros;   // what the compiler defines for it, and what it does not
    std::vector<std::string> files;       // where functions that headers declare may be, beside the common ones

    // What a path provides under this name; std::invalid_argument when it is no row.
    const Signature& function(const std::string& name) const;
    bool number_is_apart() const { return !number.empty() && number == "regs.syscallno"; }
};

// arm64, loongarch, riscv, x86. std::invalid_argument for another name.
const Arch& arch(const std::string& name);
// Known architectures, sorted.
const std::vector<std::string>& arch_names();

// The architecture whose entry function the program has; arm64 when it has none of them.
const Arch& arch_of(const ir::Program& program);

// The tables of arch_*.cpp: without what all architectures share.
Arch arm64_table();
Arch loongarch_table();
Arch riscv_table();
Arch x86_table();

}  // namespace entryproof::kernel
