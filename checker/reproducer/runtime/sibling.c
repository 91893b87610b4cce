// SPDX-License-Identifier: MIT
/* A thread beside the tracee's, which installs a filter for both of them when the tracer says so. */
#include <pthread.h>

static void *sibling(void *unused)
{
	while (!shared->wanted)
		usleep(1000);
	shared->answer = sibling_filter() ? 1 : -1;
	while (pause())
		;
	return unused;
}

static bool start_sibling(void)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, sibling, NULL) == 0;
}

/* In a stop: the tracee sleeps while its sibling acts. */
static void synchronise(void)
{
	shared->wanted = true;
	for (int i = 0; i < 2000 && !shared->answer; i++)
		usleep(1000);
	if (shared->answer != 1)
		skip("a filter by TSYNC");
}
