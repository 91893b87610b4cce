// SPDX-License-Identifier: MIT
// A 32-bit task: an ELF file made by hand, which the task executes.
#pragma once

#include "script.h"

// Executes the script's program as A32 code; returns only on failure.
void start_compat(const struct script* script);
