// SPDX-License-Identifier: MIT
// Audit's records of a task's system calls. The agent is the audit daemon, so it is not audited itself.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// The task calls gettid with this argument right before the script begins.
enum { start_mark = 0x6c6162 };

bool open_audit(void);
// Every system call of the task is recorded if it has an audit context. Whether tasks from now on have one:
void audit_next_task(bool on);
// Says the records of the task.
void say_audit(pid_t pid);
