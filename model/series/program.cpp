// SPDX-License-Identifier: MIT
#include "model/series/program.h"

#include "model/kernel/writer.h"
#include "model/paths/arm64_path.h"
#include "model/series/parts.h"

namespace entryproof::series {

using namespace ir;

namespace {

const std::vector<std::string> exit_flags = {"SYSCALL_TRACE", "SYSCALL_AUDIT", "SYSCALL_TRACEPOINT"};

// The base is Linux 7.0-rc3 for 13 RESEND and 7.2-rc1 for v16. In both, el0_svc_common(), syscall_trace_enter() and
// syscall_trace_exit() have the steps of 7.3 (a failed entry report skips everything since 7.0, a3386301667e; rseq's
// judge is that of 6.19's rework), so the functions that nobody rewrites are taken from the path of 7.3. What differs
// is how seccomp answers (Steps::filter_answers_bool), and what 411c1cf43039 (7.1) repaired behind the exit work, which
// no proof reaches.
constexpr bool no = false, yes = true;

Program legacy(const std::string& release) { return paths::arm64_legacy({"legacy", release.c_str(), no, yes, no, no}); }

Program before_the_conversion(const Steps& steps, const std::string& release) {
    Program program = legacy(release);
    replace_trace_enter(program, steps, release);
    replace_exit_work(program, steps, release);
    replace_svc_common(program, steps, release);
    if (steps.has_exit_mask) paths::add_legacy_mask(program, "_TIF_SYSCALL_EXIT_WORK", exit_flags);
    return program;
}

Program converted(const Steps& steps) {
    const paths::TifNumbers& numbers = steps.generic_tif_bits ? generic_tif_numbers() : paths::arm64_tif_numbers();
    Program program = paths::arm64_generic(true, numbers);
    if (steps.entry == Entry::generic_7_0) replace_by_generic_7_0(program, numbers);
    return program;
}

}  // namespace

const paths::TifNumbers& generic_tif_numbers() {
    static const paths::TifNumbers table = {
        {"TIF_NOTIFY_RESUME", 0},
        {"TIF_SIGPENDING", 1},
        {"TIF_NOTIFY_SIGNAL", 2},
        {"TIF_MEMDIE", 3},
        {"TIF_NEED_RESCHED", 4},
        {"TIF_NEED_RESCHED_LAZY", 5},
        {"TIF_USER_RETURN_NOTIFY", 7},
        {"TIF_UPROBE", 8},
        {"TIF_PATCH_PENDING", 9},
        {"TIF_RESTORE_SIGMASK", 10},
        {"TIF_RSEQ", 11},
        {"TIF_SINGLESTEP", 12},
        {"TIF_FOREIGN_FPSTATE", 16},
        {"TIF_MTE_ASYNC_FAULT", 17},
        {"TIF_FREEZE", 18},
        {"TIF_32BIT", 19},
        {"TIF_SVE", 20},
        {"TIF_SVE_VL_INHERIT", 21},
        {"TIF_SSBD", 22},
        {"TIF_TAGGED_ADDR", 23},
        {"TIF_SME", 24},
        {"TIF_SME_VL_INHERIT", 25},
        {"TIF_KERNEL_FPSTATE", 26},
        {"TIF_TSC_SIGSEGV", 27},
        {"TIF_LAZY_MMU_PENDING", 28},
    };
    return table;
}

ExpressionRef read_thread_flags() { return kernel::cell("thread_info.flags"); }

ExpressionRef has_flags(ExpressionRef word, const std::vector<std::string>& tif_names) {
    std::uint64_t mask = 0;
    for (const std::string& name : tif_names) mask |= std::uint64_t{1} << paths::tif(name);
    return kernel::has_any(std::move(word), mask);
}

ExpressionRef has_syscall_work(ExpressionRef word) {
    return kernel::has_any(std::move(word),
                           paths::work_mask(paths::legacy_layout(), {"SYSCALL_TRACE", "SYSCALL_AUDIT",
                                                                     "SYSCALL_TRACEPOINT", "SECCOMP", "SYSCALL_EMU"}));
}

ExpressionRef has_syscall_exit_work(ExpressionRef word) {
    return kernel::has_any(std::move(word), paths::work_mask(paths::legacy_layout(), exit_flags));
}

void add_enter_audit(Program& program, const Source& source) {
    kernel::FunctionWriter f("syscall_enter_audit", source, {{"syscall", 64}});
    const ExpressionRef context = f.local("context", 64);
    std::vector<Argument> arguments, registers = {by_value(extract(read("syscall", 64), 0, 32))};
    for (int i = 0; i < 6; ++i) {
        const std::string name = "args[" + std::to_string(i) + "]";
        const ExpressionRef argument = f.local(name, 64);
        arguments.push_back(by_reference(name));
        if (i < 4) registers.push_back(by_value(argument));
    }
    f.call("audit_context", {}, "context");
    f.if_(is_nonzero(context), [&](BodyBuilder& then) {
        then.call("syscall_get_arguments", arguments);
        then.call("audit_syscall_entry", registers);
    });
    f.add_to(program);
}

Program program_of(const Steps& steps, const std::string& name, const std::string& release) {
    Program program = steps.entry == Entry::legacy ? before_the_conversion(steps, release) : converted(steps);
    program.name = name;
    return program;
}

}  // namespace entryproof::series
