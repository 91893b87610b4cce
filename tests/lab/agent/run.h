// SPDX-License-Identifier: MIT
// Runs one script and says what was seen.
#pragma once

#include "script.h"

void prepare_runs(void);
void run_script(const struct script* script);
