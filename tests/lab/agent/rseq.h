// SPDX-License-Identifier: MIT
// The rseq area of a task, registered by hand: the C library's own is switched off by GLIBC_TUNABLES.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "script.h"

// In the task.
bool register_rseq(const struct script* script);
// By the tracer, in the stop before the start: until then no critical section may be named.
bool point_rseq(const struct script* script, pid_t pid);
