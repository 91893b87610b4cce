// SPDX-License-Identifier: MIT
#include "audit.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel.h"
#include "task.h"

enum { last_of_all = AUDIT_FIRST_USER_MSG2, patience_ms = 2000 };

static int audit = -1;
static bool contexts = true;  // what tasks get by default

static bool send_message(int type, const void* data, size_t size) {
    struct {
        struct nlmsghdr head;
        char data[2048];
    } message = {.head = {.nlmsg_len = (uint32_t)NLMSG_LENGTH(size),
                          .nlmsg_type = (uint16_t)type,
                          .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK}};
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    memcpy(message.data, data, size);
    return sendto(audit, &message, message.head.nlmsg_len, 0, (struct sockaddr*)&kernel, sizeof kernel) > 0;
}

// The next message: its type, and its text; -1 when none comes.
static int receive(char* text, size_t size) {
    static char buffer[1 << 14];
    struct pollfd file = {audit, POLLIN, 0};
    int ready;
    do ready = poll(&file, 1, patience_ms);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return -1;
    const ssize_t got = recv(audit, buffer, sizeof buffer, 0);
    const struct nlmsghdr* head = (struct nlmsghdr*)buffer;
    if (got < (ssize_t)sizeof *head) return -1;
    // Audit counts the length of its records without the head.
    size_t length = (size_t)got - sizeof *head;
    if (length >= size) length = size - 1;
    memcpy(text, NLMSG_DATA(head), length);
    text[length] = '\0';
    return head->nlmsg_type;
}

// Sends and waits for the kernel's answer; records that come in between are not of a script.
static bool request(int type, const void* data, size_t size) {
    char text[1 << 12];
    if (!send_message(type, data, size)) return false;
    for (int got = receive(text, sizeof text); got != -1; got = receive(text, sizeof text)) {
        if (got != NLMSG_ERROR) continue;
        errno = -*(int*)(void*)text;
        return errno == 0;
    }
    errno = ETIMEDOUT;
    return false;
}

// All system calls of tasks with this list, action and pid; pid 0: of all tasks.
static bool rule(int type, uint32_t list, uint32_t action, uint32_t pid) {
    struct audit_rule_data data;
    memset(&data, 0, sizeof data);
    data.flags = list;
    data.action = action;
    if (list == AUDIT_FILTER_EXIT) memset(data.mask, 0xff, sizeof data.mask);
    if (pid != 0) {
        data.field_count = 1;
        data.fields[0] = AUDIT_PID;
        data.values[0] = pid;
        data.fieldflags[0] = AUDIT_EQUAL;
    }
    return request(type, &data, sizeof data);
}

bool open_audit(void) {
    struct audit_status status;
    memset(&status, 0, sizeof status);
    status.mask = AUDIT_STATUS_ENABLED | AUDIT_STATUS_PID | AUDIT_STATUS_BACKLOG_LIMIT;
    status.enabled = 1;
    status.pid = (uint32_t)getpid();
    status.backlog_limit = 8192;
    audit = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);
    if (audit < 0 || !request(AUDIT_SET, &status, sizeof status)) return false;
    return rule(AUDIT_ADD_RULE, AUDIT_FILTER_EXIT, AUDIT_ALWAYS, task_pid);
}

void audit_next_task(bool on) {
    if (audit < 0 || on == contexts) return;
    // A task for which the task list says "never" gets no context (auditsc.c:audit_alloc@7.3).
    if (!rule(on ? AUDIT_DEL_RULE : AUDIT_ADD_RULE, AUDIT_FILTER_TASK, AUDIT_NEVER, 0))
        say("lab: audit rule: %s\n", strerror(errno));
    contexts = on;
}

// The value of " key=" in a record.
static const char* field(const char* record, const char* key) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, " %s=", key);
    const char* found = strstr(record, pattern);
    return found == NULL ? NULL : found + strlen(pattern);
}

// The last system call before the script's own.
static bool is_start(const char* record) {
    const char* argument = field(record, "a0");
    return argument != NULL && strtoul(argument, NULL, 16) == start_mark;
}

// What the sibling does, whose process is the task's, and the SIGSTOP that takes the place of the brk.
static bool is_of_runner(const char* record) {
    const char* comm = field(record, "comm");
    const char* number = field(record, "syscall");
    const char* signal = field(record, "a2");
    if (comm != NULL && strncmp(comm, "\"" sibling_name "\"", strlen(sibling_name) + 2) == 0) return true;
    const bool is_tgkill = number != NULL && (atoi(number) == SYS_tgkill || atoi(number) == compat_nr_tgkill);
    return is_tgkill && signal != NULL && strtoul(signal, NULL, 16) == SIGSTOP;
}

static void say_record(const char* record) {
    const char* number = field(record, "syscall");
    const char* success = field(record, "success");
    const char* value = field(record, "exit");
    if (number == NULL) return;
    say("audit: record nr %d", atoi(number));
    for (int i = 0; i < 4; ++i) {
        char key[] = {'a', (char)('0' + i), '\0'};
        const char* argument = field(record, key);
        say(" arg%d %ld", i, argument == NULL ? 0 : shown((long)strtoul(argument, NULL, 16)));
    }
    // A record of a task that ends in its system call has neither.
    if (success == NULL || value == NULL) {
        say("\n");
        return;
    }
    say(" success %d value %ld\n", strncmp(success, "yes", 3) == 0, shown(atol(value)));
}

void say_audit(pid_t pid) {
    static char text[1 << 14];
    static int serial;
    char mark[32];
    bool started = false;
    if (audit < 0) return;
    // A message of our own comes after all records.
    snprintf(mark, sizeof mark, "lab end %d", ++serial);
    if (!send_message(last_of_all, mark, strlen(mark) + 1)) say("lab: audit: %s\n", strerror(errno));
    for (;;) {
        const int type = receive(text, sizeof text);
        if (type == -1) say("lab: audit says nothing more\n");
        if (type == -1 || (type == last_of_all && strstr(text, mark) != NULL)) return;
        const char* who = field(text, "pid");
        if (type != AUDIT_SYSCALL || who == NULL || atoi(who) != pid) continue;
        if (started && !is_of_runner(text)) say_record(text);
        started = started || is_start(text);
    }
}
