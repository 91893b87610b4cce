// SPDX-License-Identifier: MIT
// The file that the program of a script can execute: its own text and data once more.
#pragma once

#include "script.h"

#define exec_file "/exec"

// What `write_text` wrote is there.
void write_exec(const struct script* script);
