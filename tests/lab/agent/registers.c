// SPDX-License-Identifier: MIT
#include "registers.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

enum { nt_arm_system_call = 0x404, set_syscall_info_request = 0x4212 };

static bool regset(int request, pid_t pid, unsigned long kind, void* data, size_t* size) {
    struct iovec vector = {data, *size};
    if (ptrace(request, pid, (void*)kind, &vector) != 0) return false;
    *size = vector.iov_len;
    return true;
}

bool read_registers(pid_t pid, struct register_set* set) {
    set->size = sizeof set->native;
    return regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, &set->native, &set->size);
}

bool write_registers(pid_t pid, struct register_set* set) {
    size_t size = set->size;
    return regset(PTRACE_SETREGSET, pid, NT_PRSTATUS, &set->native, &size);
}

bool is_compat(const struct register_set* set) { return set->size == sizeof set->compat; }

static int compat_place(int place) { return place == register_pc ? 15 : place == register_sp ? 13 : place; }

int64_t get_register(const struct register_set* set, int place) {
    if (is_compat(set)) return set->compat[compat_place(place)];
    return place == register_pc   ? (int64_t)set->native.pc
           : place == register_sp ? (int64_t)set->native.sp
                                  : (int64_t)set->native.x[place];
}

void set_register(struct register_set* set, int place, int64_t value) {
    if (is_compat(set)) {
        set->compat[compat_place(place)] = (uint32_t)value;
        return;
    }
    *(place == register_pc   ? &set->native.pc
      : place == register_sp ? &set->native.sp
                             : &set->native.x[place]) = (uint64_t)value;
}

int syscall_number(pid_t pid) {
    int number = 0;
    size_t size = sizeof number;
    return regset(PTRACE_GETREGSET, pid, nt_arm_system_call, &number, &size) ? number : -9999;
}

bool set_syscall_number(pid_t pid, int number) {
    size_t size = sizeof number;
    return regset(PTRACE_SETREGSET, pid, nt_arm_system_call, &number, &size);
}

// include/uapi/linux/ptrace.h:struct ptrace_syscall_info, in the forms that we write.
struct syscall_info {
    uint8_t op, pad[3];
    uint32_t arch;
    uint64_t instruction_pointer, stack_pointer;
    union {
        uint64_t entry[7];  // number, arguments
        struct {
            int64_t value;
            uint8_t is_error;
        } exit;
        uint64_t space[8];
    };
};

enum { op_none = 0, op_entry = 1, op_exit = 2 };

bool set_syscall_info(pid_t pid, const struct write* writes, int count) {
    struct syscall_info info;
    memset(&info, 0, sizeof info);
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void*)sizeof info, &info) < 0) return false;
    // What is asked for in a stop of another kind is asked for all the same.
    const bool of_exit = count > 0 && writes[0].place >= 7;
    if (of_exit != (info.op == op_exit) || info.op == op_none) {
        memset(&info, 0, sizeof info);
        info.op = of_exit ? op_exit : op_entry;
    }
    for (int i = 0; i < count; ++i) {
        const int place = writes[i].place;
        if (place <= 5) info.entry[1 + place] = (uint64_t)writes[i].value;
        if (place == 6) info.entry[0] = (uint64_t)writes[i].value;
        if (place == 7) info.exit.value = writes[i].value;
        if (place == 8) info.exit.is_error = writes[i].value != 0;
    }
    return ptrace((enum __ptrace_request)set_syscall_info_request, pid, (void*)sizeof info, &info) == 0;
}
