// SPDX-License-Identifier: MIT
#include "model/environment/environment.h"

#include "model/environment/either_call.h"
#include "model/environment/parts.h"
#include "model/ir/call_graph.h"
#include "model/kernel/arch.h"
#include "model/kernel/numbers.h"

#include <algorithm>
#include <stdexcept>

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

bool same_signature(const Signature& wanted, const Function& found) {
    if (wanted.result != found.result || wanted.parameters.size() != found.parameters.size()) return false;
    for (std::size_t i = 0; i < wanted.parameters.size(); ++i)
        if (wanted.parameters[i].width != found.parameters[i].width ||
            wanted.parameters[i].by_reference != found.parameters[i].by_reference)
            return false;
    return true;
}

}  // namespace

void require_path_functions(const Program& path) {
    for (const Signature& wanted : arch_of(path).functions) {
        const auto found = path.functions.find(wanted.name);
        if (found == path.functions.end() && !wanted.only_with.empty()) continue;
        if (found == path.functions.end())
            throw std::invalid_argument("path " + path.name + " does not provide " + wanted.name);
        const bool is_free = wanted.name == arch_of(path).entry && arch_of(path).entry_takes_number;
        if (!is_free && !same_signature(wanted, found->second))
            throw std::invalid_argument("path " + path.name + " provides " + wanted.name + " with another signature");
    }
}

namespace {

void add_one_syscall(Program& program, const Arch& arch, Tasks tasks) {
    FunctionWriter f("one_syscall", at("arch/" + arch.name + "/kernel/entry.S", arch.entry));
    f.call("establish");
    std::vector<Argument> arguments;
    for (const Parameter& parameter : program.functions.at(arch.entry).parameters)
        arguments.push_back(
            by_value(parameter.width == 32 ? number(arch) : sign_extend(number(arch), parameter.width)));
    if (tasks == Tasks::native)
        f.call(arch.entry, arguments);
    else
        call_either(program, f, fact("task.compat"), arch.compat.function, arch.entry);
    f.add_to(program);
}

// The entry of 32-bit tasks, what it alone calls, and the size of their table: nobody would use them.
void leave_out_compat(Program& program, const Arch& arch) {
    const std::string entry = arch.compat.function;
    if (program.functions.count(entry) == 0) return;
    const CallGraph graph(program);
    std::vector<std::string> others;
    for (const Signature& provided : arch.functions)
        if (provided.name != entry && program.functions.count(provided.name)) others.push_back(provided.name);
    const auto is_used = [&](const std::string& name) {
        return std::any_of(others.begin(), others.end(),
                           [&](const std::string& other) { return other == name || !graph.way(other, name).empty(); });
    };
    std::erase_if(program.functions, [&](const auto& one) {
        return one.first == entry || (!graph.way(entry, one.first).empty() && !is_used(one.first));
    });
    if (std::none_of(others.begin(), others.end(), [&](const std::string& other) {
            return graph.touched_cells(other).count(arch.compat.table_size) != 0;
        }))
        program.cells.erase(arch.compat.table_size);
}

}  // namespace

bool has_compat_entry(const Program& path) {
    const std::string& entry = arch_of(path).compat.function;
    return !entry.empty() && path.functions.count(entry) != 0;
}

Program with_environment(const Program& path, const AddressedRegisters& addressed, AfterExitWork after, Tasks tasks) {
    require_path_functions(path);
    const AddressedRegisters own = addressed_registers(path);
    if (!std::includes(addressed.begin(), addressed.end(), own.begin(), own.end()))
        throw std::invalid_argument("path " + path.name + " addresses a register that is to be bundled");
    const Arch& arch = arch_of(path);
    if (after == AfterExitWork::deliver_signals && arch.name != "arm64")
        throw std::invalid_argument("what follows the exit work is written for arm64 only, and this is " + arch.name);
    if (tasks == Tasks::all && !has_compat_entry(path))
        throw std::invalid_argument("path " + path.name + " has no entry for 32-bit tasks");
    const Registers registers(arch, addressed, tasks);
    Program program = path;
    if (tasks == Tasks::native) leave_out_compat(program, arch);
    declare_kernel_cells(program);
    declare_facts(program);
    if (tasks == Tasks::all) declare_cell(program, compat_is_modelled, 1, "32-bit tasks are modelled; read by nobody");
    add_signals(program);
    add_start(program, registers);
    add_tracer(program, registers);
    if (after == AfterExitWork::hand_over)
        add_hand_over(program, registers);
    else
        add_exit_loop(program, registers);
    add_seccomp(program);
    add_tracepoints(program, registers);
    add_audit(program);
    add_rseq(program);
    add_body(program, registers);
    if (arch.has_generic_work) add_dispatch(program);
    add_one_syscall(program, arch, tasks);
    program.entry = "one_syscall";
    return program;
}

const std::map<std::string, std::uint64_t>& named_numbers() {
    static const std::map<std::string, std::uint64_t> table = {
        {"PTRACE_CONT", PTRACE_CONT},
        {"PTRACE_SINGLESTEP", PTRACE_SINGLESTEP},
        {"PTRACE_DETACH", PTRACE_DETACH},
        {"PTRACE_SYSCALL", PTRACE_SYSCALL},
        {"PTRACE_SYSEMU", PTRACE_SYSEMU},
        {"PTRACE_SYSEMU_SINGLESTEP", PTRACE_SYSEMU_SINGLESTEP},
        {"TRACER_DIED", tracer_died},
        {"SIGTRAP", SIGTRAP},
        {"SIGKILL", SIGKILL},
        {"SIGSEGV", SIGSEGV},
        {"SIGSYS", SIGSYS},
        {"SECCOMP_RET_KILL_PROCESS", SECCOMP_RET_KILL_PROCESS},
        {"SECCOMP_RET_KILL_THREAD", SECCOMP_RET_KILL_THREAD},
        {"SECCOMP_RET_TRAP", SECCOMP_RET_TRAP},
        {"SECCOMP_RET_ERRNO", SECCOMP_RET_ERRNO},
        {"SECCOMP_RET_USER_NOTIF", SECCOMP_RET_USER_NOTIF},
        {"SECCOMP_RET_TRACE", SECCOMP_RET_TRACE},
        {"SECCOMP_RET_LOG", SECCOMP_RET_LOG},
        {"SECCOMP_RET_ALLOW", SECCOMP_RET_ALLOW},
    };
    return table;
}

}  // namespace entryproof::environment
