// SPDX-License-Identifier: MIT
// What other tasks do while this one sleeps, in a stop or in the body: SIGKILL, a filter by TSYNC, tracepoints on or
// off.
#include "model/environment/other_tasks.h"

#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

std::vector<Answer> other_task_answers(FunctionWriter& f) {
    return {f.answer("sigkill", 1), f.answer("tsync", 1), f.answer("tracepoint_on", 1), f.answer("tracepoint_off", 1)};
}

void other_tasks_act(BodyBuilder& body) {
    body.if_(read("sigkill", 1), [](BodyBuilder& then) { add_pending(then, SIGKILL); });
    // kernel/seccomp.c:seccomp_sync_threads
    body.if_(both(cell("CONFIG_SECCOMP"), read("tsync", 1)), [](BodyBuilder& then) {
        then.call("set_task_syscall_work.SECCOMP");
        then.assign("now.seccomp", truth(true));
        then.assign("seccomp.chain", binary(BinaryOperator::add, fact("seccomp.chain"), constant(32, 1)));
    });
    // kernel/tracepoint.c:syscall_regfunc, syscall_unregfunc
    body.if_(read("tracepoint_on", 1), [](BodyBuilder& then) {
        then.call("set_task_syscall_work.SYSCALL_TRACEPOINT");
        then.assign("now.tracepoint", truth(true));
    });
    body.if_(read("tracepoint_off", 1), [](BodyBuilder& then) {
        then.call("clear_task_syscall_work.SYSCALL_TRACEPOINT");
        then.assign("now.tracepoint", truth(false));
    });
}

}  // namespace entryproof::environment
