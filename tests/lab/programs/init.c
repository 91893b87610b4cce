// SPDX-License-Identifier: MIT
// Process 1 of a test kernel that runs programs as a machine would: file systems where they belong, then every program
// of /programs, with what it prints and how it ends on the console. One called left.X or right.X is told to expect that.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void run(const char* name) {
    char path[512];
    int status = 0;
    snprintf(path, sizeof path, "/programs/%s", name);
    printf("=== begin %s\n", name);
    fflush(stdout);
    const pid_t pid = fork();
    const char* wanted = strncmp(name, "left.", 5) == 0 ? "left" : strncmp(name, "right.", 6) == 0 ? "right" : NULL;
    if (pid == 0) {
        execl(path, name, wanted == NULL ? (char*)NULL : "--expect", wanted, (char*)NULL);
        _exit(126);
    }
    waitpid(pid, &status, 0);
    printf("=== end %s %d\n", name, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    fflush(stdout);
}

int main(void) {
    struct dirent** found;
    mkdir("/sys", 0755);
    mount("proc", "/proc", "proc", 0, NULL);
    mount("sysfs", "/sys", "sysfs", 0, NULL);
    mount("debugfs", "/sys/kernel/debug", "debugfs", 0, NULL);
    mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL);
    const int count = scandir("/programs", &found, NULL, alphasort);
    for (int i = 0; i < count; ++i)
        if (found[i]->d_name[0] != '.') run(found[i]->d_name);
    printf("=== done %d\n", count);
    fflush(stdout);
    sync();
    reboot(RB_POWER_OFF);
    return 0;
}
