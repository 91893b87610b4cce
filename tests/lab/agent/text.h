// SPDX-License-Identifier: MIT
// The machine code a task runs, at the same address in each: a stub that loads every register, then the script's text.
#pragma once

#include "script.h"

enum {
    data_address = 0x10000000,
    install_address = 0x11000000,  // a page with a filter, and others at a distance
    install_distance = 0x10000,
    text_page = 0x20000000,
    stub_address = text_page + 0x180,  // one load for each of x0..x30, then brk (traced) or nop
    text_address = text_page + 0x200,
    values_address = text_page + 0x800,
    rseq_address = text_page + 0xa00,
    text_page_size = 0x1000,
};

static const uint32_t brk_instruction = 0xd4200000u;

// Maps the pages, once.
void map_text(void);
// Writes stub and text of a native script.
void write_text(const struct script* script);
uint32_t text_end(const struct script* script);
