// SPDX-License-Identifier: MIT
// The registers of a stopped task, as the tracer sees and writes them; native and 32-bit tasks have different sets.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "script.h"

struct register_set {
    size_t size;
    union {
        struct {
            uint64_t x[31], sp, pc, pstate;
        } native;
        uint32_t compat[18];  // r0..r15, cpsr, orig_r0
    };
};

bool read_registers(pid_t pid, struct register_set* set);
bool write_registers(pid_t pid, struct register_set* set);
bool is_compat(const struct register_set* set);
int64_t get_register(const struct register_set* set, int place);
void set_register(struct register_set* set, int place, int64_t value);

int syscall_number(pid_t pid);
bool set_syscall_number(pid_t pid, int number);
// PTRACE_SET_SYSCALL_INFO with these changes to what PTRACE_GET_SYSCALL_INFO says.
bool set_syscall_info(pid_t pid, const struct write* writes, int count);
