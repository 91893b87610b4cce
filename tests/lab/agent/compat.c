// SPDX-License-Identifier: MIT
#include "compat.h"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "audit.h"
#include "channel.h"
#include "task.h"
#include "text.h"

enum {
    setup_address = text_page + 0x1000,  // what runs before the stub
    actions_address = text_page + 0xc00,
    svc = 0xef000000,
    nop = 0xe320f000,
    breakpoint = 0xe7f001f0,  // undefined for ever; arm64 takes it for a breakpoint (debug-monitors.c@7.3)
    nr_rt_sigaction = 174,
    nr_gettid = 224,
};

static const char* const file_name = "/compat";

// The file: headers, two pages of text, one of data.
static struct {
    Elf32_Ehdr head;
    Elf32_Phdr parts[3];
    char rest[text_page_size - sizeof(Elf32_Ehdr) - 3 * sizeof(Elf32_Phdr)];
    char text[2 * text_page_size];
    char data[text_page_size];
} image;

static uint32_t* at(uint32_t address) { return (uint32_t*)(void*)(image.text + (address - text_page)); }

static Elf32_Phdr part(uint32_t offset, uint32_t address, uint32_t size, uint32_t flags) {
    return (Elf32_Phdr){PT_LOAD, offset, address, address, size, size, flags, text_page_size};
}

static void write_headers(void) {
    image.head = (Elf32_Ehdr){.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                              .e_type = ET_EXEC,
                              .e_machine = EM_ARM,
                              .e_version = EV_CURRENT,
                              .e_entry = setup_address,
                              .e_phoff = sizeof(Elf32_Ehdr),
                              .e_flags = EF_ARM_EABI_VER5,
                              .e_ehsize = sizeof(Elf32_Ehdr),
                              .e_phentsize = sizeof(Elf32_Phdr),
                              .e_phnum = 3};
    image.parts[0] = part(text_page_size, text_page, 2 * text_page_size, PF_R | PF_W | PF_X);
    image.parts[1] = part(3 * text_page_size, data_address, text_page_size, PF_R | PF_W);
    image.parts[2] = (Elf32_Phdr){.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W};
}

// An immediate of A32: eight bits, rotated right by an even number. False if the value has no such form.
static bool rotated(uint32_t value, uint32_t* field) {
    for (uint32_t turn = 0; turn < 16; ++turn) {
        uint32_t left = 2 * turn;
        uint32_t byte = left == 0 ? value : value << left | value >> (32 - left);
        if (byte > 0xff) continue;
        *field = turn << 8 | byte;
        return true;
    }
    return false;
}

static uint32_t half(uint32_t code, uint32_t place, uint32_t value) {
    return code | (value >> 12 & 0xf) << 16 | place << 12 | (value & 0xfff);
}

static uint32_t movw(uint32_t place, uint32_t value) { return half(0xe3000000u, place, value & 0xffff); }
static uint32_t movt(uint32_t place, uint32_t value) { return half(0xe3400000u, place, value >> 16); }

// One of movw, mov and mvn.
static uint32_t move(uint32_t place, uint32_t value) {
    uint32_t field;
    if (value <= 0xffff) return movw(place, value);
    if (rotated(value, &field)) return 0xe3a00000u | place << 12 | field;
    if (rotated(~value, &field)) return 0xe3e00000u | place << 12 | field;
    give_up("no single A32 instruction loads 0x%x", value);
}

static uint32_t encode(const struct instruction* one) {
    switch (one->kind) {
        case do_svc:
            return svc;
        case do_mov:
            return move((uint32_t)one->place, (uint32_t)one->value);
        case do_nop:
            return nop;
        case do_brk:
            return breakpoint;
        case do_enter:
            break;
    }
    give_up("no such instruction");
}

static uint32_t* add_call(uint32_t* code, uint32_t number, const uint32_t arguments[4]) {
    for (uint32_t i = 0; i < 4; ++i) {
        *code++ = movw(i, arguments[i]);
        *code++ = movt(i, arguments[i]);
    }
    *code++ = movw(7, number);
    *code++ = svc;
    return code;
}

static uint32_t* add_handlers(uint32_t* code, const struct script* script) {
    for (int i = 0; i < script->handler_count; ++i) {
        // include/linux/compat.h:struct compat_sigaction: handler, flags, restorer, mask.
        uint32_t address = actions_address + 32 * (uint32_t)i;
        at(address)[0] = text_address + (uint32_t)script->handler_offset;
        at(address)[1] = (uint32_t)script->handlers[i].flags;
        const uint32_t arguments[] = {(uint32_t)script->handlers[i].signal, address, 0, 8};
        code = add_call(code, nr_rt_sigaction, arguments);
    }
    return code;
}

// Loads of r0..r12 and r14, then the breakpoint, right before the text.
static void write_stub(const struct script* script) {
    uint32_t address = text_address - 4 * 15;
    for (uint32_t place = 0; place < 15; ++place) {
        if (place == 13) continue;
        *at(values_address + 4 * place) = (uint32_t)script->values[place];
        *at(address) = 0xe59f0000u | place << 12 | (values_address + 4 * place - (address + 8));
        address += 4;
    }
    *at(address) = script->untraced ? nop : breakpoint;
}

void write_compat(const struct script* script) {
    memset(&image, 0, sizeof image);
    write_headers();
    const int64_t long_sleep = 1000000;
    memcpy(image.data, &long_sleep, sizeof long_sleep);
    write_stub(script);
    for (int i = 0; i < script->instruction_count; ++i) at(text_address)[i] = encode(&script->program[i]);
    uint32_t* code = add_handlers(at(setup_address), script);
    const uint32_t mark[] = {start_mark, 0, 0, 0};
    code = add_call(code, nr_gettid, mark);
    const uint32_t stop[] = {task_pid, task_pid, SIGSTOP, 0};
    if (starts_with_stop(script)) code = add_call(code, compat_nr_tgkill, stop);
    const uint32_t here = setup_address + (uint32_t)((char*)code - (char*)at(setup_address));
    *code = 0xea000000u | ((text_address - 4 * 15 - (here + 8)) >> 2 & 0xffffff);  // b stub
    int file = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    if (file < 0 || write(file, &image, sizeof image) != (ssize_t)sizeof image) give_up("cannot write %s", file_name);
    close(file);
}

void start_compat(void) {
    char* const arguments[] = {(char*)"compat", NULL};
    execve(file_name, arguments, arguments + 1);
}
