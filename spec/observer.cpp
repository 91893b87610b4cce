// SPDX-License-Identifier: MIT
#include "spec/observer.h"

namespace entryproof::spec {

const std::vector<Observer>& observers() {
    static const std::vector<Observer> table = {
        {"tracer",
         "every stop: status, code, message, registers as shown, number, orig_x0, pending signals, rseq area; the "
         "pseudo-step report when it is queued"},
        {"seccomp", "every filter run: chain, number, arch, pc, arguments; notifications"},
        {"audit", "records: number and arguments at entry, success and value at exit"},
        {"tracepoints", "sys_enter (number, arguments), sys_exit (number, value)"},
        {"rseq", "the judgement: pc and memory it is about, SIGSEGV or not, the pointer cleared or not"},
        {"kernel", "the syscall body: number, arguments"},
        {"user", "death, or the return: registers, signals to be delivered, whether it is stepped"},
        {"order", "all events of all the others in one sequence"},
        {"undefined", "reads of variables that hold no value"},
    };
    return table;
}

const std::vector<ExpectedEvent>& expected_events() {
    static const std::vector<ExpectedEvent> table = {
        {"tracer", "entry stop"},
        {"tracer", "exit stop"},
        {"tracer", "seccomp stop"},
        {"tracer", "step report", "exit.singlestep"},
        {"seccomp", "filter"},
        {"seccomp", "notification"},
        {"audit", "record"},
        {"tracepoints", "sys_enter"},
        {"tracepoints", "sys_exit"},
        {"rseq", "judgement"},
        {"rseq", "slice end", "task.rseq_slice"},
        {"kernel", "body"},
        {"user", "death"},
        {"user", "return"},
    };
    return table;
}

}  // namespace entryproof::spec
