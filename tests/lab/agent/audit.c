// SPDX-License-Identifier: MIT
#include "audit.h"

bool open_audit(void) { return true; }
void audit_next_task(bool on) { (void)on; }
void start_audit(pid_t pid) { (void)pid; }
void say_audit(pid_t pid) { (void)pid; }
