// SPDX-License-Identifier: MIT
// The rseq area of a task, registered by hand: the C library's own is switched off by GLIBC_TUNABLES.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "script.h"

// Called by the task. The area is empty; x27 and x28 are for the instruction that enters.
bool register_rseq(const struct script* script);
void set_rseq_registers(struct script* script);
// Called by the tracer: writes the pointer, or empties it.
bool point_rseq(const struct script* script, pid_t pid, bool enters);
// Whether it is not empty; -1: cannot be read.
int rseq_points(pid_t pid);
// The kernel's switch, in debugfs, and back to what it was.
void switch_rseq_debug_on(void);
void restore_rseq_debug(void);
