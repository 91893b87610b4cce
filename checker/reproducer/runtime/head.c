// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define KSFT_PASS 0
#define KSFT_FAIL 1
#define KSFT_SKIP 4

#ifndef PTRACE_EVENTMSG_SYSCALL_ENTRY
#define PTRACE_EVENTMSG_SYSCALL_ENTRY 1
#endif

#define MOST_LINES 256
#define MOST_EXPECTED 32
#define MOST_STOPS 64
#define PATIENCE 10	/* seconds */

/* The tracee's instructions. Every pc is told as its distance from there. */
extern const char text[] __attribute__((visibility("hidden")));
extern const char text_end[] __attribute__((visibility("hidden")));

/* A register by its number, and what the tracer writes into it. */
struct write {
	int reg;
	long value;
};
#define PC (-1)

/* What was seen, one line an event. */
static char seen[MOST_LINES][256];
static int seen_count;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
	va_list arguments;

	if (seen_count == MOST_LINES)
		return;
	va_start(arguments, format);
	vsnprintf(seen[seen_count++], sizeof(seen[0]), format, arguments);
	va_end(arguments);
}

/* A prerequisite is missing. In the tracee its end says so. */
static pid_t tracer_pid;

static void skip(const char *what) __attribute__((noreturn));
static void skip(const char *what)
{
	const char *why = errno ? strerror(errno) : "not as expected";

	if (getpid() == tracer_pid) {
		printf("1..0 # SKIP %s: %s\n", what, why);
		exit(KSFT_SKIP);
	}
	printf("# %s: %s\n", what, why);
	fflush(stdout);
	_exit(KSFT_SKIP);
}

/* Pids are not the same in two runs. */
static pid_t child_of_tracee;

static const char *value(long number, pid_t pid)
{
	static char buffer[16][24];
	static unsigned int next;
	char *text = buffer[next++ % 16];

	if (number == pid)
		return "PID";
	if (child_of_tracee && number == child_of_tracee)
		return "CHILD";
	snprintf(text, sizeof(buffer[0]), "%ld", number);
	return text;
}
