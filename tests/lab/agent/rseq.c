// SPDX-License-Identifier: MIT
#include "rseq.h"

#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "text.h"

enum { descriptor_address = rseq_address + 0x40 };

struct descriptor {
    uint32_t version, flags;
    uint64_t start, length, abort;
};

static uint64_t first_svc(const struct script* script) {
    for (int i = 0; i < script->instruction_count; ++i)
        if (script->program[i].kind == do_svc) return text_address + 4u * (unsigned)i;
    return text_address;
}

void write_rseq(const struct script* script, char* page) {
    const uint64_t svc = first_svc(script);
    const uint64_t start = script->rseq == rseq_elsewhere ? text_page : svc;
    // The word before the abort address is the signature; a bad one is not.
    const uint32_t word = script->rseq == rseq_bad ? 0 : rseq_signature;
    const struct descriptor descriptor = {0, 0, start, 8, rseq_address + 0x84};
    char* area = page + (rseq_address - text_page);
    memset(area, 0, rseq_area_size);
    memcpy(page + (descriptor_address - text_page), &descriptor, sizeof descriptor);
    memcpy(area + 0x80, &word, sizeof word);
}

bool register_rseq(const struct script* script) {
    char* area = (char*)(uintptr_t)rseq_address;
    write_rseq(script, (char*)(uintptr_t)text_page);
    return syscall(SYS_rseq, area, rseq_area_size, 0, rseq_signature) == 0;
}

bool point_rseq(const struct script* script, pid_t pid) {
    const uintptr_t pointer = rseq_address + 8;  // struct rseq: rseq_cs
    const uintptr_t value = script->rseq == rseq_none ? 0 : descriptor_address;
    return ptrace(PTRACE_POKEDATA, pid, (void*)pointer, (void*)value) == 0;
}
