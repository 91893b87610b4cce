// SPDX-License-Identifier: MIT
// The exit-to-user loop in one event: arch/arm64/kernel/entry-common.c:arm64_syscall_exit_to_user_mode @7.3, and with
// generic entry include/linux/irq-entry-common.h:__exit_to_user_mode_prepare @7.3, exit_to_user_mode_prepare @6.12.
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

namespace {

void add_event(Program& program, const Registers& registers) {
    const Arch& arch = registers.arch();
    FunctionWriter f("arm64_syscall_exit_to_user_mode",
                     at("arch/arm64/kernel/entry-common.c", "arm64_syscall_exit_to_user_mode"));
    if (arch.has_generic_work)
        f.if_(is_nonzero(fact("exit.forced")),
              [](BodyBuilder& then) { then.call("do_exit", {by_value(fact("exit.forced"))}); });
    f.if_(is_pending(SIGKILL), [](BodyBuilder& then) { then.call("do_exit", {by_value(int_constant(SIGKILL))}); });
    f.if_(both(is_pending(SIGSYS), fact("sigsys.kills")),
          [](BodyBuilder& then) { then.call("do_exit", {by_value(int_constant(SIGSYS))}); });
    std::vector<Field> flags;
    const auto tests = [&](const std::string& flag, const std::string& name) {
        flags.push_back({name, f.local(name, 1)});
        f.call("test_thread_flag." + flag, {}, name);
    };
    if (arch.has_single_step) tests("TIF_SINGLESTEP", "steps");
    if (arch.has_tag_faults) tests("TIF_MTE_ASYNC_FAULT", "mte_fault");
    Hook hook{"return_to_user", "user", "return", {}, {}, Sharing::history};
    hook.fields = registers.fields(true);
    for (Field& field : sigsys_info(select(is_pending(SIGSYS), int_constant(SIGSYS), int_constant(0))))
        hook.fields.push_back(std::move(field));
    const auto code = [](unsigned signal, const std::string& name) {
        return select(is_pending(signal), fact(name), int_constant(0));
    };
    std::vector<Field>& fields = hook.fields;
    fields.push_back({"pending", fact("task.pending")});
    fields.push_back({"sigsegv_code", code(SIGSEGV, "sigsegv.code")});
    fields.push_back({"sigtrap_code", code(SIGTRAP, "sigtrap.code")});
    if (arch.has_generic_work) {
        fields.push_back({"sigsys_code", code(SIGSYS, "sigsys.code")});
        fields.push_back({"delivers", fact("exit.delivers")});
    }
    fields.push_back({"nr", number(arch)});
    if (arch.number_is_apart()) fields.push_back({"orig_x0", cell("regs.orig_x0")});
    for (const std::string& kept : arch.kept) fields.push_back({bare_name(kept), cell(kept)});
    fields.push_back({"ptrace", cell("task.ptrace")});
    fields.insert(fields.end(), flags.begin(), flags.end());
    fields.push_back({"rseq_memory", fact("rseq.memory")});
    f.hook(hook);
    f.add_to(program);
}

// A mask without the flag for signals would leave them where they are.
ExpressionRef asks_for_signals(const Program& program, const ExpressionRef& mask) {
    for (const FlagBit& bit : program.flag_bits)
        if (bit.name == "TIF_SIGPENDING") return has_bit(mask, bit.bit);
    return truth(false);
}

void add_loop(Program& program, FunctionWriter f, const ExpressionRef& delivers) {
    f.assign("exit.delivers", delivers);
    f.call("arm64_syscall_exit_to_user_mode");
    f.add_to(program);
}

}  // namespace

void add_hand_over(Program& program, const Registers& registers) {
    add_event(program, registers);
    if (!registers.arch().has_generic_work) return;
    // 6.12 knows one mask, EXIT_TO_USER_MODE_WORK.
    const std::string before = "exit_to_user_mode_prepare", now = "__exit_to_user_mode_prepare";
    add_loop(program, {before, at("include/linux/entry-common.h", before, "6.12")}, truth(true));
    add_loop(program, {now, at("include/linux/irq-entry-common.h", now), {{"work_mask", 64}}},
             asks_for_signals(program, read("work_mask", 64)));
}

}  // namespace entryproof::environment
