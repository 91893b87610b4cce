// SPDX-License-Identifier: MIT
// What went wrong in public, and what documentation says, as true and false pairs: a path that has the property and one
// that is wrong in the way of the report. The records are numbered B (bugs, fixes, reports) and D (documented
// statements); tests/cases/records.md lists them with their sources, and those that are out of reach with the reason.
#include "checker/check.h"
#include "checker/whole.h"
#include "model/kernel/cells.h"
#include "tests/edit_program.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

using namespace entryproof;
using namespace entryproof::tests;

namespace {

// One variant of a pair: a path, edited.
struct Variant {
    std::string path;
    Edit edit = nullptr;
    std::vector<std::string> dropped = {};  // assumptions
};

struct Case {
    std::string record;
    std::string property;
    std::optional<Variant> right;  // has it; nothing: no path has
    std::optional<Variant> wrong;  // lacks it
    std::string why;               // anyone cares
};

const Variant legacy{"legacy"};
const Variant generic{"generic"};
const std::string x0 = "regs.regs[0]";

ExpressionRef low_x8() { return extract(read(kernel::register_cell(8), 64), 0, 32); }
ExpressionRef scno() { return read("scno", 32); }
ExpressionRef has(const std::string& place, std::uint64_t bits) {
    return is_nonzero(binary(BinaryOperator::bit_and, read(place, 64), constant(64, bits)));
}
ExpressionRef is_negative() { return binary(BinaryOperator::signed_less, scno(), constant(32, 0)); }

Edit no_skip() { return drop("el0_svc_common", "if (scno == 0xffffffff:32)", 1); }
Edit no_preset() { return drop("el0_svc_common", "if (scno == 0xffffffff:32)"); }

// Flat: one row a record.
const std::vector<Case>& cases() {
    static const std::vector<Case> table = {
        {"B3", "S13", Variant{"legacy", condition("el0_svc_common", "if (scno == 0xffffffff:32)", is_negative())}, legacy,
         "syscall(-10) under a tracer that does nothing returns its first argument"},
        {"B4", "P16", legacy, Variant{"legacy", drop("report_syscall_entry", "call restore_saved_reg")},
         "a debugger's stop destroys a register of the program"},
        {"B5", "S6", legacy,
         Variant{"legacy", condition("el0_svc_common", "0x200000:64", negation(has("flags", 0x1f00)))},
         "a step over a syscall without other work is lost"},
        {"B8", "P6", legacy, Variant{"legacy-6.12"}, "a killed task is filtered, traced and audited as number -1"},
        {"B10", "P18", generic, Variant{"generic", nullptr, {"I1"}},
         "exit work gated by the AUDIT flag leaves a context open that has no flag"},
        {"B17", "S9", legacy, Variant{"legacy", assign("el0_svc_common", "regs.syscallno :=", constant(32, 5))},
         "observers and table disagree about the number"},
        {"B18", "S15", legacy, Variant{"legacy", drop("syscall_trace_exit", "call audit_syscall_exit")},
         "the next syscall finds audit in the middle of one"},
        {"B19", "S20", legacy,
         Variant{"legacy", answer("seccomp_run_filters", "call syscall_get_nr", low_x8())},
         "a filter judges another number than the one that runs"},
        {"B22", "S21", legacy, Variant{"legacy", drop("el0_svc_common", "flags := thread_info.flags", 1)},
         "what is switched on during a syscall misses its exit"},
        {"B25", "P9", legacy, Variant{"legacy", swap_with_next("syscall_trace_enter", "& 0x1100:64")},
         "a tracer rewrites the call after the filter has allowed it"},
        {"B26", "S3", legacy, Variant{"legacy", drop("__seccomp_filter", "if task.pending[8:8]")},
         "a killed task goes on to be filtered"},
        {"B29", "S17", legacy, Variant{"legacy", drop("el0_svc_common", "& 0x40:64")},
         "a syscall that is to be restarted is seen twice"},
        {"B30", "S7", generic, Variant{"generic", drop("syscall_enter_from_user_mode_work", "syscall := ")},
         "the number that a tracer wrote is ignored"},
        {"B32", "P17", generic,
         Variant{"generic", condition("report_single_step", "if", negation(has("work", 1u << 3)))},
         "no step where one is due, one where none is"},
        {"B33", "S6", generic,
         Variant{"generic", condition("syscall_exit_to_user_mode_work", "if !((work", has("work", 0x16))},
         "a tracer that turns to stepping at the entry stop misses the step"},
        {"B34", "P15", legacy, Variant{"legacy", drop("el0_svc_common", "regs.orig_x0 :=")},
         "observers are shown an argument that user space never passed"},
        {"B37", "S14", legacy, Variant{"legacy", condition("syscall_trace_enter", "if !permit", read("permit", 1))},
         "allow and deny are swapped"},
        {"B39", "P12", legacy,
         Variant{"legacy", condition("invoke_syscall", "scno <u sc_nr",
                                     binary(BinaryOperator::signed_less, scno(), read("sc_nr", 32)))},
         "negative numbers go into the table"},
        {"B41", "P25", legacy,
         Variant{"legacy", argument("__seccomp_filter", "call force_sig_seccomp", 2, truth(false), 1)},
         "a tracer keeps alive what the filter killed"},
        {"B45", "P13", legacy, Variant{"legacy", no_preset()}, "syscall(-1) looks like success"},
        {"B47", "P15", generic,
         Variant{"generic",
                 [](Program& program) {
                     drop("el0_svc_common", "regs.orig_x0 :=")(program);
                     insert("invoke_syscall", Where::first, "regs.orig_x0", read(x0, 64))(program);
                 }},
         "the first argument is saved after it was looked at"},
        {"B48", "P8", legacy, Variant{"legacy", no_skip()}, "every ERRNO of a filter becomes ENOSYS"},
        {"B50", "P21", std::nullopt, legacy, "a program reads errno 512"},
        {"B51", "P12", generic,
         Variant{"generic", answer("do_ni_syscall", "call sys_ni_syscall", zero_extend(scno(), 64))},
         "an unknown number is its own result"},
        {"B52", "S12", legacy,
         Variant{"legacy", condition("el0_svc_common", "if (scno == 0xffffffff:32)", is_negative(), 1)},
         "a number that a tracer set is taken for a skip"},
        {"B55", "P11", legacy, Variant{"legacy", insert("syscall_trace_exit", Where::first, x0, constant(64, 0))},
         "a skipped syscall does not return what it was given"},
        {"B56", "P14", legacy, Variant{"legacy", no_skip()}, "the result of a skip is overwritten"},
        {"B57", "P8", generic,
         Variant{"generic",
                 assign("syscall_set_return_value", "value :=",
                        select(is_nonzero(read("error", 32)),
                               sign_extend(unary(UnaryOperator::negate, read("error", 32)), 64), read("val", 64)))},
         "an error is stored with the other sign"},
        {"B59", "P13", generic, Variant{"generic", no_preset()}, "syscall(-1) returns what was in the register"},
        {"B60", "S11", legacy, Variant{"legacy", insert("syscall_trace_exit", Where::last, x0, constant(64, 0))},
         "a result that a tracer injects is ignored"},
        {"B61", "S10", legacy, Variant{"legacy", answer("trace_sys_exit.probe", "call syscall_get_nr", low_x8())},
         "sys_exit after execve names number 0"},
        {"B65", "S7", legacy,
         Variant{"legacy",
                 [](Program& program) {
                     std::get<Call>(find(program, "el0_svc_common", "call syscall_trace_enter").statement().node).result =
                         "";
                 }},
         "the number that a seccomp tracer wrote is ignored"},
        {"B66", "P21", std::nullopt, generic, "restart codes reach user space"},
        {"B67", "S8", legacy, Variant{"legacy", insert("invoke_syscall", Where::first, "regs.regs[1]", constant(64, 0))},
         "arguments that a tracer wrote are ignored"},
        {"B69", "S8", generic,
         Variant{"generic", insert("invoke_syscall", Where::first, "regs.regs[5]", constant(64, 0))},
         "a tracer is shown other arguments than those that run"},
        {"B71", "S12", generic,
         Variant{"generic", condition("el0_svc_common", "if (scno == 0xffffffff:32)", is_negative(), 1)},
         "-1 and -2 are not the same to a tracer that voids a syscall"},
        {"B73", "P14", generic, Variant{"generic-permit"}, "-1 is no longer the way to inject a result"},
        {"B75", "S16", legacy,
         Variant{"legacy",
                 insert("syscall_trace_exit", Where::first, x0, constant(64, static_cast<std::uint64_t>(-38)))},
         "the result of an emulated syscall is lost"},
        {"B76", "S2", legacy, Variant{"legacy", answer("__seccomp_filter", "call __seccomp_filter.recheck", truth(true))},
         "a number changed in the stop of RET_TRACE escapes the filter"},
        {"D1", "P1", legacy, Variant{"legacy", drop("syscall_trace_enter", "& 0x1100:64")}, "no entry stop"},
        {"D2", "P2", generic,
         Variant{"generic", condition("syscall_trace_enter", "!permit | ", negation(read("permit", 1)))},
         "an emulated syscall is executed"},
        {"D3", "P3", std::nullopt, legacy, "the stop of RET_TRACE can take the exit stop away"},
        {"D4", "P4", legacy, Variant{"legacy", drop("ptrace_resume", "call clear_task_syscall_work.SYSCALL_TRACE")},
         "CONT does not end the stops"},
        {"D6", "S19", legacy,
         Variant{"legacy", argument("ptrace_report_syscall", "call ptrace_notify", 0, constant(32, 5))},
         "TRACESYSGOOD tells syscall stops from signals"},
        {"D7", "P17", generic, legacy, "the emulated syscall is reported a second time"},
        {"D8", "P5", legacy, Variant{"legacy", twice("syscall_trace_exit", "& 0x200100:64")}, "two exit stops"},
        {"D11", "P7", legacy, Variant{"legacy", drop("syscall_trace_enter", "if !permit")}, "what was denied runs"},
        {"D12", "S4", std::nullopt, legacy, "SIGSYS does not always tell which syscall it is about"},
        {"D13", "P8", legacy,
         Variant{"legacy", argument("__seccomp_filter", "call syscall_set_return_value(-", 0,
                                    unary(UnaryOperator::negate, read("data", 32)))},
         "an errno that is none"},
        {"D14", "S1", legacy, Variant{"legacy", condition("__seccomp_filter", "task.ptrace[10:10]", truth(false))},
         "RET_TRACE without a tracer lets pass"},
        {"D19", "P11", generic, Variant{"generic", insert("syscall_exit_work", Where::first, x0, constant(64, 0))},
         "refused, and yet the result is written"},
        {"D22", "P24", generic, Variant{"generic", swap_with_next("syscall_exit_to_user_mode_work", "rseq_debug_enabled")},
         "the order of the exit work"},
        {"D30", "P24", generic, legacy, "a section is judged by where the tracer put the task, not by where it was"},
        {"D32", "S18", legacy, Variant{"legacy", no_preset()}, "what user space's -1 shows at the entry stop"},
        {"D33", "S5", legacy, Variant{"legacy", condition("syscall_trace_exit", "& 0x200100:64", has("flags", 0x200000))},
         "the exit stop is missed"},
        {"D34", "P18", legacy, Variant{"legacy", twice("syscall_trace_exit", "call audit_syscall_exit")},
         "two exits for one entry"},
    };
    return table;
}

spec::Property property(const std::string& id) {
    for (const spec::Property& one : spec::properties(kernel::arch("arm64")))
        if (one.id == id) return one;
    throw std::invalid_argument("there is no property " + id);
}

checker::PropertyVerdict verdict(const Variant& variant, const spec::Property& property) {
    const checker::LoadedPath path = checker::load_path(variant.path);
    Program program = property.delivers_signals ? checker::whole_programs({path}).front()
                                                : checker::proof_programs(path, path).front();
    if (variant.edit) variant.edit(program);
    checker::CheckOptions options;
    options.side_conditions = false;
    options.drop_assumptions = variant.dropped;
    return checker::check_property(program, property, options).verdict;
}

// Records of records.md: covered by a case, or with a reason.
struct Listed {
    std::set<std::string> covered;
    std::set<std::string> out_of_reach;
};

Listed listed() {
    Listed result;
    std::ifstream stream("tests/cases/records.md");
    REQUIRE(stream);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream row(line);
        std::string bar, record, second, property;
        if (!(row >> bar >> record >> second >> property) || bar != "|" || second != "|") continue;
        if (record.size() < 2 || (record[0] != 'B' && record[0] != 'D') || !std::isdigit(record[1])) continue;
        (property == "-" ? result.out_of_reach : result.covered).insert(record);
    }
    return result;
}

}  // namespace

TEST_CASE("the right variant of each record has the property and the wrong one lacks it") {
    for (const Case& one : cases()) {
        const spec::Property stated = property(one.property);
        const std::string label = one.record + " (" + one.property + "): " + one.why;
        if (one.right) CHECK_MESSAGE(verdict(*one.right, stated) == checker::PropertyVerdict::proved, label);
        if (one.wrong) CHECK_MESSAGE(verdict(*one.wrong, stated) == checker::PropertyVerdict::refuted, label);
        CHECK_MESSAGE(one.wrong.has_value(), label);
    }
}

TEST_CASE("the table of records is the table of cases") {
    std::set<std::string> covered;
    for (const Case& one : cases()) CHECK_MESSAGE(covered.insert(one.record).second, one.record);
    const Listed table = listed();
    CHECK(covered == table.covered);
    for (const std::string& record : table.out_of_reach) CHECK_MESSAGE(covered.count(record) == 0, record);
    CHECK(covered.size() >= 50);
    CHECK(covered.size() + table.out_of_reach.size() == 96);
}
