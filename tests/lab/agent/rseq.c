// SPDX-License-Identifier: MIT
#include "rseq.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel.h"
#include "text.h"

enum {
    area_size = 32,
    pointer_address = rseq_address + 8,  // struct rseq: rseq_cs
    descriptor_address = rseq_address + 0x40,
};

struct descriptor {
    uint32_t version, flags;
    uint64_t start, length, abort;
};

static uint64_t pointer_of(const struct script* script) {
    switch (script->rseq.pointer) {
        case to_section:
            return descriptor_address;
        case to_nothing:
            return 8;
        case to_kernel:
            return 0xffff000000000000u;
    }
    return 0;
}

void set_rseq_registers(struct script* script) {
    if (!script->rseq.present) return;
    script->values[27] = pointer_address;
    script->values[28] = (int64_t)pointer_of(script);
}

// The area is written before it is needed: a page fault is another way into the kernel.
bool register_rseq(const struct script* script) {
    const struct rseq_section* section = &script->rseq;
    const struct descriptor descriptor = {section->version, section->flags, text_address + (uint64_t)section->start,
                                          (uint64_t)section->length, text_address + (uint64_t)section->abort};
    char* area = (char*)(uintptr_t)rseq_address;
    memset(area, 0, area_size);
    memcpy((char*)(uintptr_t)descriptor_address, &descriptor, sizeof descriptor);
    return syscall(SYS_rseq, area, area_size, 0, brk_instruction) == 0;
}

bool point_rseq(const struct script* script, pid_t pid, bool enters) {
    const uintptr_t value = enters ? pointer_of(script) : 0;
    return ptrace(PTRACE_POKEDATA, pid, (void*)(uintptr_t)pointer_address, (void*)value) == 0;
}

int rseq_points(pid_t pid) {
    errno = 0;
    const long pointer = ptrace(PTRACE_PEEKDATA, pid, (void*)(uintptr_t)pointer_address, NULL);
    return errno != 0 ? -1 : pointer != 0;
}

static char debug_before[8];

// What the switch reads, or writes what is given.
static void use_switch(char* text, size_t size, bool reads) {
    const int file = open("/debug/rseq/debug", O_RDWR | O_CLOEXEC);
    const ssize_t done = file < 0 ? -1 : reads ? read(file, text, size) : write(file, text, size);
    if (done <= 0) say("lab: no switch rseq/debug: %s\n", strerror(errno));
    if (file >= 0) close(file);
}

void switch_rseq_debug_on(void) {
    static bool mounted;
    if (!mounted) {
        mkdir("/debug", 0755);
        mounted = mount("debugfs", "/debug", "debugfs", 0, NULL) == 0;
    }
    use_switch(debug_before, 1, true);
    char on[] = "1";
    use_switch(on, 1, false);
}

void restore_rseq_debug(void) { use_switch(debug_before, 1, false); }
