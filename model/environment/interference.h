// SPDX-License-Identifier: MIT
// Others act between any two reads: what other tasks can do to a task that runs, and a path in which they do.
//
// What can be done to a running task at any moment (Linux 7.3):
//   SIGKILL arrives                     kernel/signal.c:send_signal_locked; any sender
//   TSYNC adds a filter                 kernel/seccomp.c:seccomp_sync_threads; another thread of the process
//   a syscall tracepoint goes on, off   kernel/tracepoint.c:syscall_regfunc, syscall_unregfunc; the administrator
//   the tracer dies                     kernel/ptrace.c:exit_ptrace, __ptrace_unlink
// Each is one step here. In the kernel the flag and what it guards change one after the other (the filter before the
// flag; the flags of all tasks before the static key), so what a read between those two can tell is not covered.
// Not here: PTRACE_SEIZE and PTRACE_ATTACH of a running task, other signals, and what is decided at fork (audit) or by
// the task itself (user dispatch, stepping, prctl).
#pragma once

#include "model/environment/act_points.h"

namespace entryproof::environment {

// The acts above; index + 1 is the number of an act in a list.
const std::vector<Act>& others_acts();

// `program` is one of with_environment(). std::invalid_argument: see with_act_points().
ActPoints with_interference(const ir::Program& program);

}  // namespace entryproof::environment
