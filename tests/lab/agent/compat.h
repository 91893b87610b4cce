// SPDX-License-Identifier: MIT
// A 32-bit task: an ELF file made by hand, of A32 code at the addresses of text.h. A task becomes 32-bit by executing
// it; what an exec takes away (handlers, rseq) its first instructions put back.
#pragma once

#include "script.h"

// In the agent, before the task is started.
void write_compat(const struct script* script);
// In the task; returns only on failure.
void start_compat(void);
