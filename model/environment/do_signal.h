// SPDX-License-Identifier: MIT
// What signals do to the syscall they interrupt.
#pragma once

#include "model/kernel/writer.h"

namespace entryproof::environment {

// Functions do_signal_begin, before the first signal is taken, and do_signal_end, when none is left; and their cells.
// `has_compat`: the program knows the registers of 32-bit tasks.
void add_do_signal(ir::Program& program, bool has_compat);

// In front of a handler: a syscall that is about to be restarted ends with -EINTR instead, as its result and the
// handler's SA_RESTART (`sa_restart`, 1 bit) have it.
void interrupt_for_handler(ir::BodyBuilder& body, ir::ExpressionRef sa_restart);

}  // namespace entryproof::environment
