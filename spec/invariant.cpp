// SPDX-License-Identifier: MIT
#include "spec/invariant.h"

#include "model/environment/transitions.h"
#include "model/ir/builder.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"
#include "spec/assumption.h"

namespace entryproof::spec {

using namespace ir;

const std::vector<Invariant>& invariants() {
    static const std::vector<Invariant> table = [] {
        std::vector<Invariant> all;
        for (const Assumption& assumption : assumptions())
            if (assumption.kind == AssumptionKind::invariant)
                all.push_back({assumption.name, assumption.text, assumption.condition});
        all.push_back({"I1.ever", "the AUDIT flag is set only if auditing was ever on",
                       either(negation(read("task.audit", 1)), read("audit.ever_enabled", 1))});
        all.push_back({"I3.options", "ptrace options are set only on a traced task",
                       either(equal(kernel::cell("task.ptrace"), constant(32, 0)),
                              kernel::has_bit(kernel::cell("task.ptrace"), kernel::PT_PTRACED_BIT))});
        all.push_back({"I4", "EXIT_TRAP is set exactly when TIF_SINGLESTEP is",
                       equal(read("task.exit_trap", 1), read("task.singlestep", 1)), environment::exit_trap_setter});
        return all;
    }();
    return table;
}

const std::map<std::string, std::uint64_t>& first_state() {
    static const std::map<std::string, std::uint64_t> state = {
        {"task.trace", 0},    {"task.emu", 0},      {"task.singlestep", 0},  {"task.exit_trap", 0},
        {"task.seccomp", 0},  {"task.audit", 0},    {"task.tracepoint", 0},  {"task.ptrace", 0},
        {"audit.context", 0}, {"audit.enabled", 0}, {"audit.in_syscall", 0}, {"audit.ever_enabled", 0},
        {"seccomp.mode", 0}};
    return state;
}

}  // namespace entryproof::spec
