// SPDX-License-Identifier: MIT
// The task under test, and the page through which it and the agent talk before and beside the script.
#pragma once

#include <sys/types.h>

#include "bpf.h"
#include "script.h"

// The pids are the same in each script, as the predictions have them. A child of the task has the next, 4243.
// A thread of the kernel may have been quicker; all children of the task are shown with that one.
enum { task_pid = 4242, child_pid = 4243, last_child_pid = 4259, sibling_pid = 4200 };

static inline long shown(long value) { return value > child_pid && value <= last_child_pid ? child_pid : value; }

// The same for what remains of a pid in an exit status. No script ends with a status of that range of its own.
static inline int shown_status(int status) {
    return status > (child_pid & 0xff) && status <= (last_child_pid & 0xff) ? child_pid & 0xff : status;
}

#define sibling_name "sibling"

struct shared {
    char error[128];  // what went wrong before the start
    int listener;     // the task's descriptor of the supervisor's end, -1: none
    int ready;        // an untraced task is about to begin
    int go;           // and may
    int command;      // a futex: 1 tells the sibling to install `filter`
    int result;       // a futex: the sibling's answer plus 2, 0 while there is none
    struct program filter;
};

extern struct shared* shared;

// A brk would end the ignoring of SIGTRAP (signal.c:force_sig_info_to_task@7.3): then the first stop is a SIGSTOP.
bool starts_with_stop(const struct script* script);
enum { compat_nr_tgkill = 268 };

void make_shared(void);
// Where the kernel lets the next pid be chosen (CONFIG_CHECKPOINT_RESTORE); else a child is shown with the pid it has.
bool open_pids(void);
// The next child of the task has pid 4243, or the next that is free.
void choose_child_pid(void);
// Starts the task; it stops at the brk of its stub if it is traced, else it runs.
pid_t start_task(const struct script* script);
// Waits until an untraced task is about to begin; false if it never comes to that.
bool is_ready(void);
// Lets it begin.
void let_begin(void);
// A sibling installs the filter with TSYNC; 0, or what seccomp() said.
int synchronise_filter(const struct filter* filter, const struct script* script);
