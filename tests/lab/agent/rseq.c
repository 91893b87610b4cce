// SPDX-License-Identifier: MIT
#include "rseq.h"

#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "text.h"

enum { signature = 0x53053053, area_size = 32, descriptor_address = rseq_address + 0x40 };

struct descriptor {
    uint32_t version, flags;
    uint64_t start, length, abort;
};

static uint64_t first_svc(const struct script* script) {
    for (int i = 0; i < script->instruction_count; ++i)
        if (script->program[i].kind == do_svc) return text_address + 4u * (unsigned)i;
    return text_address;
}

bool register_rseq(const struct script* script) {
    const uint64_t svc = first_svc(script);
    const uint64_t start = script->rseq == rseq_elsewhere ? text_page : svc;
    // The word before the abort address is the signature; a bad one is not.
    uint32_t* words = (uint32_t*)(uintptr_t)(rseq_address + 0x80);
    words[0] = script->rseq == rseq_bad ? 0 : signature;
    const struct descriptor descriptor = {0, 0, start, 8, rseq_address + 0x84};
    memset((void*)(uintptr_t)rseq_address, 0, area_size);
    memcpy((void*)(uintptr_t)descriptor_address, &descriptor, sizeof descriptor);
    return syscall(SYS_rseq, (void*)(uintptr_t)rseq_address, area_size, 0, signature) == 0;
}

bool point_rseq(const struct script* script, pid_t pid) {
    const uintptr_t pointer = rseq_address + 8;  // struct rseq: rseq_cs
    const uintptr_t value = script->rseq == rseq_none ? 0 : descriptor_address;
    return ptrace(PTRACE_POKEDATA, pid, (void*)pointer, (void*)value) == 0;
}
