// SPDX-License-Identifier: MIT
// How values are shown: the pid of a child of the task as 4243. The task itself has 4242.
#pragma once

#include <sys/types.h>

void name_child(pid_t child);
long shown(long value);
