// SPDX-License-Identifier: MIT
#include "bpf.h"

#include <linux/seccomp.h>
#include <stddef.h>

static void add(struct program* program, uint16_t code, unsigned yes, unsigned no, uint32_t operand) {
    program->code[program->length++] = (struct sock_filter){code, (uint8_t)yes, (uint8_t)no, operand};
}

static void load(struct program* program, size_t offset) {
    add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

// If what was loaded is not `value`, `skip` instructions are passed over.
static void require(struct program* program, uint32_t value, unsigned skip) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, skip, value);
}

static void allow(struct program* program) { add(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW); }

static void add_rule(struct program* program, const struct rule* rule) {
    const size_t argument = offsetof(struct seccomp_data, args[0]);
    const unsigned argument_length = rule->any_argument ? 0 : 4;
    if (!rule->any_number) {
        load(program, offsetof(struct seccomp_data, nr));
        require(program, rule->number, argument_length + 1);
    }
    if (!rule->any_argument) {
        load(program, argument);
        require(program, (uint32_t)rule->argument, 3);
        load(program, argument + 4);
        require(program, (uint32_t)(rule->argument >> 32), 1);
    }
    add(program, BPF_RET | BPF_K, 0, 0, rule->action);
}

void compile_filter(const struct filter* filter, uint32_t first, uint32_t end, struct program* program) {
    const size_t pointer = offsetof(struct seccomp_data, instruction_pointer);
    program->length = 0;
    load(program, pointer + 4);
    require(program, 0, 3);
    load(program, pointer);
    add(program, BPF_JMP | BPF_JGE | BPF_K, 0, 1, first);
    add(program, BPF_JMP | BPF_JGT | BPF_K, 0, 1, end);
    allow(program);
    for (int i = 0; i < filter->count; ++i) add_rule(program, &filter->rules[i]);
    allow(program);
}

bool wants_listener(const struct filter* filter) {
    for (int i = 0; i < filter->count; ++i)
        if ((filter->rules[i].action & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_USER_NOTIF) return true;
    return false;
}
