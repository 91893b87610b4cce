// SPDX-License-Identifier: MIT
#include "model/paths/paths.h"

#include "model/kernel/cells.h"
#include "model/kernel/writer.h"
#include "model/paths/arm64_path.h"

namespace entryproof::paths {

const std::vector<PathInfo>& built_in_paths() {
    static const std::vector<PathInfo> table = {
        {"legacy", "arm64 as Linux 7.3 has it: arch/arm64/kernel/syscall.c and ptrace.c", "7.3"},
        {"legacy-6.1", "the same as Linux 6.1 has it", "6.1"},
        {"legacy-6.12", "the same as Linux 6.12 has it", "6.12"},
        {"generic", "arm64 on 7.3's generic entry with the hooks of the posted series; number -1 is a skip", "7.3"},
        {"generic-permit", "the same, but number -1 after the entry work is answered with -ENOSYS", "7.3"},
    };
    return table;
}

std::optional<ir::Program> built_in_path(const std::string& name) {
    for (const LegacyVersion& version : {legacy_6_1, legacy_6_12, legacy_7_3})
        if (name == version.path) return arm64_legacy(version);
    if (name == "generic") return arm64_generic(true);
    if (name == "generic-permit") return arm64_generic(false);
    return std::nullopt;
}

namespace {

void add_entry(ir::Program& program, const std::string& name, unsigned number_register, const std::string& table_size,
               bool compat_table) {
    kernel::FunctionWriter f(name, kernel::at("arch/arm64/kernel/entry-common.c", name));
    f.call("el0_svc_common", {ir::by_value(ir::extract(kernel::cell(kernel::register_cell(number_register)), 0, 32)),
                              ir::by_value(kernel::cell(table_size)), ir::by_value(ir::truth(compat_table))});
    f.call("arm64_syscall_exit_to_user_mode");
    f.add_to(program);
}

}  // namespace

void add_el0_svc(ir::Program& program) {
    add_entry(program, "el0_svc", 8, "NR_syscalls", false);
    add_entry(program, "el0_svc_compat", 7, "NR_compat_syscalls", true);
}

}  // namespace entryproof::paths
