// SPDX-License-Identifier: MIT
/* Answers what the filter asks: the listener is the tracee's descriptor, taken over. */
#include <sys/ioctl.h>

static int listener = -1;

static void take_listener(pid_t pid)
{
	const int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);

	listener = (int)syscall(SYS_pidfd_getfd, pidfd, shared->listener, 0);
	if (listener < 0)
		skip("pidfd_getfd()");
	close(pidfd);
}

/* The answer to the n-th notification is the plan's. */
static void supervise(void)
{
	static unsigned int count;
	struct seccomp_notif asked = { 0 };
	struct seccomp_notif_resp reply = { 0 };
	struct pollfd waits = { listener, POLLIN, 0 };

	if (listener < 0 || poll(&waits, 1, 10) <= 0)
		return;
	if (waits.revents & POLLHUP) {
		close(listener);
		listener = -1;
		return;
	}
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
		return;
	say("seccomp: notification nr %d arg0 %ld pc %+ld", told_number(asked.data.nr), (long)asked.data.args[0],
	    (long)(asked.data.instruction_pointer - (uint64_t)text));
	reply.id = asked.id;
	answer_notification(count++, &reply);
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}
