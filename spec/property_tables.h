// SPDX-License-Identifier: MIT
// The tables of properties, and what they say over and over: roles of registers, facts, who wrote.
#pragma once

#include "spec/property.h"

namespace entryproof::spec {

std::vector<Property> entry_properties(const kernel::Arch& arch);   // the entry stop and what it gates
std::vector<Property> filter_properties(const kernel::Arch& arch);  // seccomp
std::vector<Property> number_properties(const kernel::Arch& arch);  // the number, the arguments, the result
std::vector<Property> exit_properties(const kernel::Arch& arch);    // exit work
std::vector<Property> return_properties(const kernel::Arch& arch);  // what reaches user space

// The number and the first argument as user space gave them.
ir::ExpressionRef user_number(const kernel::Arch& arch);
ir::ExpressionRef user_argument_0(const kernel::Arch& arch);
// The name of the result register in events.
std::string result_register(const kernel::Arch& arch);

ir::ExpressionRef start_traced();
ir::ExpressionRef start_pending(unsigned signal);

// The entry work looks at the tracer's flags: TRACE or EMU, traced, and no early way out before.
ir::ExpressionRef reports_entry();

// A filter run that answered one of these actions, or none of them and nothing known (which kills).
ir::ExpressionRef answered(const std::string& filter, std::uint32_t action);
ir::ExpressionRef answered_kill(const std::string& filter);

// What exit observers are shown of the result is `value`, until a tracer writes at an exit stop; after `event` only.
StatementRef result_seen(const kernel::Arch& arch, const ir::ExpressionRef& value);
StatementRef result_seen_after(const kernel::Arch& arch, const std::string& event, const ir::ExpressionRef& value);

ir::ExpressionRef failed(int error);  // the result -error, 64 bits

// Nobody writes registers or the number before the exit work: no tracer, no probe.
StatementRef nobody_writes(const kernel::Arch& arch);
// At the entry stop, at the stop of a filter, at sys_enter.
StatementRef probes_write_nothing(const kernel::Arch& arch);
// Every filter run lets the syscall pass without asking anybody.
StatementRef filters_allow();
// The work is not cut short: no tag fault, no user dispatch, no EMU, nobody kills.
StatementRef goes_through();

// All that runs, or refuses to run, the number that the entry work left.
const std::vector<std::string>& dispatches();
// A call of the function for numbers that are in no table.
const std::vector<std::string>& ni_calls();

// No SIGKILL comes from anybody while the syscall lasts, and the task does not die.
StatementRef nobody_kills();

}  // namespace entryproof::spec
