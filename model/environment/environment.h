// SPDX-License-Identifier: MIT
// Everything around a path: what each kernel hook does, what it shows to whom, and which answers it takes from the
// tracer, the filter, the body, the probes and the other tasks. Linux 7.3.
//
// The environment is IR like the path and is linked to it, so a counterexample walks through both. It acts through the
// path's own setters: a tracer that resumes calls the path's ptrace_resume.
#pragma once

#include "model/ir/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace entryproof::environment {

// Registers that some statement of the two paths addresses on its own, by their place in kernel::Arch::registers. All
// others are moved only together and stand in one opaque cell, regs.rest.
using AddressedRegisters = std::set<unsigned>;

// The registers that the functions of `path` read or write by name.
AddressedRegisters addressed_registers(const ir::Program& path);

// What follows the exit work. Both are the kernel's own code, the same for every path.
enum class AfterExitWork {
    hand_over,        // one event shows everything that code can depend on; equal there means equal from there on
    deliver_signals,  // signals with their stops, restart, the MTE fault, death, return
};

// Whose syscalls are modelled.
enum class Tasks {
    native,  // those of 64-bit tasks; task.compat is a fact that only the flag word follows
    all      // those of 32-bit tasks too: by kernel::CompatEntry, which the path must have
};

// The path with its environment, ready to run; entry is "one_syscall". Registers that `addressed` lacks are bundled, so
// it must hold addressed_registers(path); pass the union of both sides' to compare two paths.
// std::invalid_argument: the path does not provide a function of its kernel::Arch, or with another signature; or
// signals are to be delivered on another architecture than arm64, whose code that is; or it has no entry for all tasks.
ir::Program with_environment(const ir::Program& path, const AddressedRegisters& addressed,
                             AfterExitWork after = AfterExitWork::deliver_signals, Tasks tasks = Tasks::native);

// A cell of programs with Tasks::all, and of no other.
inline const std::string compat_is_modelled = "environment.compat";

// Whether the path has an entry for 32-bit tasks that the environment knows.
bool has_compat_entry(const ir::Program& path);

// What may be said about the start of a syscall, by name: see facts.cpp. All are 1 bit unless said otherwise.
struct Fact {
    std::string cell;
    ir::Width width;
    std::string meaning;
};
const std::vector<Fact>& start_facts();

// Decision points, also cells: set while the run goes on and readable at its end. See facts.cpp.
const std::vector<Fact>& decision_points();

// Names for numbers in stories and conditions: PTRACE_SYSCALL, SIGKILL, SECCOMP_RET_TRAP, ...
const std::map<std::string, std::uint64_t>& named_numbers();

}  // namespace entryproof::environment
