// SPDX-License-Identifier: MIT
// Cells that can differ are found by asking whether any can: a model drops those it tells apart, until none is left or
// the rest is proved equal.
#include "checker/cut.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

// A lemma that costs more than this is not worth it: the question it was to help with is then asked without it.
constexpr std::uint64_t lemma_rlimit = 60'000;

std::vector<std::pair<std::size_t, std::size_t>> cells_in_common(const ir::Program& left, const ir::Program& right) {
    std::vector<std::pair<std::size_t, std::size_t>> common;
    std::map<std::string, std::size_t> left_index;
    for (const auto& [name, cell] : left.cells) left_index.emplace(name, left_index.size());
    std::size_t right_index = 0;
    for (const auto& [name, cell] : right.cells) {
        const auto found = left_index.find(name);
        if (found != left_index.end()) common.emplace_back(found->second, right_index);
        ++right_index;
    }
    return common;
}

SolverOptions budgeted(SolverOptions solver) {
    if (solver.rlimit == 0 || solver.rlimit > lemma_rlimit) solver.rlimit = lemma_rlimit;
    return solver;
}

}  // namespace

Cutter::Cutter(Terms& terms, const Execution& left, const LeftAnswers& left_answers, RightAnswers& answers,
               Programs programs, const CellTerms& initial, const CutOptions& options, Lemmas& lemmas, QueryLog& log)
    : terms_(terms),
      left_(left),
      left_answers_(left_answers),
      answers_(answers),
      options_(options),
      question_{terms, options.premises, budgeted(options.solver), log, options.leaned_on},
      lemmas_(lemmas),
      common_cells_(cells_in_common(*programs.first, *programs.second)),
      taken_(left.slots.size(), false) {
    if (!options.enabled) return;
    // How many calls of each kind the right will make at most: a run without answers tells.
    FreshAnswers any(terms, "preview");
    for (const Slot& slot : execute(terms, *programs.second, initial, any).slots) ++chances_[slot.kind];
    for (const Slot& slot : left.slots)
        if (!slot.hook.empty() && slot.sharing == ir::Sharing::history && chances_.count(slot.kind) == 0)
            assume(answers.passive_unless_matched(static_cast<std::size_t>(&slot - left.slots.data())));
}

void Cutter::at_hook(Slot& slot, std::vector<Term>& cells) {
    if (options_.enabled) {
        if (const std::optional<Twin> twin = find_twin(slot)) {
            taken_[twin->slot] = true;
            twins_.of_left[twin->slot] = answers_.slot_count();
            twins_.of_right[answers_.slot_count()] = twin->slot;
            ++statistics_.hooks_matched;
            if (!slot.answers.empty()) adopt_cells(slot, *twin, cells);
            adopt_sight(slot, left_.slots[twin->slot]);
        }
    }
    answers_.at_hook(slot, cells);
    if (options_.enabled) assume_passive(slot);
}

// A left call of this hook that has met its last chance of a twin is passive from here on.
void Cutter::assume_passive(const Slot& slot) {
    if (slot.sharing != ir::Sharing::history || --chances_[slot.kind] != 0) return;
    for (std::size_t i = 0; i < left_.slots.size(); ++i)
        if (left_.slots[i].kind == slot.kind && !taken_[i] && !left_.slots[i].answers.empty())
            assume(answers_.passive_unless_matched(i));
}

void Cutter::assume(Term condition) {
    question_.premises.push_back(condition);
    question_.leaned_on.insert(condition);
}

// What one lemma leans on, the later ones may as well.
void Cutter::lean_on(Term premise) {
    used_.insert(premise);
    question_.leaned_on.insert(premise);
}

bool Cutter::is_valid(const std::string& name, Term condition) {
    if (terms_.is_constant(condition)) return terms_.is_true(condition);
    const bool proved = ask(name, terms_.negation(condition)).unsat();
    statistics_.lemmas += proved ? 1 : 0;
    return proved;
}

Outcome Cutter::ask(const std::string& name, Term condition) {
    std::vector<Term> key = question_.premises;
    key.push_back(condition);
    auto known = lemmas_.find(key);
    if (known == lemmas_.end()) known = lemmas_.emplace(key, find_with_core(question_, name, condition)).first;
    const Refuted& refuted = known->second;
    for (const Term used : refuted.used) lean_on(used);
    model_ = refuted.finding.assignment;
    return refuted.finding.outcome;
}

// The left call with the same number of the same hook, if it happens exactly when this one does, after the same
// history.
std::optional<Cutter::Twin> Cutter::find_twin(const Slot& slot) {
    std::size_t hook = 0;
    for (std::size_t i = 0; i < left_.slots.size(); ++i) {
        const Slot& candidate = left_.slots[i];
        if (candidate.hook.empty()) continue;
        const Twin twin{i, hook++};
        if (candidate.hook != slot.hook || candidate.instance != slot.instance) continue;
        const std::string name = "cut." + slot.hook + "@" + std::to_string(slot.instance);
        const Term matched = terms_.implies(slot.guard, answers_.matches(i, slot));
        if (is_valid(name, terms_.both(terms_.equal(candidate.guard, slot.guard), matched))) return twin;
    }
    return std::nullopt;
}

void Cutter::adopt_sight(Slot& slot, const Slot& twin) {
    slot.guard = twin.guard;
    for (SlotField& field : slot.fields)
        for (const SlotField& other : twin.fields)
            if (field.shown && other.shown && other.name == field.name &&
                terms_.width(field.value) == terms_.width(other.value))
                field.value = other.value;
}

void Cutter::adopt_cells(const Slot& slot, const Twin& twin, std::vector<Term>& cells) {
    const std::vector<Term>& left_cells = left_answers_.cells_at()[twin.hook];
    std::vector<std::pair<std::size_t, Term>> open;  // right index, left term
    for (const auto& [left, right] : common_cells_)
        if (left_cells[left] != cells[right] && terms_.width(left_cells[left]) == terms_.width(cells[right]))
            open.emplace_back(right, left_cells[left]);
    const std::string name = "cut.cells." + slot.hook + "@" + std::to_string(slot.instance);
    while (!open.empty()) {
        Term differs = terms_.truth(false);
        for (const auto& [right, left] : open) differs = terms_.either(differs, terms_.differs(left, cells[right]));
        const Term condition = terms_.both(slot.guard, differs);
        const Outcome outcome = terms_.is_false(condition) ? Outcome{Answer::unsat, ""} : ask(name, condition);
        if (outcome.unknown()) return;
        if (outcome.unsat()) break;
        Evaluator evaluator(terms_, model_);
        std::erase_if(
            open, [&](const auto& pair) { return evaluator.value(pair.second) != evaluator.value(cells[pair.first]); });
    }
    if (!open.empty()) ++statistics_.lemmas;
    for (const auto& [right, left] : open) cells[right] = left;
    statistics_.cells_replaced += static_cast<unsigned>(open.size());
}

}  // namespace entryproof::checker
