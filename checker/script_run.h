// SPDX-License-Identifier: MIT
// Runs a script on a path and tells what each observer sees, one line an event, just as the lab prints what it sees on
// a real kernel:
//
//   tracer: stop status 0x85 code 0x85 message 1 nr 172 x0 7 x7 0 pc +4 pending 0x0
//       status: wstatus >> 8; code: si_code, hexadecimal from 10 on; pc: offset from the first instruction; pending:
//       SigPnd and ShdPnd together; behind it, of a task with an rseq area: cs 1, or 0 when its pointer is empty
//   tracer: exited 0 | tracer: killed 31
//   seccomp: notification nr 172 arg0 7 pc +4
//   tracepoints: sys_enter nr 172 arg0 7 arg1 0 arg2 0 arg3 0 arg4 0 arg5 0
//   tracepoints: sys_exit nr 172 value 4242
//   audit: record nr 172 arg0 7 arg1 0 arg2 0 arg3 0 success 1 value 4242     (no success and value: it never returned)
//   user: exit 0 | user: ended by signal 31                                   (when nobody traces)
//   child: stop ... | child: exited 0                                         (of [[child]], when the task is dead)
//
// Numbers are signed and decimal unless they begin with 0x.
#pragma once

#include "checker/interpret.h"
#include "checker/script.h"

#include <string>
#include <vector>

namespace entryproof::checker {

struct ScriptRun {
    std::vector<Event> events;       // every event of the run, seen or not
    std::vector<std::string> lines;  // what is seen, in order
};

// What the script needs and the kernels of a path do not have: PTRACE_SET_SYSCALL_INFO came with 6.16, the switch of
// rseq with 6.19. Empty: nothing.
std::string lacks(const std::string& path, const Script& script);

// `path` is a path without environment (load_path). Throws InputError: a syscall that is not in the table, a program
// that never ends, what is not modelled.
ScriptRun run_script(const ir::Program& path, const Script& script);

// The same for many scripts of one path: `rounds` is environment::with_rounds(path). `options` are cells of how the
// kernel was built, where that is not as Debian builds it: CONFIG_DEBUG_RSEQ.
ScriptRun run_script_on(ir::Program& rounds, const Script& script, const Values& options = {});

}  // namespace entryproof::checker
