// SPDX-License-Identifier: MIT
#include "task.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "audit.h"
#include "channel.h"
#include "compat.h"
#include "exec.h"
#include "rseq.h"
#include "text.h"

struct shared* shared;

void make_shared(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) give_up("cannot map the shared page");
}

bool starts_with_stop(const struct script* script) {
    return !script->untraced && (script->ignored >> (SIGTRAP - 1) & 1) != 0;
}

static int last_pid_file = -1;

bool open_pids(void) {
    if (mount("proc", "/proc", "proc", 0, NULL) != 0) return false;
    last_pid_file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
    return last_pid_file >= 0;
}

void choose_child_pid(void) {
    if (last_pid_file >= 0 && pwrite(last_pid_file, "4242", 4, 0) != 4) give_up("cannot choose pids");
}

static void fail(const char* what) {
    snprintf(shared->error, sizeof shared->error, "%s: %s", what, strerror(errno));
    _exit(125);
}

static void set_mask(uint64_t mask) {
    if (syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask) != 0) fail("rt_sigprocmask");
}

// The kernel's own layout: the C library would put its restorer in.
struct kernel_sigaction {
    uint64_t handler, flags, restorer, mask;
};

static void set_action(int signal, uint64_t handler, uint64_t flags) {
    struct kernel_sigaction action = {handler, flags, 0, 0};
    if (syscall(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask) != 0) fail("rt_sigaction");
}

static void set_signals(const struct script* script) {
    const uint64_t sa_restorer = 0x04000000;
    set_action(SIGCHLD, 0, 0);
    set_action(SIGALRM, 0, 0);
    for (int signal = 1; signal <= 64; ++signal)
        if ((script->ignored >> (signal - 1) & 1) != 0) set_action(signal, 1, 0);
    for (int i = 0; i < script->handler_count && !script->compat; ++i) {
        struct kernel_sigaction action = {text_address + (uint64_t)script->handler_offset,
                                          script->handlers[i].flags & ~sa_restorer, 0, 0};
        if (syscall(SYS_rt_sigaction, script->handlers[i].signal, &action, NULL, sizeof action.mask) != 0)
            fail("rt_sigaction");
    }
}

static void install_filters(const struct script* script) {
    bool listening = false;
    for (int i = 0; i < script->filter_count; ++i) {
        struct program program;
        compile_filter(&script->filters[i], text_address, text_end(script), &program);
        struct sock_fprog code = {program.length, program.code};
        // Two filters of a task cannot both have a listener (seccomp.c:has_duplicate_listener@7.3).
        bool listen = !listening && wants_listener(&script->filters[i]);
        long answer =
            syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, listen ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0, &code);
        if (answer < 0) fail("seccomp");
        if (listen) shared->listener = (int)answer;
        // The agent takes it from a task that has executed another program by then.
        if (listen && fcntl((int)answer, F_SETFD, 0) != 0) fail("fcntl");
        listening = listening || listen;
    }
}

// Where the program finds them: the head, then the code.
static void write_installs(const struct script* script) {
    for (int i = 0; i < script->install_count; ++i) {
        const uintptr_t page = install_address + (uintptr_t)(i * install_distance);
        struct program* program = (struct program*)(page + sizeof(struct sock_fprog));
        compile_filter(&script->installs[i], text_address, text_end(script), program);
        *(struct sock_fprog*)page = (struct sock_fprog){program->length, program->code};
    }
}

static void futex_wait(int* word, int value, const struct timespec* patience) {
    syscall(SYS_futex, word, FUTEX_WAIT, value, patience, NULL, 0);
}

static void futex_wake(int* word) { syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0); }

static long raw_syscall3(long number, long a, long b, long c) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = 0;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory", "cc");
    return x0;
}

// The sibling has no thread-local storage of its own, so it makes no use of the C library.
__attribute__((noreturn)) static void sibling(void) {
    // Audit shows the process of a thread and its name, but not which thread it is.
    raw_syscall3(SYS_prctl, PR_SET_NAME, (long)sibling_name, 0);
    for (int done = 0;; ++done) {
        while (__atomic_load_n(&shared->command, __ATOMIC_ACQUIRE) == done)
            raw_syscall3(SYS_futex, (long)&shared->command, FUTEX_WAIT, done);
        struct sock_fprog code = {shared->filter.length, shared->filter.code};
        long answer = raw_syscall3(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, (long)&code);
        __atomic_store_n(&shared->result, (int)answer + (answer >= 0 ? 2 : -2), __ATOMIC_RELEASE);
        raw_syscall3(SYS_futex, (long)&shared->result, FUTEX_WAKE, 1);
    }
}

// Returns in the task only; below 0 is an error.
static long clone_sibling(const struct clone_args* arguments, size_t size) {
    register long x8 __asm__("x8") = SYS_clone3;
    register long x0 __asm__("x0") = (long)arguments;
    register long x1 __asm__("x1") = (long)size;
    __asm__ volatile(
        "svc #0\n"
        "cbnz x0, 1f\n"
        "blr %[run]\n"
        "1:\n"
        : "+r"(x0)
        : "r"(x8), "r"(x1), [run] "r"(sibling)
        : "memory", "cc");
    return x0;
}

static void start_sibling(void) {
    static char stack[1 << 13] __attribute__((aligned(16)));
    // A pid that leaves those behind the task's to its children.
    static pid_t wanted = sibling_pid;
    static struct clone_args arguments = {
        .flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM,
        .stack_size = sizeof stack,
        .set_tid_size = 1};
    arguments.stack = (uint64_t)(uintptr_t)stack;
    arguments.set_tid = (uint64_t)(uintptr_t)&wanted;
    long answer = clone_sibling(&arguments, sizeof arguments);
    // That an earlier script's process has ended is told before the pid of its last thread is free
    // (kernel/exit.c:release_task@7.3).
    const struct timespec moment = {0, 1000000};
    for (int tries = 0; answer == -EEXIST && tries < 1000; ++tries) {
        nanosleep(&moment, NULL);
        answer = clone_sibling(&arguments, sizeof arguments);
    }
    errno = (int)-answer;
    if (answer < 0) fail("clone of the sibling");
}

bool is_ready(void) {
    const struct timespec moment = {0, 1000000};
    for (int tries = 0; tries < 2000; ++tries) {
        if (__atomic_load_n(&shared->ready, __ATOMIC_ACQUIRE) != 0) return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

void let_begin(void) { __atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE); }

int synchronise_filter(const struct filter* filter, const struct script* script) {
    const struct timespec patience = {1, 0};
    compile_filter(filter, text_address, text_end(script), &shared->filter);
    shared->result = 0;
    __atomic_add_fetch(&shared->command, 1, __ATOMIC_RELEASE);
    futex_wake(&shared->command);
    for (int tries = 0; tries < 3 && __atomic_load_n(&shared->result, __ATOMIC_ACQUIRE) == 0; ++tries)
        futex_wait(&shared->result, 0, &patience);
    const int result = shared->result;
    return result > 0 ? result - 2 : result == 0 ? -ETIMEDOUT : result + 2;
}

__attribute__((noreturn)) static void run(const struct script* script) {
    // Signals to the process must not reach the sibling.
    set_mask(~0ull);
    set_signals(script);
    if (!script->untraced && ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) fail("PTRACE_TRACEME");
    if (script->rseq.present && !register_rseq(script)) fail("rseq");
    install_filters(script);
    if (script->compat) {
        set_mask(script->untraced ? script->blocked : 0);
        start_compat();
        fail("the 32-bit program");
    }
    if (script->sibling) start_sibling();
    // A traced task gets its mask from the tracer: a brk would unblock SIGTRAP.
    set_mask(script->untraced ? script->blocked : 0);
    raw_syscall3(SYS_gettid, start_mark, 0, 0);
    if (starts_with_stop(script)) raw_syscall3(SYS_tgkill, task_pid, task_pid, SIGSTOP);
    // From here on system calls are the script's. The loop ends when the agent has seen to filters and tracepoints.
    __atomic_store_n(&shared->ready, 1, __ATOMIC_RELEASE);
    while (script->untraced && __atomic_load_n(&shared->go, __ATOMIC_ACQUIRE) == 0) continue;
    ((void (*)(void))(uintptr_t)stub_address)();
    _exit(125);
}

pid_t start_task(const struct script* script) {
    memset(shared, 0, offsetof(struct shared, filter));
    shared->listener = -1;
    if (script->compat)
        write_compat(script);
    else
        write_text(script);
    if (script->has_exec) write_exec(script);
    write_installs(script);
    pid_t wanted = task_pid;
    struct clone_args arguments = {.exit_signal = SIGCHLD, .set_tid = (uint64_t)(uintptr_t)&wanted, .set_tid_size = 1};
    const long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
    if (pid == 0) run(script);
    if (pid != wanted) give_up("cannot start a task: %s", strerror(errno));
    return (pid_t)pid;
}
