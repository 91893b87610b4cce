// SPDX-License-Identifier: MIT
#include "channel.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <unistd.h>

enum { sys_open = 1, sys_close = 2, sys_write = 5, sys_read = 6, sys_flen = 12 };
enum { mode_read = 1, mode_write = 5 };

static char text[1 << 16];
static size_t used;
static long report = -1;

// Arm's semihosting specification: operation in w0, address of the parameters in x1, A64 traps with hlt 0xf000.
static long semihosting(long operation, long* parameters) {
    register long x0 __asm__("x0") = operation;
    register long* x1 __asm__("x1") = parameters;
    __asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
    return x0;
}

static long open_host_file(const char* name, long mode) {
    long parameters[] = {(long)name, mode, (long)strlen(name)};
    return semihosting(sys_open, parameters);
}

char* read_host_file(const char* name) {
    long file = open_host_file(name, mode_read);
    if (file < 0) return NULL;
    long size = semihosting(sys_flen, &file);
    if (size < 0) return NULL;
    // Not for the tasks: they would copy its page tables. The pages have to be there before the host writes to them.
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
    char* content = mmap(NULL, (size_t)size + 1, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (content == MAP_FAILED) return NULL;
    madvise(content, (size_t)size + 1, MADV_DONTFORK);  // a small kernel may have no madvise
    long parameters[] = {file, (long)content, size};
    // The answer is the number of bytes NOT read.
    if (semihosting(sys_read, parameters) != 0) return NULL;
    semihosting(sys_close, &file);
    return content;
}

void open_report(const char* name) {
    report = open_host_file(name, mode_write);
    if (report < 0) give_up("cannot write %s", name);
}

void flush_report(void) {
    long parameters[] = {report, (long)text, (long)used};
    if (used > 0 && report >= 0) semihosting(sys_write, parameters);
    used = 0;
}

void say(const char* format, ...) {
    va_list arguments;
    if (used > sizeof text / 2) flush_report();
    va_start(arguments, format);
    int length = vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof text - used) used += (size_t)length;
}

void power_off(void) {
    flush_report();
    sync();
    reboot(RB_POWER_OFF);
    for (;;) pause();
}

void give_up(const char* format, ...) {
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    say("lab: gave up: %s\n", why);
    printf("agent: gave up: %s\n", why);
    fflush(stdout);
    power_off();
}
