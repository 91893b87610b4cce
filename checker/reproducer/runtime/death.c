// SPDX-License-Identifier: MIT
#define KSFT_DIED 64	/* what nobody else ends with */

/* The tracer is a process of its own. What it saw goes to the one that survives it. */
static int report;

static void leave(int status) __attribute__((noreturn));
static void leave(int status)
{
	for (int i = 0; i < seen_count; i++)
		dprintf(report, "%s\n", seen[i]);
	_exit(status);
}
