// SPDX-License-Identifier: MIT
// The tracer and the supervisor of a task: one loop that takes whatever the task does next.
#include "run.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "audit.h"
#include "channel.h"
#include "registers.h"
#include "rseq.h"
#include "supervisor.h"
#include "task.h"
#include "text.h"
#include "tracepoints.h"

enum { set_mask_request = 0x420b };

// What the loop is about.
struct run {
    const struct script* script;
    pid_t pid, child;    // child: the first tracee that the task made
    bool child_stopped;  // it is in its first stop
    const struct stop* stop_list;
    int stop_count, stops;
    bool is_child, waits_for_child;  // waits: vfork
    bool detached, dying;            // dying: in a PTRACE_EVENT_EXIT stop
    struct supervisor supervisor;
};

enum { patience_s = 5, died_in_stop = 1 };

static volatile sig_atomic_t expired;  // the script has had its time

static void note_signal(int signal) { expired = expired || signal == SIGALRM; }

// Again and again: the first signal may come just before a wait.
static void set_deadline(int seconds) {
    const struct itimerval timer = {{0, seconds == 0 ? 0 : 100000}, {seconds, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
    expired = 0;
}

void prepare_runs(void) {
    sigset_t set;
    struct sigaction action = {.sa_handler = note_signal};
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

// What the task does wakes the agent, which must not run before the task sleeps or stops: only then is the order of
// what they do theirs. A task that asks a supervisor with a signal pending would otherwise get an answer now and then.
static void put_task_first(pid_t pid) {
    const struct sched_param priority = {1};
    if (sched_setscheduler(pid, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) != 0)
        say("lab: no SCHED_FIFO: %s\n", strerror(errno));
}

// The first tracee that the task made is held till the task is dead, unless the task waits for it; others are let go.
static void meet_child(struct run* run, pid_t pid, int status) {
    if (!WIFSTOPPED(status)) return;
    if (run->child == 0) run->child = pid;
    run->child_stopped = pid == run->child && !run->waits_for_child;
    if (!run->child_stopped) ptrace(PTRACE_DETACH, pid, 0, 0);
}

static void let_child_go(struct run* run) {
    run->waits_for_child = true;
    if (run->child_stopped) ptrace(PTRACE_DETACH, run->child, 0, 0);
    run->child_stopped = false;
}

enum next { next_status, next_none, next_hangs };

// Sleeps until a notification or a status comes.
static void sleep_beside_listener(struct run* run) {
    sigset_t all_open;
    sigemptyset(&all_open);
    struct pollfd file = {run->supervisor.listener, POLLIN, 0};
    if (ppoll(&file, 1, NULL, &all_open) > 0) supervise(&run->supervisor, run->script, file.revents);
}

// The next status of the task. Notifications are answered meanwhile.
static enum next wait_for_status(struct run* run, int* status) {
    while (!expired) {
        const bool listens = run->supervisor.listener >= 0;
        const pid_t got = waitpid(-1, status, listens ? __WALL | WNOHANG : __WALL);
        if (got == run->pid) return next_status;
        if (got > 0) meet_child(run, got, *status);
        if (got < 0 && errno != EINTR) return next_none;
        if (got == 0) sleep_beside_listener(run);
    }
    return next_hangs;
}

static uint64_t pending_of(pid_t pid) {
    uint64_t set = 0;
    static siginfo_t queue[32];
    for (uint32_t shared_queue = 0; shared_queue < 2; ++shared_queue) {
        struct __ptrace_peeksiginfo_args which = {0, shared_queue, 32};
        const long count = ptrace(PTRACE_PEEKSIGINFO, pid, &which, queue);
        for (long i = 0; i < count; ++i) set |= 1ull << (queue[i].si_signo - 1);
    }
    return set;
}

static void say_place(uint64_t pc) { say(" pc %+ld", (long)(pc - text_address)); }

static void say_stop(struct run* run, int status) {
    siginfo_t info;
    unsigned long message = 0;
    struct register_set set;
    const bool has_info = ptrace(PTRACE_GETSIGINFO, run->pid, 0, &info) == 0;
    ptrace(PTRACE_GETEVENTMSG, run->pid, 0, &message);
    if (!read_registers(run->pid, &set)) {
        say("lab: no registers\n");
        return;
    }
    say("%s: stop status 0x%x", run->is_child ? "child" : "tracer", (unsigned)status >> 8);
    if (!has_info) {
        say(" code none");
    } else if (info.si_code > 9) {
        say(" code 0x%x", (unsigned)info.si_code);
    } else {
        say(" code %d", info.si_code);
    }
    say(" message %ld nr %d x0 %ld x7 %ld", shown((long)message), syscall_number(run->pid),
        shown(get_register(&set, 0)), get_register(&set, 7));
    say_place((uint64_t)get_register(&set, register_pc));
    say(" pending 0x%llx", (unsigned long long)pending_of(run->pid));
    if (run->script->rseq.present) say(" cs %d", rseq_points(run->pid));
    say("\n");
}

static bool write_changed(const struct run* run, const struct act* act) {
    struct register_set set;
    if (!read_registers(run->pid, &set)) return false;
    for (int i = 0; i < act->count; ++i) {
        const struct write* write = &act->writes[i];
        set_register(&set, write->place, write->place == register_pc ? text_address + write->value : write->value);
    }
    return write_registers(run->pid, &set);
}

static bool perform(const struct run* run, const struct act* act) {
    switch (act->kind) {
        case act_number:
            return set_syscall_number(run->pid, (int)act->value);
        case act_registers:
            return write_changed(run, act);
        case act_options:
            return ptrace(PTRACE_SETOPTIONS, run->pid, 0, (void*)act->value) == 0;
        case act_enter:
            return point_rseq(run->script, run->pid, act->value != 0);
        case act_info:
            return set_syscall_info(run->pid, act->writes, act->count);
    }
    return false;
}

static void synchronise(const struct run* run, const struct filter* filter) {
    // The sibling ended before the task's exit stop.
    if (run->dying) return;
    const int answer = synchronise_filter(filter, run->script);
    // Positive: a thread that cannot be synchronised, as one that a filter has condemned to death.
    if (answer < 0) say("lab: TSYNC answers %d\n", answer);
}

// A task that dies already drops the signal (signal.c:prepare_signal@7.3) and would stay in its stop for ever.
static void kill_task(const struct run* run) {
    if (run->dying)
        ptrace(PTRACE_CONT, run->pid, 0, 0);
    else
        kill(run->pid, SIGKILL);
}

static void resume(struct run* run, int request, int signal) {
    choose_child_pid();
    if (request == request_die) {
        flush_report();
        _exit(died_in_stop);
    }
    if (request == request_kill) {
        kill_task(run);
        return;
    }
    if (ptrace((enum __ptrace_request)request, run->pid, 0, (void*)(long)signal) != 0)
        say("lab: request %d fails: %s\n", request, strerror(errno));
    if (request == request_detach) run->detached = true;
}

static void act_in_stop(struct run* run) {
    if (run->stops >= most_stops) {
        kill_task(run);
        return;
    }
    const int index = run->stops++;
    if (index >= run->stop_count) {
        resume(run, PTRACE_CONT, 0);
        return;
    }
    const struct stop* stop = &run->stop_list[index];
    for (int i = 0; i < stop->act_count; ++i)
        // PTRACE_SET_SYSCALL_INFO is refused in stops of another kind; that is for the events to show.
        if (!perform(run, &stop->acts[i]) && stop->acts[i].kind != act_info)
            say("lab: act %d of stop %d fails: %s\n", i, index, strerror(errno));
    if (stop->tsync) synchronise(run, &stop->filter);
    if (stop->tracepoints >= 0) set_tracepoints(stop->tracepoints);
    if (stop->send != 0) kill(run->pid, stop->send);
    resume(run, stop->resume, stop->signal);
}

// From the brk of the stub to the first instruction of the text.
static bool begin(struct run* run) {
    const struct script* script = run->script;
    struct register_set set;
    int status;
    enum next next = wait_for_status(run, &status);
    if (script->compat && next == next_status && WIFSTOPPED(status)) {
        // The first stop is that of the exec.
        ptrace(PTRACE_CONT, run->pid, 0, 0);
        next = wait_for_status(run, &status);
    }
    if (next != next_status || !WIFSTOPPED(status) || !read_registers(run->pid, &set)) {
        say("lab: not started: %s\n", shared->error);
        return false;
    }
    const bool stopped = WSTOPSIG(status) == SIGSTOP;
    if (!stopped && (WSTOPSIG(status) != SIGTRAP || get_register(&set, register_pc) != text_address - 4)) {
        say("lab: not started: stop 0x%x at 0x%llx\n", status, (unsigned long long)get_register(&set, register_pc));
        return false;
    }
    // From the SIGSTOP it does not come past the stub.
    const int last = script->compat ? 14 : 30;
    for (int place = 0; stopped && place <= last; ++place)
        if (!script->compat || place != 13) set_register(&set, place, script->values[place]);
    set_register(&set, register_pc, text_address);
    const bool done =
        write_registers(run->pid, &set) && ptrace(PTRACE_SETOPTIONS, run->pid, 0, (void*)script->options) == 0 &&
        ptrace((enum __ptrace_request)set_mask_request, run->pid, (void*)sizeof script->blocked, &script->blocked) == 0;
    if (!done) say("lab: not started: %s\n", strerror(errno));
    return done;
}

static bool begin_untraced(struct run* run) {
    if (run->script->compat) {
        say("lab: an untraced 32-bit task cannot be held\n");
        return false;
    }
    if (is_ready()) return true;
    say("lab: not started: %s\n", shared->error);
    return false;
}

static void loop(struct run* run) {
    int status;
    for (;;) {
        const enum next next = wait_for_status(run, &status);
        say_tracepoints(run->pid);
        if (next == next_hangs) say("lab: not done in %d s\n", patience_s);
        if (next != next_status) return;
        const bool traced = !run->script->untraced && !run->detached;
        const char* who = run->is_child ? "child" : traced ? "tracer" : "user";
        if (WIFEXITED(status)) {
            say("%s: %s %d\n", who, traced ? "exited" : "exit", shown_status(WEXITSTATUS(status)));
            return;
        }
        if (WIFSIGNALED(status)) {
            say("%s: %s %d\n", who, traced ? "killed" : "ended by signal", WTERMSIG(status));
            return;
        }
        say_stop(run, status);
        run->dying = status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8);
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_VFORK << 8)) let_child_go(run);
        act_in_stop(run);
    }
}

// It may come to its first stop only now.
static bool find_child(struct run* run) {
    int status;
    while (!run->child_stopped && !expired) {
        const pid_t got = waitpid(-1, &status, __WALL);
        if (got < 0 && errno != EINTR) return false;
        if (got > 0) meet_child(run, got, status);
    }
    return run->child_stopped;
}

// The child has waited in its first stop.
static void run_child(const struct run* parent) {
    struct run run = {.script = parent->script,
                      .supervisor = {.listener = -1},
                      .pid = parent->child,
                      .stop_list = parent->script->child,
                      .stop_count = parent->script->child_count,
                      .is_child = true};
    const int first = SIGSTOP << 8 | 0x7f;
    put_task_first(run.pid);
    say_stop(&run, first);
    act_in_stop(&run);
    loop(&run);
}

// Nothing of a script outlives it; orphans are ours, as process 1.
static void clean_up(const struct run* run) {
    set_tracepoints(0);
    close_supervisor(run->supervisor.listener);
    kill(-1, SIGKILL);
    ptrace(PTRACE_CONT, run->pid, 0, 0);
    // A tracee that dies may stop once more, in PTRACE_EVENT_EXIT; a child may come to its first stop only now.
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;)
        if (WIFSTOPPED(status)) {
            kill(pid, SIGKILL);
            ptrace(PTRACE_CONT, pid, 0, 0);
        }
}

static void trace_task(struct run* run) {
    const struct script* script = run->script;
    set_deadline(patience_s);
    run->pid = start_task(script);
    if (script->untraced ? begin_untraced(run) : begin(run)) {
        run->supervisor.listener = take_listener(run->pid, shared->listener);
        if (script->tracepoints != 0) set_tracepoints(script->tracepoints);
        if (script->rseq.debug) switch_rseq_debug_on();
        if (script->untraced) let_begin();
        put_task_first(run->pid);
        if (!script->untraced) resume(run, script->start, 0);
        loop(run);
        if (script->child_count > 0 && find_child(run)) run_child(run);
    }
}

static bool tracer_dies(const struct script* script) {
    for (int i = 0; i < script->stop_count; ++i)
        if (script->stops[i].resume == request_die) return true;
    return false;
}

// The tracer is a process of its own; when it dies the task is ours.
static void trace_and_die(struct run* run) {
    int status = 0;
    flush_report();
    const pid_t tracer = fork();
    if (tracer == 0) {
        trace_task(run);
        flush_report();
        _exit(0);
    }
    run->pid = task_pid;
    set_deadline(2 * patience_s);
    while (tracer > 0 && waitpid(tracer, &status, __WALL) != tracer && !expired) continue;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != died_in_stop) return;
    run->detached = true;
    loop(run);
}

void run_script(const struct script* script) {
    struct run run = {
        .script = script, .supervisor = {.listener = -1}, .stop_list = script->stops, .stop_count = script->stop_count};
    audit_next_task(script->audit);
    if (tracer_dies(script))
        trace_and_die(&run);
    else
        trace_task(&run);
    set_deadline(0);
    if (script->rseq.debug) restore_rseq_debug();
    clean_up(&run);
    if (script->audit) say_audit(run.pid);
}
