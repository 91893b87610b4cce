// SPDX-License-Identifier: MIT
// A filter as a seccomp program.
#pragma once

#include <linux/filter.h>

#include "script.h"

enum { most_bpf = 8 + 8 * most_rules };

struct program {
    unsigned short length;
    struct sock_filter code[most_bpf];
};

// Rules count for system calls of the text [first, end] only: the runner makes others before and beside it.
void compile_filter(const struct filter* filter, uint32_t first, uint32_t end, struct program* program);
// Flags for seccomp(): a filter that asks a supervisor has a listener.
bool wants_listener(const struct filter* filter);
