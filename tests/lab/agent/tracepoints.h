// SPDX-License-Identifier: MIT
// The two raw syscall tracepoints, through tracefs.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

bool open_tracepoints(void);
// Bit 0: sys_enter, bit 1: sys_exit.
void set_tracepoints(int set);
// Says what was traced of the task since the last time.
void say_tracepoints(pid_t pid);
