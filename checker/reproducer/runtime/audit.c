// SPDX-License-Identifier: MIT
/* Records of the tracee's system calls, as auditd gets them. */
#include <linux/audit.h>
#include <linux/netlink.h>
#include <sys/socket.h>

#define END_OF_RUN AUDIT_FIRST_USER_MSG2

static int audit = -1;

static void send_audit(int type, const void *data, size_t size)
{
	struct {
		struct nlmsghdr head;
		char data[2048];
	} message = { .head = { .nlmsg_len = NLMSG_LENGTH(size),
				.nlmsg_type = (uint16_t)type,
				.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK } };
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };

	memcpy(message.data, data, size);
	if (sendto(audit, &message, message.head.nlmsg_len, 0, (struct sockaddr *)&kernel,
		   sizeof(kernel)) < 0)
		skip("sending to audit");
}

/* The next message's type and text; -1: none comes. */
static int receive_audit(char *record, size_t size)
{
	static char buffer[1 << 14];
	struct pollfd waits = { audit, POLLIN, 0 };
	const struct nlmsghdr *head = (struct nlmsghdr *)buffer;
	ssize_t got;

	if (poll(&waits, 1, 2000) <= 0)
		return -1;
	got = recv(audit, buffer, sizeof(buffer) - 1, 0);
	if (got < (ssize_t)sizeof(*head))
		return -1;
	buffer[got] = '\0';
	strncpy(record, (const char *)NLMSG_DATA(head), size - 1);
	record[size - 1] = 0;
	if (head->nlmsg_type == NLMSG_ERROR)
		errno = -((const struct nlmsgerr *)NLMSG_DATA(head))->error;
	return head->nlmsg_type;
}

static void ask_audit(int type, const void *data, size_t size, const char *what)
{
	char record[1 << 12];
	int got;

	send_audit(type, data, size);
	do
		got = receive_audit(record, sizeof(record));
	while (got != NLMSG_ERROR && got != -1);
	if (got == -1 || errno)
		skip(what);
}

/* Before the fork: only then has the tracee an audit context. */
static void open_audit(void)
{
	const struct audit_status status = {
		.mask = AUDIT_STATUS_ENABLED | AUDIT_STATUS_PID | AUDIT_STATUS_BACKLOG_LIMIT,
		.enabled = 1, .pid = (uint32_t)getpid(), .backlog_limit = 8192 };

	audit = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);
	if (audit < 0)
		skip("an audit socket");
	ask_audit(AUDIT_SET, &status, sizeof(status), "being auditd, which root can be if nobody is");
}

static void watch_audit(pid_t pid)
{
	struct audit_rule_data rule = { .flags = AUDIT_FILTER_EXIT, .action = AUDIT_ALWAYS,
					.field_count = 1, .fields = { AUDIT_PID },
					.values = { (uint32_t)pid }, .fieldflags = { AUDIT_EQUAL } };

	memset(rule.mask, 0xff, sizeof(rule.mask));
	ask_audit(AUDIT_ADD_RULE, &rule, sizeof(rule), "an audit rule");
}

static long audit_field(const char *record, const char *name, int base)
{
	const char *found = strstr(record, name);

	return found ? (long)strtoul(found + strlen(name), NULL, base) : 0;
}

static void tell_audit(pid_t pid)
{
	char record[1 << 12];
	int type;

	send_audit(END_OF_RUN, "end", 4);
	while ((type = receive_audit(record, sizeof(record))) != -1 && type != END_OF_RUN) {
		if (type != AUDIT_SYSCALL || audit_field(record, " pid=", 10) != pid)
			continue;
		char line[160];
		int used = snprintf(line, sizeof(line), "audit: record nr %d",
				    told_number((int)audit_field(record, " syscall=", 10)));

		for (int i = 0; i < 4; i++) {
			const char name[] = { ' ', 'a', (char)('0' + i), '=', '\0' };

			used += snprintf(line + used, sizeof(line) - (size_t)used, " arg%d %ld", i,
					 audit_field(record, name, 16));
		}
		if (strstr(record, " success="))
			say("%s success %d value %s", line, strstr(record, " success=yes") != NULL,
			    value(audit_field(record, " exit=", 10), pid));
		else
			say("%s", line);
	}
}
