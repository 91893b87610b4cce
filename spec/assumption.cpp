// SPDX-License-Identifier: MIT
#include "spec/assumption.h"

#include "model/environment/environment.h"
#include "model/ir/builder.h"
#include "model/kernel/arch.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"
#include "model/kernel/writer.h"

namespace entryproof::spec {

using namespace ir;

namespace {

ExpressionRef bit(const std::string& name) { return read(name, 1); }

ExpressionRef implies(ExpressionRef premise, ExpressionRef conclusion) {
    return either(negation(std::move(premise)), std::move(conclusion));
}

ExpressionRef nothing_pending(std::uint64_t signals) {
    return negation(kernel::has_any(read("task.pending", 64), signals));
}

std::uint64_t signal_bit(unsigned signal) { return std::uint64_t{1} << (signal - 1); }

}  // namespace

const std::vector<Assumption>& assumptions() {
    using kernel::cell;
    static const std::string& compat_table = kernel::arch("arm64").compat.table_size;
    static const ExpressionRef traced = kernel::has_bit(cell("task.ptrace"), kernel::PT_PTRACED_BIT);
    static const std::vector<Assumption> table = {
        {"I1", "a task has an audit context exactly when its AUDIT flag is set",
         "audit_alloc sets both at fork, audit_free drops both at exit", equal(bit("audit.context"), bit("task.audit")),
         AssumptionKind::invariant},
        {"I2", "TRACE and EMU are not both set while the task runs", "ptrace_resume sets at most one of them",
         negation(both(bit("task.trace"), bit("task.emu"))), AssumptionKind::invariant},
        {"I3", "TRACE and EMU are set only on a traced task", "__ptrace_unlink clears both",
         implies(either(bit("task.trace"), bit("task.emu")), traced), AssumptionKind::invariant},
        {"I6", "the audit context is idle when a syscall starts", "__audit_syscall_exit resets it",
         negation(bit("audit.in_syscall")), AssumptionKind::invariant},
        {"built-in", "a fact holds only where the code behind it is built in",
         "SECCOMP, AUDIT, an rseq area and 32-bit tasks need their options; DEBUG_RSEQ depends on RSEQ",
         both(both(implies(bit("task.seccomp"), cell("CONFIG_SECCOMP")),
                   implies(bit("task.audit"), cell("CONFIG_AUDITSYSCALL"))),
              both(both(implies(bit("rseq.registered"), cell("CONFIG_RSEQ")),
                        implies(bit("task.compat"), cell("CONFIG_COMPAT"))),
                   implies(cell("CONFIG_DEBUG_RSEQ"), cell("CONFIG_RSEQ")))),
         AssumptionKind::premise},
        {"native", "the task is a 64-bit one",
         "limit of this version: without it 32-bit tasks are looked at too, which takes a minute; arm64 only",
         negation(bit("task.compat")), AssumptionKind::limit, "", environment::compat_is_modelled},
        {"quiet", "no SIGTRAP, SIGSEGV or SIGSYS is pending when the syscall starts",
         "limit of this version: which of several pending signals is blocked is not modelled yet",
         nothing_pending(signal_bit(SIGTRAP) | signal_bit(SIGSEGV) | signal_bit(SIGSYS)), AssumptionKind::limit},
        {"table", "the syscall table is not empty and its size is a positive int",
         "__NR_syscalls in asm-generic/unistd.h",
         binary(BinaryOperator::signed_less, constant(32, 0), cell("NR_syscalls")), AssumptionKind::premise},
        {"compat-table", "the syscall table of 32-bit tasks is not empty and its size is a positive int",
         "__NR_compat32_syscalls in arch/arm64/include/asm/unistd.h",
         binary(BinaryOperator::signed_less, constant(32, 0), cell(compat_table)), AssumptionKind::premise,
         environment::compat_is_modelled},
    };
    return table;
}

ConditionVocabulary start_vocabulary() {
    ConditionVocabulary vocabulary;
    for (const environment::Fact& fact : environment::start_facts()) vocabulary.names[fact.cell] = fact.width;
    for (const Cell& option : kernel::option_cells()) vocabulary.names[option.name] = option.width;
    for (const std::string& name : kernel::arch_names()) {
        for (const kernel::FieldCell& field : kernel::arch(name).fields) vocabulary.names[field.cell] = field.width;
        const std::string& compat_table = kernel::arch(name).compat.table_size;
        if (!compat_table.empty()) vocabulary.names[compat_table] = 32;
    }
    vocabulary.constants = environment::named_numbers();
    return vocabulary;
}

ConditionVocabulary outcome_vocabulary() {
    ConditionVocabulary vocabulary = start_vocabulary();
    for (const environment::Fact& point : environment::decision_points()) {
        vocabulary.names[point.cell] = point.width;
        vocabulary.names["right." + point.cell] = point.width;
    }
    return vocabulary;
}

}  // namespace entryproof::spec
