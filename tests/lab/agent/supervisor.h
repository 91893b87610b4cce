// SPDX-License-Identifier: MIT
// Answers what filters ask with USER_NOTIF.
#pragma once

#include <sys/types.h>

#include "script.h"

struct supervisor {
    int listener;  // -1: none
    int answered;
};

// The agent's own copy of the task's descriptor; -1 if there is none.
int take_listener(pid_t pid, int descriptor);
void supervise(struct supervisor* supervisor, const struct script* script, short ready);
void close_supervisor(int listener);
