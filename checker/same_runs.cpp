// SPDX-License-Identifier: MIT
#include "checker/same_runs.h"

#include "checker/compare.h"
#include "checker/induct.h"
#include "checker/induct_run.h"
#include "checker/whole.h"
#include "model/ir/equal.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

template <typename Items, typename Same>
bool all_same(const Items& left, const Items& right, Same&& same) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
}

bool same_cells(const ir::Program& left, const ir::Program& right) {
    return all_same(left.cells, right.cells, [](const auto& one, const auto& other) {
        return one.first == other.first && one.second.width == other.second.width;
    });
}

bool same_field(const SlotField& left, const SlotField& right) {
    return left.name == right.name && left.value == right.value && left.shown == right.shown;
}

bool same_answer(const SlotAnswer& left, const SlotAnswer& right) {
    return left.name == right.name && left.width == right.width && left.value == right.value;
}

// What all has to hold for a condition; the same set is the same condition, however it was put together.
std::set<Term> conjuncts(const Terms& terms, Term condition) {
    std::set<Term> seen, parts;
    std::vector<Term> open = {condition};
    while (!open.empty()) {
        const Term one = open.back();
        open.pop_back();
        if (!seen.insert(one).second) continue;
        const TermNode& node = terms.node(one);
        if (node.operation == Operation::bit_and && node.width == 1)
            open.insert(open.end(), node.operands.begin(), node.operands.begin() + node.operand_count);
        else
            parts.insert(one);
    }
    return parts;
}

bool same_condition(const Terms& terms, Term left, Term right) {
    return left == right || conjuncts(terms, left) == conjuncts(terms, right);
}

// Everything but where in the source it is.
bool same_slot(const Terms& terms, const Slot& left, const Slot& right) {
    return left.hook == right.hook && left.instance == right.instance && left.observer == right.observer &&
           left.kind == right.kind && left.subject == right.subject && same_condition(terms, left.guard, right.guard) &&
           left.sharing == right.sharing && all_same(left.fields, right.fields, same_field) &&
           all_same(left.answers, right.answers, same_answer);
}

bool same_execution(const Terms& terms, const Execution& left, const Execution& right) {
    const auto same = [&](const Slot& one, const Slot& other) { return same_slot(terms, one, other); };
    return left.halted == right.halted && left.initial == right.initial && left.final == right.final &&
           all_same(left.slots, right.slots, same);
}

bool same_transitions(const InductionPrograms& left, const InductionPrograms& right) {
    if (!same_cells(left.syscall, right.syscall) || !same_cells(left.others, right.others)) return false;
    Terms terms;
    const Machine one(terms, left), other(terms, right);
    return all_same(one.steps(), other.steps(), [&](const Step& before, const Step& after) {
        return before.name == after.name && same_execution(terms, before.execution, after.execution);
    });
}

bool same_syscall(const LoadedPath& left, const LoadedPath& right) {
    const std::vector<ir::Program> programs = proof_programs(left, right);
    if (!same_cells(programs[0], programs[1])) return false;
    Terms terms;
    const CellTerms initial = shared_cells(terms, programs[0], programs[1]);
    FreshAnswers answers(terms, "both");
    const Execution before = execute(terms, programs[0], initial, answers);
    return same_execution(terms, before, execute(terms, programs[1], initial, answers));
}

}  // namespace

SameRuns same_runs(const LoadedPath& left, const LoadedPath& right) {
    if (!ir::same_layout(left.program, right.program)) return SameRuns::no;
    const std::optional<InductionPrograms> before = induction_programs(left.program);
    const std::optional<InductionPrograms> after = induction_programs(right.program);
    if (before && after) return same_transitions(*before, *after) ? SameRuns::any_number : SameRuns::no;
    return same_syscall(left, right) ? SameRuns::one_syscall : SameRuns::no;
}

}  // namespace entryproof::checker
