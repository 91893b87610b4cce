// SPDX-License-Identifier: MIT
#include "model/paths/arm64_common.h"

#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::paths {

using namespace ir;
using namespace kernel;

namespace {

const std::string syscall_h = "arch/arm64/include/asm/syscall.h";
const std::string ptrace_c = "arch/arm64/kernel/ptrace.c";
const std::string monitors_c = "arch/arm64/kernel/debug-monitors.c";
const std::string flags_word = "thread_info.flags";

ExpressionRef x(unsigned number) { return cell(register_cell(number)); }

void set_ss(BodyBuilder& f) {
    f.assign("regs.pstate", binary(BinaryOperator::bit_or, cell("regs.pstate"), constant(64, 1u << PSR_SS_BIT)));
}

void clear_ss(BodyBuilder& f) {
    f.assign("regs.pstate",
             binary(BinaryOperator::bit_and, cell("regs.pstate"), constant(64, ~(std::uint64_t{1} << PSR_SS_BIT))));
}

}  // namespace

ExpressionRef is_compat_task(const TifNumbers& numbers) {
    return both(cell("CONFIG_COMPAT"), has_bit(cell(flags_word), tif("TIF_32BIT", numbers)));
}

void add_syscall_accessors(Program& program, const TifNumbers& numbers) {
    {
        FunctionWriter f("syscall_get_nr", at(syscall_h, "syscall_get_nr"), {}, 32);
        f.return_(cell("regs.syscallno"));
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_rollback", at(syscall_h, "syscall_rollback"));
        f.assign(register_cell(0), cell("regs.orig_x0"));
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_get_return_value", at(syscall_h, "syscall_get_return_value"), {}, 64);
        f.return_(select(is_compat_task(numbers), sign_extend(extract(x(0), 0, 32), 64), x(0)));
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_set_return_value", at(syscall_h, "syscall_set_return_value"),
                         {{"error", 32}, {"val", 64}});
        const ExpressionRef value = f.local("value", 64);
        f.assign("value", select(is_nonzero(read("error", 32)), sign_extend(read("error", 32), 64), read("val", 64)));
        f.assign(register_cell(0), select(is_compat_task(numbers), zero_extend(extract(value, 0, 32), 64), value));
        f.add_to(program);
    }
    {
        std::vector<Parameter> arguments;
        for (int i = 0; i < 6; ++i) arguments.push_back({"args[" + std::to_string(i) + "]", 64, true});
        FunctionWriter f("syscall_get_arguments", at(syscall_h, "syscall_get_arguments"), arguments);
        f.assign("args[0]", cell("regs.orig_x0"));
        for (unsigned i = 1; i < 6; ++i) f.assign("args[" + std::to_string(i) + "]", x(i));
        f.add_to(program);
    }
    {
        FunctionWriter f("syscall_get_arch", at(syscall_h, "syscall_get_arch"), {}, 32);
        f.return_(select(is_compat_task(numbers), constant(32, AUDIT_ARCH_ARM), constant(32, AUDIT_ARCH_AARCH64)));
        f.add_to(program);
    }
}

void add_arm64_ptrace_helpers(Program& program, const TifNumbers& numbers) {
    {
        FunctionWriter f("forget_syscall", at("arch/arm64/include/asm/ptrace.h", "forget_syscall"));
        f.assign("regs.syscallno", int_constant(NO_SYSCALL));
        f.add_to(program);
    }
    {
        FunctionWriter f("update_syscall_orig_x0_after_ptrace", at(ptrace_c, "update_syscall_orig_x0_after_ptrace"));
        const auto leave_alone = [](BodyBuilder& then) { then.return_(); };
        f.if_(equal(cell("regs.syscallno"), int_constant(NO_SYSCALL)), leave_alone);
        f.if_(negation(is_nonzero(cell("task.last_siginfo"))), leave_alone);
        f.if_(is_compat_task(numbers), leave_alone);
        const ExpressionRef code =
            binary(BinaryOperator::bit_and, cell("task.last_siginfo.si_code"), int_constant(~0x80));
        f.if_(both(equal(code, int_constant(SIGTRAP)),
                   equal(cell("task.ptrace_message"), long_constant(PTRACE_EVENTMSG_SYSCALL_EXIT))),
              leave_alone);
        f.assign("regs.orig_x0", x(0));
        f.add_to(program);
    }
    {
        // The marker: x7 (compat r12) shows 0 at entry and 1 at exit while the tracer looks.
        FunctionWriter f("ptrace_save_reg", at(ptrace_c, "ptrace_save_reg"), {{"dir", 64}, {"is_r12", 1, true}}, 64);
        const ExpressionRef saved = f.local("saved_reg", 64);
        f.assign("is_r12", is_compat_task(numbers));
        f.assign("saved_reg", select(read("is_r12", 1), x(12), x(7)));
        f.if_(
            read("is_r12", 1), [](BodyBuilder& then) { then.assign(register_cell(12), read("dir", 64)); },
            [](BodyBuilder& otherwise) { otherwise.assign(register_cell(7), read("dir", 64)); });
        f.return_(saved);
        f.add_to(program);
    }
    {
        FunctionWriter f("restore_saved_reg", at(ptrace_c, "report_syscall_entry"), {{"saved_reg", 64}, {"is_r12", 1}});
        f.if_(
            read("is_r12", 1), [](BodyBuilder& then) { then.assign(register_cell(12), read("saved_reg", 64)); },
            [](BodyBuilder& otherwise) { otherwise.assign(register_cell(7), read("saved_reg", 64)); });
        f.add_to(program);
    }
}

void add_single_step(Program& program, bool shadow_exit_trap, const TifNumbers& numbers) {
    const std::uint64_t bit = std::uint64_t{1} << tif("TIF_SINGLESTEP", numbers);
    const ExpressionRef stepping = has_bit(cell(flags_word), tif("TIF_SINGLESTEP", numbers));
    {
        FunctionWriter f("user_enable_single_step", at(monitors_c, "user_enable_single_step"));
        const ExpressionRef was_set = f.local("was_set", 1);
        f.assign("was_set", stepping);
        f.assign(flags_word, binary(BinaryOperator::bit_or, cell(flags_word), constant(64, bit)));
        f.if_(negation(was_set), set_ss);
        if (shadow_exit_trap) f.call("set_task_syscall_work.SYSCALL_EXIT_TRAP");
        f.add_to(program);
    }
    {
        FunctionWriter f("user_disable_single_step", at(monitors_c, "user_disable_single_step"));
        f.assign(flags_word, binary(BinaryOperator::bit_and, cell(flags_word), constant(64, ~bit)));
        if (shadow_exit_trap) f.call("clear_task_syscall_work.SYSCALL_EXIT_TRAP");
        f.add_to(program);
    }
    {
        FunctionWriter f("user_regs_reset_single_step", at(monitors_c, "user_regs_reset_single_step"));
        f.if_(stepping, set_ss, clear_ss);
        f.add_to(program);
    }
    {
        FunctionWriter f("user_rewind_single_step", at(monitors_c, "user_rewind_single_step"));
        f.if_(stepping, set_ss);
        f.add_to(program);
    }
}

void add_ptrace_resume(Program& program) {
    FunctionWriter f("ptrace_resume", at("kernel/ptrace.c", "ptrace_resume"), {{"request", 64}, {"data", 64}}, 32);
    const auto is_request = [](unsigned request) { return equal(read("request", 64), long_constant(request)); };
    const auto call = [](const std::string& name) { return [name](BodyBuilder& body) { body.call(name); }; };
    f.if_(negation(binary(BinaryOperator::unsigned_less_equal, read("data", 64), long_constant(MAX_SIGNAL))),
          [](BodyBuilder& then) { then.return_(int_constant(-EIO)); });
    f.if_(is_request(PTRACE_SYSCALL), call("set_task_syscall_work.SYSCALL_TRACE"),
          call("clear_task_syscall_work.SYSCALL_TRACE"));
    f.if_(either(is_request(PTRACE_SYSEMU), is_request(PTRACE_SYSEMU_SINGLESTEP)),
          call("set_task_syscall_work.SYSCALL_EMU"), call("clear_task_syscall_work.SYSCALL_EMU"));
    f.if_(either(is_request(PTRACE_SINGLESTEP), is_request(PTRACE_SYSEMU_SINGLESTEP)), call("user_enable_single_step"),
          call("user_disable_single_step"));
    f.assign("task.exit_code", extract(read("data", 64), 0, 32));
    f.return_(int_constant(0));
    f.add_to(program);
}

void add_ptrace_report(Program& program) {
    const std::string file = "include/linux/ptrace.h";
    {
        FunctionWriter f("ptrace_report_syscall", at(file, "ptrace_report_syscall"), {{"message", 64}}, 1);
        const ExpressionRef ptrace = f.local("ptrace", 32);
        const ExpressionRef signr = f.local("signr", 32);
        const ExpressionRef fatal = f.local("fatal", 32);
        f.assign("ptrace", cell("task.ptrace"));
        f.if_(negation(has_bit(ptrace, PT_PTRACED_BIT)), [](BodyBuilder& then) { then.return_(truth(true)); });
        const ExpressionRef good = select(has_bit(ptrace, PT_TRACESYSGOOD_BIT), int_constant(0x80), int_constant(0));
        f.call("ptrace_notify",
               {by_value(binary(BinaryOperator::bit_or, int_constant(SIGTRAP), good)), by_value(read("message", 64))},
               "signr");
        f.if_(is_nonzero(signr), [&](BodyBuilder& then) {
            then.call("send_sig", {by_value(signr), by_value(int_constant(1))}, "");
        });
        f.call("fatal_signal_pending", {}, "fatal");
        f.return_(negation(is_nonzero(fatal)));
        f.add_to(program);
    }
    {
        FunctionWriter f("ptrace_report_syscall_permit_entry", at(file, "ptrace_report_syscall_permit_entry"), {}, 1);
        const ExpressionRef permit = f.local("permit", 1);
        f.call("ptrace_report_syscall", {by_value(long_constant(PTRACE_EVENTMSG_SYSCALL_ENTRY))}, "permit");
        f.return_(permit);
        f.add_to(program);
    }
    {
        FunctionWriter f("ptrace_report_syscall_exit", at(file, "ptrace_report_syscall_exit"), {{"step", 32}});
        f.if_(
            is_nonzero(read("step", 32)), [](BodyBuilder& then) { then.call("user_single_step_report"); },
            [](BodyBuilder& otherwise) {
                otherwise.call("ptrace_report_syscall", {by_value(long_constant(PTRACE_EVENTMSG_SYSCALL_EXIT))});
            });
        f.add_to(program);
    }
}

void add_audit_wrappers(Program& program) {
    const std::string file = "include/linux/audit.h";
    {
        FunctionWriter f("audit_syscall_entry", at(file, "audit_syscall_entry"),
                         {{"major", 32}, {"a0", 64}, {"a1", 64}, {"a2", 64}, {"a3", 64}});
        const ExpressionRef context = f.local("context", 64);
        f.call("audit_context", {}, "context");
        f.if_(is_nonzero(context), [](BodyBuilder& then) {
            then.call("__audit_syscall_entry",
                      {by_value(read("major", 32)), by_value(read("a0", 64)), by_value(read("a1", 64)),
                       by_value(read("a2", 64)), by_value(read("a3", 64))});
        });
        f.add_to(program);
    }
    {
        // is_syscall_success() and regs_return_value(): arch/arm64/include/asm/ptrace.h, include/linux/ptrace.h.
        FunctionWriter f("audit_syscall_exit", at(file, "audit_syscall_exit"));
        const ExpressionRef context = f.local("context", 64);
        const ExpressionRef value = f.local("value", 64);
        f.call("audit_context", {}, "context");
        f.if_(is_nonzero(context), [&](BodyBuilder& then) {
            // compat_user_mode(regs): PSR_MODE32_BIT and PSR_MODE_EL0t.
            const ExpressionRef mode = binary(BinaryOperator::bit_and, cell("regs.pstate"), constant(64, 0x1f));
            then.assign("value", select(equal(mode, constant(64, 0x10)), sign_extend(extract(x(0), 0, 32), 64), x(0)));
            const ExpressionRef is_error =
                binary(BinaryOperator::unsigned_less_equal, long_constant(-MAX_ERRNO), value);
            then.call("__audit_syscall_exit", {by_value(zero_extend(negation(is_error), 32)), by_value(value)});
        });
        f.add_to(program);
    }
}

void add_invoke_syscall(Program& program, const TifNumbers& numbers) {
    const std::string file = "arch/arm64/kernel/syscall.c";
    {
        FunctionWriter f("do_ni_syscall", at(file, "do_ni_syscall"), {{"scno", 32}}, 64);
        const ExpressionRef ret = f.local("ret", 64);
        f.if_(is_compat_task(numbers), [&](BodyBuilder& then) {
            then.call("compat_arm_syscall", {by_value(read("scno", 32))}, "ret");
            then.if_(differs(ret, long_constant(-ENOSYS)), [&](BodyBuilder& known) { known.return_(ret); });
        });
        const ExpressionRef result = f.local("result", 64);
        f.call("sys_ni_syscall", {}, "result");
        f.return_(result);
        f.add_to(program);
    }
    {
        FunctionWriter f("invoke_syscall", at(file, "invoke_syscall"),
                         {{"scno", 32}, {"sc_nr", 32}, {"compat_table", 1}});
        const ExpressionRef ret = f.local("ret", 64);
        f.if_(
            binary(BinaryOperator::unsigned_less, read("scno", 32), read("sc_nr", 32)),
            [](BodyBuilder& then) {
                then.call("syscall_body", {by_value(read("scno", 32)), by_value(read("compat_table", 1))}, "ret");
            },
            [](BodyBuilder& otherwise) { otherwise.call("do_ni_syscall", {by_value(read("scno", 32))}, "ret"); });
        f.call("syscall_set_return_value", {by_value(int_constant(0)), by_value(ret)});
        f.add_to(program);
    }
}

}  // namespace entryproof::paths
