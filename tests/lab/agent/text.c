// SPDX-License-Identifier: MIT
#include "text.h"

#include <string.h>
#include <sys/mman.h>

#include "channel.h"
#include "exec.h"

static uint32_t* at(uintptr_t address) { return (uint32_t*)address; }

static void map(uintptr_t address, int protection) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    if (mmap(at(address), text_page_size, protection, flags, -1, 0) != at(address))
        give_up("cannot map %lx", (unsigned long)address);
}

void map_text(void) {
    map(text_page, PROT_READ | PROT_WRITE | PROT_EXEC);
    map(data_address, PROT_READ | PROT_WRITE);
    for (int i = 0; i < most_installs; ++i) map(install_address + i * install_distance, PROT_READ | PROT_WRITE);
    int64_t long_sleep[] = {1000000, 0};
    memcpy(at(data_address), long_sleep, sizeof long_sleep);
    memcpy(at(data_address + 32), exec_file, sizeof exec_file);
}

// movz or movn with the one 16-bit piece that differs.
static uint32_t move(unsigned place, uint64_t value) {
    for (unsigned piece = 0; piece < 4; ++piece) {
        uint64_t elsewhere = ~(0xffffull << (16 * piece));
        uint32_t where = piece << 21 | place;
        if ((value & elsewhere) == 0) return 0xd2800000u | where | (uint32_t)(value >> (16 * piece) & 0xffff) << 5;
        if ((~value & elsewhere) == 0) return 0x92800000u | where | (uint32_t)(~value >> (16 * piece) & 0xffff) << 5;
    }
    give_up("no single instruction loads %lld", (long long)value);
}

static uint32_t encode(const struct instruction* one) {
    switch (one->kind) {
        case do_svc:
            return 0xd4000001u;
        case do_mov:
            return move((unsigned)one->place, (uint64_t)one->value);
        case do_nop:
            return 0xd503201fu;
        case do_brk:
            return brk_instruction;
        case do_enter:
            return 0xf900037cu;  // str x28, [x27]
    }
    give_up("no such instruction");
}

uint32_t text_end(const struct script* script) { return text_address + 4u * (uint32_t)script->instruction_count; }

void write_text(const struct script* script) {
    uint32_t* stub = at(stub_address);
    uint64_t* values = (uint64_t*)(uintptr_t)values_address;
    for (uint32_t i = 0; i < 31; ++i) {
        uint32_t distance = values_address + 8 * i - (stub_address + 4 * i);
        stub[i] = 0x58000000u | distance / 4 << 5 | i;  // ldr xI, [pc, distance]
        values[i] = (uint64_t)script->values[i];
    }
    stub[31] = script->untraced ? 0xd503201fu : brk_instruction;
    uint32_t* text = at(text_address);
    for (int i = 0; i < script->instruction_count; ++i) text[i] = encode(&script->program[i]);
    __builtin___clear_cache((char*)at(text_page), (char*)at(text_page) + text_page_size);
}
