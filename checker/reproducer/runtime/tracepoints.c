// SPDX-License-Identifier: MIT
/* raw_syscalls in an instance of our own, so that nobody else's tracing is touched. */
#include <sys/mount.h>
#include <sys/stat.h>

#define TRACING "/sys/kernel/tracing"
#define INSTANCE TRACING "/instances/entryproof"

static void put(const char *file, const char *what)
{
	const int fd = open(file, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, what, strlen(what)) != (ssize_t)strlen(what))
		skip(file);
	close(fd);
}

static void switch_tracepoints(bool sys_enter, bool sys_exit)
{
	put(INSTANCE "/events/raw_syscalls/sys_enter/enable", sys_enter ? "1" : "0");
	put(INSTANCE "/events/raw_syscalls/sys_exit/enable", sys_exit ? "1" : "0");
}

static void close_tracepoints(void)
{
	rmdir(INSTANCE);
}

static void open_tracepoints(void)
{
	if (access(TRACING "/instances", F_OK))
		mount("tracefs", TRACING, "tracefs", 0, NULL);
	rmdir(INSTANCE);
	if (mkdir(INSTANCE, 0700))
		skip("a tracing instance, which root can have where tracefs is");
	atexit(close_tracepoints);
}

/* Of nobody else: reading the trace makes events, too. */
static void watch_tracepoints(pid_t pid)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", pid);
	put(INSTANCE "/set_event_pid", text);
	switch_tracepoints(START_SYS_ENTER, START_SYS_EXIT);
}

/* "<...>-123   [000] ..... 1.234567: sys_enter: NR 172 (7, 0, 0, 0, 0, 0)" */
static void tell_trace_line(const char *line, pid_t pid)
{
	const char *cpu = strstr(line, " [");
	const char *entry = strstr(line, ": sys_enter: NR ");
	const char *leave = strstr(line, ": sys_exit: NR ");
	unsigned long a[6];
	long nr, result;
	char whose[16];

	snprintf(whose, sizeof(whose), "-%d ", pid);
	if (!cpu || !strstr(line, whose) || strstr(line, whose) > cpu)
		return;
	if (entry && sscanf(entry, ": sys_enter: NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)", &nr,
			    a, a + 1, a + 2, a + 3, a + 4, a + 5) == 7)
		say("tracepoints: sys_enter nr %d arg0 %ld arg1 %ld arg2 %ld arg3 %ld arg4 %ld arg5 %ld",
		    told_number((int)nr), (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
	else if (leave && sscanf(leave, ": sys_exit: NR %ld = %ld", &nr, &result) == 2)
		say("tracepoints: sys_exit nr %d value %s", told_number((int)nr), value(result, pid));
}

static void tell_tracepoints(pid_t pid)
{
	FILE *trace = fopen(INSTANCE "/trace", "r");
	char line[256];

	if (!trace)
		skip(INSTANCE "/trace");
	while (fgets(line, sizeof(line), trace))
		tell_trace_line(line, pid);
	fclose(trace);
}
