// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>	//@files
#include <poll.h>	//@polls
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>	//@shared
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define KSFT_PASS 0
#define KSFT_FAIL 1
#define KSFT_SKIP 4

#define MOST_LINES 64
#define MOST_STOPS 64	//@stops
#define PATIENCE 10	/* seconds */

/* The tracee's instructions. Every pc is told as its distance from there. */
extern const char text[] __attribute__((visibility("hidden")));
extern const char text_end[] __attribute__((visibility("hidden")));	//@filter

/* A register by its number, and what is written into it. */
struct write {
	int reg;
	long value;
};
#define PC (-1)	//@writes

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

/* A prerequisite is missing. */
static void skip(const char *what) __attribute__((noreturn));
static void skip(const char *what)
{
	printf("1..0 # SKIP %s: %s\n", what, errno ? strerror(errno) : "not as expected");
	exit(KSFT_SKIP);
}

static pid_t child_of_tracee;	//@forks

/* A pid is not the same in two runs. */	//@value {
static const char *value(long number, pid_t pid)
{
	static char buffer[2][24];
	static unsigned int next;
	char *text = buffer[next++ % 2];

	if (number == pid)
		return "PID";
	if (child_of_tracee && number == child_of_tracee)	//@forks
		return "CHILD";	//@forks
	snprintf(text, sizeof(buffer[0]), "%ld", number);
	return text;
}

//@}
enum stop_kind { SIGNAL_STOP, ENTRY_STOP, EXIT_STOP };	//@stops

static void regset(int request, pid_t pid, int type, void *data, size_t size)
{
	struct iovec io = { data, size };

	if (ptrace((enum __ptrace_request)request, pid, type, &io))
		skip("the tracee's registers");
}
