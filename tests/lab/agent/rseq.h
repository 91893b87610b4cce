// SPDX-License-Identifier: MIT
// The rseq area of a task, registered by hand: the C library's own is switched off by GLIBC_TUNABLES.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "script.h"

enum { rseq_signature = 0x53053053, rseq_area_size = 32 };

// Area and descriptor, into what will be the task's text page.
void write_rseq(const struct script* script, char* page);
// In a native task.
bool register_rseq(const struct script* script);
// By the tracer, in the stop before the start: until then no critical section may be named.
bool point_rseq(const struct script* script, pid_t pid);
