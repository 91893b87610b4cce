// SPDX-License-Identifier: MIT
// What other tasks do while this one sleeps, in a stop or in the body: SIGKILL, a filter by TSYNC, tracepoints on or
// off.
#include "model/environment/other_tasks.h"

#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

void kill(BodyBuilder& body) { add_pending(body, SIGKILL); }

// kernel/seccomp.c:seccomp_sync_threads
void tsync(BodyBuilder& body) {
    body.call("set_task_syscall_work.SECCOMP");
    body.assign("now.seccomp", truth(true));
    body.assign("seccomp.chain", binary(BinaryOperator::add, fact("seccomp.chain"), constant(32, 1)));
}

// kernel/tracepoint.c:syscall_regfunc
void tracepoint_on(BodyBuilder& body) {
    body.call("set_task_syscall_work.SYSCALL_TRACEPOINT");
    body.assign("now.tracepoint", truth(true));
}

// kernel/tracepoint.c:syscall_unregfunc
void tracepoint_off(BodyBuilder& body) {
    body.call("clear_task_syscall_work.SYSCALL_TRACEPOINT");
    body.assign("now.tracepoint", truth(false));
}

void tsync_where_built_in(BodyBuilder& body) { body.if_(cell("CONFIG_SECCOMP"), tsync); }

}  // namespace

std::vector<Answer> other_task_answers(FunctionWriter& f) {
    return {f.answer("sigkill", 1), f.answer("tsync", 1), f.answer("tracepoint_on", 1), f.answer("tracepoint_off", 1)};
}

const std::vector<OtherTasksAct>& other_tasks_acts() {
    static const std::vector<OtherTasksAct> table = {{"sigkill", kill},
                                                     {"tsync", tsync_where_built_in},
                                                     {"tracepoint_on", tracepoint_on},
                                                     {"tracepoint_off", tracepoint_off}};
    return table;
}

void other_tasks_act(BodyBuilder& body) {
    body.if_(read("sigkill", 1), kill);
    body.if_(both(cell("CONFIG_SECCOMP"), read("tsync", 1)), tsync);
    body.if_(read("tracepoint_on", 1), tracepoint_on);
    body.if_(read("tracepoint_off", 1), tracepoint_off);
}

}  // namespace entryproof::environment
