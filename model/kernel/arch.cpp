// SPDX-License-Identifier: MIT
#include "model/kernel/arch.h"

#include <algorithm>
#include <stdexcept>

namespace entryproof::kernel {

namespace {

// What a path must provide on every architecture, by its row in the table of arm64.
const std::vector<std::string>& common_functions() {
    static const std::vector<std::string> names = {"ptrace_resume",
                                                   "syscall_get_nr",
                                                   "syscall_get_arguments",
                                                   "syscall_rollback",
                                                   "syscall_set_return_value",
                                                   "syscall_get_return_value",
                                                   "syscall_get_arch",
                                                   "set_task_syscall_work.SECCOMP",
                                                   "set_task_syscall_work.SYSCALL_TRACE",
                                                   "set_task_syscall_work.SYSCALL_EMU",
                                                   "set_task_syscall_work.SYSCALL_AUDIT",
                                                   "set_task_syscall_work.SYSCALL_TRACEPOINT",
                                                   "clear_task_syscall_work.SECCOMP",
                                                   "clear_task_syscall_work.SYSCALL_TRACE",
                                                   "clear_task_syscall_work.SYSCALL_EMU",
                                                   "clear_task_syscall_work.SYSCALL_AUDIT",
                                                   "clear_task_syscall_work.SYSCALL_TRACEPOINT"};
    return names;
}

// The flags of generic entry that arm64's legacy entry does not have.
const std::vector<Signature>& generic_work_functions() {
    static const std::vector<Signature> table = {
        {"set_task_syscall_work.SYSCALL_USER_DISPATCH",
         {},
         0,
         false,
         "kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch@7.3",
         "prctl(PR_SET_SYSCALL_USER_DISPATCH)",
         "syscall_user_dispatch"},
        {"clear_task_syscall_work.SYSCALL_USER_DISPATCH",
         {},
         0,
         false,
         "kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch@7.3",
         ""},
        {"set_task_syscall_work.SYSCALL_RSEQ_SLICE",
         {},
         0,
         false,
         "kernel/rseq.c:rseq_slice_expired@7.3",
         "a granted time slice extension has run out",
         "rseq_syscall_enter_work"},
        {"clear_task_syscall_work.SYSCALL_RSEQ_SLICE",
         {},
         0,
         false,
         "kernel/rseq.c:rseq_syscall_enter_work@7.3",
         "",
         "rseq_syscall_enter_work"},
        {"clear_task_syscall_work.SYSCALL_EXIT_TRAP",
         {},
         0,
         false,
         "include/linux/thread_info.h@7.3",
         "builds the start state"},
    };
    return table;
}

void add_common_functions(Arch& arch) {
    const std::string own = "arch/arm64/";
    for (const std::string& name : common_functions()) {
        const auto is_own = [&](const Signature& signature) { return signature.name == name; };
        if (std::any_of(arch.functions.begin(), arch.functions.end(), is_own)) continue;
        const auto row = std::find_if(path_functions().begin(), path_functions().end(),
                                      [&](const Signature& signature) { return signature.name == name; });
        arch.functions.push_back(*row);
        std::string& source = arch.functions.back().source;
        if (source.rfind(own, 0) == 0) source = "arch/" + arch.name + "/" + source.substr(own.size());
    }
}

void complete(Arch& arch) {
    arch.fields.insert(arch.fields.end(), shared_field_cells().begin(), shared_field_cells().end());
    if (arch.name == "arm64")
        arch.functions = path_functions();
    else
        add_common_functions(arch);
    if (!arch.has_generic_work) return;
    arch.fields.insert(arch.fields.end(), dispatch_field_cells().begin(), dispatch_field_cells().end());
    arch.functions.insert(arch.functions.end(), generic_work_functions().begin(), generic_work_functions().end());
}

const std::map<std::string, Arch>& tables() {
    static const std::map<std::string, Arch> known = [] {
        std::map<std::string, Arch> result;
        for (Arch& one : std::vector<Arch>{arm64_table(), loongarch_table(), riscv_table(), x86_table()}) {
            complete(one);
            result.emplace(one.name, std::move(one));
        }
        return result;
    }();
    return known;
}

}  // namespace

const Signature& Arch::function(const std::string& wanted) const {
    for (const Signature& row : functions)
        if (row.name == wanted) return row;
    throw std::invalid_argument(name + " has no function " + wanted);
}

const Arch& arch(const std::string& name) {
    const auto found = tables().find(name);
    if (found == tables().end()) throw std::invalid_argument("no architecture is called " + name);
    return found->second;
}

const std::vector<std::string>& arch_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const auto& [name, table] : tables()) result.push_back(name);
        return result;
    }();
    return names;
}

const Arch& arch_of(const ir::Program& program) {
    for (const auto& [name, table] : tables())
        if (program.functions.count(table.entry)) return table;
    return arch("arm64");
}

}  // namespace entryproof::kernel
