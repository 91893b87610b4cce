// SPDX-License-Identifier: MIT
// Audit's records of a task's system calls. The agent is the audit daemon, so it is not audited itself.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

bool open_audit(void);
// Whether tasks forked from now on have an audit context.
void audit_next_task(bool on);
// A rule that records every system call of this task.
void start_audit(pid_t pid);
// Takes the rule away and says the records.
void say_audit(pid_t pid);
