// SPDX-License-Identifier: MIT
#include "supervisor.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel.h"
#include "task.h"
#include "text.h"

int take_listener(pid_t pid, int descriptor) {
    if (descriptor < 0) return -1;
    const int process = (int)syscall(SYS_pidfd_open, pid, 0);
    const int listener = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
    if (listener < 0) say("lab: no listener: %s\n", strerror(errno));
    if (process >= 0) close(process);
    return listener;
}

static void answer(const struct notification* reply, struct seccomp_notif_resp* response) {
    switch (reply->kind) {
        case reply_continue:
            response->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
            return;
        case reply_error:
            response->error = (int)-reply->value;
            return;
        case reply_value:
            response->val = reply->value;
            return;
    }
}

void supervise(struct supervisor* supervisor, const struct script* script, short ready) {
    static const struct notification go_on = {reply_continue, 0};
    struct seccomp_notif question;
    memset(&question, 0, sizeof question);
    if ((ready & POLLIN) == 0) {
        // Nobody uses the filter any more.
        close_supervisor(supervisor->listener);
        supervisor->listener = -1;
        return;
    }
    if (ioctl(supervisor->listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
    say("seccomp: notification nr %d arg0 %ld pc %+ld\n", question.data.nr, shown((long)question.data.args[0]),
        (long)(question.data.instruction_pointer - text_address));
    const int index = supervisor->answered++;
    const struct notification* reply = index < script->notification_count ? &script->notifications[index] : &go_on;
    struct seccomp_notif_resp response;
    memset(&response, 0, sizeof response);
    response.id = question.id;
    answer(reply, &response);
    if (ioctl(supervisor->listener, SECCOMP_IOCTL_NOTIF_SEND, &response) != 0)
        say("lab: the reply fails: %s\n", strerror(errno));
}

void close_supervisor(int listener) {
    if (listener >= 0) close(listener);
}
