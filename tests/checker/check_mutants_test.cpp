// SPDX-License-Identifier: MIT
// Every property that a path has is lost by a path, or an environment, that is wrong in one place. What the engine
// calls refuted was replayed by the interpreter on the same wrong program.
#include "checker/check.h"
#include "checker/whole.h"
#include "model/kernel/cells.h"
#include "tests/edit_program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace entryproof;
using namespace entryproof::tests;

namespace {

struct Mutant {
    std::string property;
    std::string path;
    std::string wrong;
    Edit apply;
};

const std::string x0 = "regs.regs[0]";
ExpressionRef x(unsigned number) { return read(kernel::register_cell(number), 64); }
ExpressionRef has(const std::string& place, std::uint64_t bits) {
    return is_nonzero(binary(BinaryOperator::bit_and, read(place, 64), constant(64, bits)));
}

// Flat: one row a wrong.
const std::vector<Mutant>& mutants() {
    static const std::vector<Mutant> table = {
        {"P1", "legacy", "no entry report", drop("syscall_trace_enter", "& 0x1100:64")},
        {"P2", "legacy", "an emulated syscall is executed",
         condition("syscall_trace_enter", "& 0x1000:64", is_nonzero(read("ret", 32)))},
        {"P4", "legacy", "CONT still shows the exit stop",
         drop("ptrace_resume", "call clear_task_syscall_work.SYSCALL_TRACE")},
        {"P5", "legacy", "the exit is reported twice", twice("syscall_trace_exit", "& 0x200100:64")},
        {"P6", "legacy", "a failed report goes on",
         condition("syscall_trace_enter", "& 0x1000:64", has("flags", 0x1000))},
        {"P7", "legacy", "a denied syscall is executed", drop("syscall_trace_enter", "if !permit")},
        {"P8", "legacy", "ERRNO is not capped",
         argument("__seccomp_filter", "call syscall_set_return_value(-", 0,
                  unary(UnaryOperator::negate, read("data", 32)))},
        {"P9", "legacy", "the filter runs before the entry stop", swap_with_next("syscall_trace_enter", "& 0x1100:64")},
        {"P11", "legacy", "the exit work clears the result",
         insert("syscall_trace_exit", Where::first, x0, constant(64, 0))},
        {"P12", "legacy", "an unknown number is answered with 0",
         answer("do_ni_syscall", "call sys_ni_syscall", constant(64, 0))},
        {"P13", "legacy", "a user number of -1 leaves x0 alone", drop("el0_svc_common", "if (scno == 0xffffffff:32)")},
        {"P14", "legacy", "-1 after the entry work is no skip",
         drop("el0_svc_common", "if (scno == 0xffffffff:32)", 1)},
        {"P15", "legacy", "orig_x0 is not saved", drop("el0_svc_common", "regs.orig_x0 :=")},
        {"P16", "legacy", "x7 reads 1 in an entry stop",
         argument("report_syscall_entry", "call ptrace_save_reg", 0, constant(64, 1))},
        {"P16", "legacy", "x7 is not restored after an entry stop",
         drop("report_syscall_entry", "call restore_saved_reg")},
        {"P16", "legacy", "x7 is itself in an exit stop",
         swap_with_next("report_syscall_exit", "call ptrace_report_syscall_exit(0")},
        {"P16", "legacy", "a step shows the marker", swap_with_next("report_syscall_exit", "call restore_saved_reg")},
        {"P17", "generic", "EMU does not silence the step", condition("report_single_step", "if", truth(false))},
        {"P18", "legacy", "no audit exit", drop("syscall_trace_exit", "call audit_syscall_exit")},
        {"P18", "legacy", "two audit exits", twice("syscall_trace_exit", "call audit_syscall_exit")},
        {"P24", "generic", "rseq is judged last",
         swap_with_next("syscall_exit_to_user_mode_work", "rseq_debug_enabled")},
        {"P25", "legacy", "the SIGSYS of KILL is an ordinary one",
         argument("__seccomp_filter", "call force_sig_seccomp", 2, truth(false), 1)},
        {"S1", "legacy", "RET_TRACE without a listener passes",
         condition("__seccomp_filter", "task.ptrace[10:10]", truth(false))},
        {"S2", "legacy", "a number changed in a seccomp stop is not judged again",
         answer("__seccomp_filter", "call __seccomp_filter.recheck", truth(true))},
        {"S3", "legacy", "SIGKILL in a seccomp stop is not looked at",
         drop("__seccomp_filter", "if task.pending[8:8]")},
        {"S5", "legacy", "TRACE is no exit work",
         condition("syscall_trace_exit", "& 0x200100:64", has("flags", 0x200000))},
        {"S6", "legacy", "stepping is no exit work",
         condition("syscall_trace_exit", "& 0x200100:64", has("flags", 0x100))},
        {"S6", "legacy", "the step is reported twice",
         twice("ptrace_report_syscall_exit", "call user_single_step_report")},
        {"S7", "legacy", "the number of the entry runs",
         [](Program& program) {
             std::get<Call>(find(program, "el0_svc_common", "call syscall_trace_enter").statement().node).result = "";
         }},
        {"S8", "legacy", "argument 1 is lost", insert("invoke_syscall", Where::first, "regs.regs[1]", constant(64, 0))},
        {"S9", "legacy", "observers are shown another number",
         assign("el0_svc_common", "regs.syscallno :=", constant(32, 5))},
        {"S10", "legacy", "sys_exit shows x8",
         answer("trace_sys_exit.probe", "call syscall_get_nr", extract(x(8), 0, 32))},
        {"S11", "legacy", "x0 is lost after the exit stop",
         insert("syscall_trace_exit", Where::last, x0, constant(64, 0))},
        {"S12", "legacy", "every negative number is a skip",
         condition("el0_svc_common", "if (scno == 0xffffffff:32)",
                   binary(BinaryOperator::signed_less, read("scno", 32), constant(32, 0)), 1)},
        {"S14", "legacy", "the filter's answer is turned round",
         condition("syscall_trace_enter", "if !permit", read("permit", 1))},
        {"S15", "legacy", "no audit exit", drop("syscall_trace_exit", "call audit_syscall_exit")},
        {"S16", "legacy", "the preset comes after the entry work",
         insert("syscall_trace_exit", Where::first, x0, constant(64, static_cast<std::uint64_t>(-38)))},
        {"S17", "legacy", "a tag fault is not looked at", drop("el0_svc_common", "& 0x40:64")},
        {"S18", "legacy", "a user number of -1 leaves x0 alone", drop("el0_svc_common", "if (scno == 0xffffffff:32)")},
        {"S20", "legacy", "filters are asked about x8",
         answer("seccomp_run_filters", "call syscall_get_nr", extract(x(8), 0, 32))},
        {"S21", "legacy", "without work at the entry the flags are not read again",
         drop("el0_svc_common", "flags := thread_info.flags", 1)},
        {"S19", "legacy", "the entry stop says 2",
         argument("ptrace_report_syscall_permit_entry", "call ptrace_report_syscall", 0, constant(64, 2))},
        {"S19", "legacy", "TRACESYSGOOD is not looked at",
         argument("ptrace_report_syscall", "call ptrace_notify", 0, constant(32, 5))},
    };
    return table;
}

spec::Property property(const std::string& id) {
    for (const spec::Property& one : spec::properties(kernel::arch("arm64")))
        if (one.id == id) return one;
    throw std::invalid_argument("there is no property " + id);
}

ir::Program whole(const std::string& path) {
    return checker::proof_programs(checker::load_path(path), checker::load_path(path)).front();
}

checker::CheckOptions quick() {
    checker::CheckOptions options;
    options.side_conditions = false;
    return options;
}

}  // namespace

TEST_CASE("each property that legacy or generic has is lost by one that is wrong in one place") {
    std::map<std::string, std::set<std::string>> proved;  // path -> ids
    for (const std::string path : {"legacy", "generic"})
        for (const checker::CheckedProperty& one : checker::check_path(checker::load_path(path), quick()).properties) {
            if (one.verdict != checker::PropertyVerdict::proved) continue;
            proved[path].insert(one.id);
            CHECK_MESSAGE(std::any_of(mutants().begin(), mutants().end(),
                                      [&](const Mutant& mutant) { return mutant.property == one.id; }),
                          one.id << " is lost by none");
        }
    for (const Mutant& mutant : mutants()) {
        const std::string label = mutant.property + ": " + mutant.wrong;
        CHECK_MESSAGE(proved[mutant.path].count(mutant.property) == 1, label << ": the right one has it not");
        ir::Program program = whole(mutant.path);
        mutant.apply(program);
        const checker::CheckedProperty found = checker::check_property(program, property(mutant.property), quick());
        CHECK_MESSAGE(found.verdict == checker::PropertyVerdict::refuted, label);
        CHECK_MESSAGE(found.breach.has_value(), label);
    }
}
