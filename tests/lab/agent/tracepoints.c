// SPDX-License-Identifier: MIT
#include "tracepoints.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "channel.h"
#include "task.h"

static int pipe_file = -1;
static int switches[2];
static int current;
static bool traced;  // since the last time everything was read

static bool write_file(const char* name, const char* text) {
    int file = open(name, O_WRONLY);
    bool done = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) close(file);
    return done;
}

bool open_tracepoints(void) {
    if (mount("tracefs", "/tracing", "tracefs", 0, NULL) != 0) return false;
    switches[0] = open("/tracing/events/raw_syscalls/sys_enter/enable", O_WRONLY);
    switches[1] = open("/tracing/events/raw_syscalls/sys_exit/enable", O_WRONLY);
    pipe_file = open("/tracing/trace_pipe", O_RDONLY | O_NONBLOCK);
    write_file("/tracing/buffer_size_kb", "256");
    write_file("/tracing/options/record-cmd", "0");
    // Not what the agent itself does.
    return switches[0] >= 0 && switches[1] >= 0 && pipe_file >= 0 && write_file("/tracing/set_event_notrace_pid", "1");
}

void set_tracepoints(int set) {
    for (int i = 0; i < 2; ++i) {
        const int bit = 1 << i;
        if ((set & bit) == (current & bit)) continue;
        if (write(switches[i], (set & bit) != 0 ? "1" : "0", 1) != 1) {
            say("lab: cannot switch a tracepoint\n");
            return;
        }
    }
    current = set;
    traced = traced || set != 0;
}

// "  <...>-123     [000] .....  1.234567: sys_enter: NR 172 (7, 0, 0, 0, 0, 0)"
static void say_line(const char* line, pid_t pid) {
    const char* dash = strchr(line, '-');
    if (dash == NULL || atoi(dash + 1) != pid) return;
    const char* enter = strstr(line, ": sys_enter: NR ");
    const char* leave = strstr(line, ": sys_exit: NR ");
    long number;
    unsigned long a[6];
    long value;
    if (enter != NULL && sscanf(enter, ": sys_enter: NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)", &number, a, a + 1, a + 2,
                                a + 3, a + 4, a + 5) == 7) {
        say("tracepoints: sys_enter nr %ld", number);
        for (int i = 0; i < 6; ++i) say(" arg%d %ld", i, shown((long)a[i]));
        say("\n");
    } else if (leave != NULL && sscanf(leave, ": sys_exit: NR %ld = %ld", &number, &value) == 2) {
        say("tracepoints: sys_exit nr %ld value %ld\n", number, shown(value));
    } else {
        say("lab: trace line not understood: %s\n", line);
    }
}

void say_tracepoints(pid_t pid) {
    static char text[1 << 14];
    size_t used = 0;
    if (!traced) return;
    for (;;) {
        ssize_t got = read(pipe_file, text + used, sizeof text - 1 - used);
        if (got <= 0) break;
        used += (size_t)got;
        text[used] = '\0';
        char* line = text;
        for (char* end = strchr(line, '\n'); end != NULL; end = strchr(line, '\n')) {
            *end = '\0';
            say_line(line, pid);
            line = end + 1;
        }
        used = (size_t)(text + used - line);
        memmove(text, line, used);
    }
    traced = current != 0;
}
