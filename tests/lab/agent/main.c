// SPDX-License-Identifier: MIT
// The first and only process of a test kernel: runs every script of a batch and powers off.
// Arguments: the batch's and the report's file on the host.
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "audit.h"
#include "channel.h"
#include "rseq.h"
#include "run.h"
#include "script.h"
#include "task.h"
#include "text.h"
#include "tracepoints.h"

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(int count, char** arguments) {
    static struct script script;
    struct utsname system;
    const long start = milliseconds();
    int scripts = 0;
    if (count != 3) give_up("a batch and a report are needed");
    char* batch = read_host_file(arguments[1]);
    if (batch == NULL) give_up("no batch %s", arguments[1]);
    open_report(arguments[2]);
    uname(&system);
    say("kernel %s\n", system.release);
    set_batch(batch);
    map_text();
    make_shared();
    prepare_runs();
    open_pids();
    if (!open_tracepoints()) say("lab: no tracepoints\n");
    if (!open_audit()) say("lab: no audit\n");
    for (; next_script(&script); ++scripts) {
        say("script %d\n", script.index);
        set_rseq_registers(&script);
        run_script(&script);
        say("end %d\n", script.index);
        flush_report();
    }
    say("done %d scripts, booted in %ld ms, ran in %ld ms\n", scripts, start, milliseconds() - start);
    power_off();
}
