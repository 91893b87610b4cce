// SPDX-License-Identifier: MIT
// The exit-to-user loop in one event: arch/arm64/kernel/entry-common.c:arm64_syscall_exit_to_user_mode @7.3.
//
// What follows the exit work is the kernel's own code, the same for every path, and works on the state shown here:
// signals and their siginfo, registers, the number (a restart needs it), tracing, stepping, the MTE fault, memory. So
// two paths that hand over the same cannot differ afterwards. This is what proofs use; exit_loop.cpp is what happens in
// detail.
#include "model/environment/parts.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

void add_hand_over(Program& program, const Registers& registers) {
    FunctionWriter f("arm64_syscall_exit_to_user_mode",
                     at("arch/arm64/kernel/entry-common.c", "arm64_syscall_exit_to_user_mode"));
    f.if_(is_pending(SIGKILL), [](BodyBuilder& then) { then.call("do_exit", {by_value(int_constant(SIGKILL))}); });
    f.if_(both(is_pending(SIGSYS), fact("sigsys.kills")),
          [](BodyBuilder& then) { then.call("do_exit", {by_value(int_constant(SIGSYS))}); });
    const ExpressionRef steps = f.local("steps", 1);
    const ExpressionRef mte_fault = f.local("mte_fault", 1);
    f.call("test_thread_flag.TIF_SINGLESTEP", {}, "steps");
    f.call("test_thread_flag.TIF_MTE_ASYNC_FAULT", {}, "mte_fault");
    Hook hook{"return_to_user", "user", "return", {}, {}, Sharing::history};
    hook.fields = registers.fields(true);
    for (Field& field : sigsys_info(select(is_pending(SIGSYS), int_constant(SIGSYS), int_constant(0))))
        hook.fields.push_back(std::move(field));
    const auto code = [](unsigned signal, const std::string& name) {
        return select(is_pending(signal), fact(name), int_constant(0));
    };
    const std::vector<Field> rest = {
        {"pending", fact("task.pending")},
        {"sigsegv_code", code(SIGSEGV, "sigsegv.code")},
        {"sigtrap_code", code(SIGTRAP, "sigtrap.code")},
        {"nr", cell("regs.syscallno")},
        {"orig_x0", cell("regs.orig_x0")},
        {"ptrace", cell("task.ptrace")},
        {"steps", steps},
        {"mte_fault", mte_fault},
        {"rseq_memory", fact("rseq.memory")},
    };
    hook.fields.insert(hook.fields.end(), rest.begin(), rest.end());
    f.hook(hook);
    f.add_to(program);
}

}  // namespace entryproof::environment
