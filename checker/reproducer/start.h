// SPDX-License-Identifier: MIT
// The start of a scenario as what is done before its syscall.
#pragma once

#include "checker/reproducer/situation.h"

#include <map>

namespace entryproof::checker::reproducer {

// A cell of the start; 0 when it is not named.
std::uint64_t start_value(const Scenario& scenario, const std::string& cell);

// Throws CannotBeMade for what no act produces.
void require_possible_start(const Scenario& scenario);

// The task with its tracer, tracepoints, audit and rseq area; no program, registers or filters yet.
Script script_of_start(const Scenario& scenario);

// CONFIG_DEBUG_RSEQ, when the scenario has it.
Values kernel_options(const Scenario& scenario);

// By number, those that are not 0.
std::map<unsigned, std::uint64_t> start_registers(const Scenario& scenario);

// Which verdict on the critical section the syscall's end is to bring.
enum class Verdict {
    none,    // the area's pointer is empty
    kills,   // pc is inside, which no syscall may be
    clears,  // pc is behind it
};

// The pointer is set by the program's first instruction.
void set_section(Verdict verdict, Situation& situation);

}  // namespace entryproof::checker::reproducer
