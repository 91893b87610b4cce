// SPDX-License-Identifier: MIT
#include "exec.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "channel.h"
#include "text.h"

static struct {
    Elf64_Ehdr head;
    Elf64_Phdr parts[3];
    char rest[text_page_size - sizeof(Elf64_Ehdr) - 3 * sizeof(Elf64_Phdr)];
    char text[text_page_size];
    char data[text_page_size];
} image;

static Elf64_Phdr part(uint64_t offset, uint64_t address, uint32_t flags) {
    return (Elf64_Phdr){PT_LOAD, flags, offset, address, address, text_page_size, text_page_size, text_page_size};
}

void write_exec(const struct script* script) {
    image.head = (Elf64_Ehdr){.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                              .e_type = ET_EXEC,
                              .e_machine = EM_AARCH64,
                              .e_version = EV_CURRENT,
                              .e_entry = text_address + (uint64_t)script->exec,
                              .e_phoff = sizeof(Elf64_Ehdr),
                              .e_ehsize = sizeof(Elf64_Ehdr),
                              .e_phentsize = sizeof(Elf64_Phdr),
                              .e_phnum = 3};
    image.parts[0] = part(text_page_size, text_page, PF_R | PF_W | PF_X);
    image.parts[1] = part(2 * text_page_size, data_address, PF_R | PF_W);
    image.parts[2] = (Elf64_Phdr){.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W};
    memcpy(image.text, (const void*)(uintptr_t)text_page, sizeof image.text);
    memcpy(image.data, (const void*)(uintptr_t)data_address, sizeof image.data);
    const int file = open(exec_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    if (file < 0 || write(file, &image, sizeof image) != (ssize_t)sizeof image) give_up("cannot write %s", exec_file);
    close(file);
}
