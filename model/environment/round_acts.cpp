// SPDX-License-Identifier: MIT
// What a tracer does in a stop before it resumes the task: any sequence of writes, at most act_slots of them.
// arch/arm64/kernel/ptrace.c, kernel/ptrace.c @7.3; PTRACE_SET_SYSCALL_INFO is not in 6.1 and 6.12.
#include "model/environment/round_parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// PTRACE_O_MASK, above PT_OPT_FLAG_SHIFT.
constexpr std::uint32_t options_mask = (0x000000ffu | 1u << 20 | 1u << 21) << 3;

// ptrace_get_syscall_info_op: a syscall stop shows as one only with PTRACE_O_TRACESYSGOOD.
ExpressionRef is_syscall_stop(unsigned message) {
    return both(equal(cell("task.last_siginfo.si_code"), int_constant(SIGTRAP | 0x80)),
                equal(cell("task.ptrace_message"), long_constant(message)));
}

ExpressionRef is_seccomp_stop() {
    return equal(cell("task.last_siginfo.si_code"), int_constant(SIGTRAP | PTRACE_EVENT_SECCOMP << 8));
}

// ptrace_set_syscall_info_entry with arm64's syscall_set_nr and syscall_set_arguments.
void set_entry(BodyBuilder& body) {
    body.assign("regs.syscallno", read("number", 32));
    body.if_(
        equal(read("number", 32), int_constant(NO_SYSCALL)),
        [](BodyBuilder& skipped) {
            skipped.call("syscall_set_return_value", {by_value(int_constant(-ENOSYS)), by_value(long_constant(0))});
        },
        [](BodyBuilder& set) {
            for (unsigned i = 0; i < 6; ++i) set.assign(register_cell(i), read("arg" + std::to_string(i), 64));
            set.assign("regs.orig_x0", cell(register_cell(0)));
        });
}

}  // namespace

void add_round_acts(Program& program, const Registers& registers) {
    FunctionWriter f("tracer_act", at("kernel/ptrace.c", "ptrace_request"));
    Hook hook{"tracer_act", "", "the tracer acts", registers.fields(false), {}, Sharing::history};
    for (const std::string act :
         {"sets_number", "sets_registers", "sets_options", "sets_entry", "sets_result", "sets_pointer"})
        hook.answers.push_back(f.answer(act, 1));
    for (Answer& answer : std::vector<Answer>{f.answer("number", 32), f.answer("options", 32), f.answer("result", 64),
                                              f.answer("is_error", 1), f.answer("pointer", 1)})
        hook.answers.push_back(std::move(answer));
    for (unsigned i = 0; i < 6; ++i) hook.answers.push_back(f.answer("arg" + std::to_string(i), 64));
    for (Answer& answer : registers.answers(f, "")) hook.answers.push_back(std::move(answer));
    f.hook(hook);
    f.if_(read("sets_number", 1), [](BodyBuilder& then) {
        then.assign("regs.syscallno", read("number", 32));
        then.call("update_syscall_orig_x0_after_ptrace");
    });
    f.if_(read("sets_registers", 1), [&](BodyBuilder& then) {
        registers.assign(then, "");
        keep_mode(then);
        // compat_gpr_set: orig_r0 is one of the registers of a 32-bit task.
        then.if_(fact("task.compat"), [](BodyBuilder& compat) {
            compat.assign("regs.orig_x0", zero_extend(extract(cell("regs.orig_x0"), 0, 32), 64));
        });
        then.call("user_regs_reset_single_step");
        then.call("update_syscall_orig_x0_after_ptrace");
    });
    f.if_(read("sets_options", 1), [](BodyBuilder& then) {
        const ExpressionRef shifted = binary(BinaryOperator::shift_left, read("options", 32), int_constant(3));
        then.assign("task.ptrace",
                    binary(BinaryOperator::bit_or,
                           binary(BinaryOperator::bit_and, cell("task.ptrace"), constant(32, ~options_mask)),
                           binary(BinaryOperator::bit_and, shifted, constant(32, options_mask))));
    });
    // PTRACE_POKEDATA into the rseq area.
    f.if_(read("sets_pointer", 1),
          [](BodyBuilder& then) { then.assign("rseq.memory", zero_extend(read("pointer", 1), 64)); });
    f.if_(both(read("sets_entry", 1), either(is_syscall_stop(PTRACE_EVENTMSG_SYSCALL_ENTRY), is_seccomp_stop())),
          set_entry);
    f.if_(both(read("sets_result", 1), is_syscall_stop(PTRACE_EVENTMSG_SYSCALL_EXIT)), [](BodyBuilder& then) {
        const ExpressionRef result = read("result", 64);
        then.call("syscall_set_return_value",
                  {by_value(select(read("is_error", 1), extract(result, 0, 32), int_constant(0))),
                   by_value(select(read("is_error", 1), long_constant(0), result))});
    });
    f.add_to(program);

    FunctionWriter all("tracer_acts", at("kernel/ptrace.c", "ptrace_request"));
    for (unsigned i = 0; i < act_slots; ++i) all.call("tracer_act");
    all.add_to(program);
}

}  // namespace entryproof::environment
