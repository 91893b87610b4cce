// SPDX-License-Identifier: MIT
// Left first, then right with the left's answers at hand; then what can differ, case by case.
#include "checker/compare.h"

#include "checker/cut.h"
#include "checker/error.h"

#include <set>
#include <stdexcept>
#include <utility>

namespace entryproof::checker {

namespace {

// A way for an observer to see nothing more on one side: after its slot number `last` (in its list), or none at all.
struct Silence {
    int after = -1;  // slot in the execution
    Term condition;  // that this one is the last to happen
};

std::vector<Silence> silences(Terms& terms, const std::vector<Sight>& sights) {
    std::vector<Silence> found;
    Term none_later = terms.truth(true);
    for (auto sight = sights.rbegin(); sight != sights.rend(); ++sight) {
        found.push_back({static_cast<int>(sight->slot), terms.both(sight->guard, none_later)});
        none_later = terms.both(none_later, terms.negation(sight->guard));
    }
    found.push_back({-1, none_later});
    return found;
}

class CaseList {
public:
    CaseList(Terms& terms, std::string observer, const Alignment& list, const Twins& twins)
        : t_(terms), observer_(std::move(observer)), list_(list), twins_(twins) {}

    std::vector<DisagreementCase> all() {
        for (std::size_t i = 0; i < list_.left().size(); ++i)
            for (std::size_t j = 0; j < list_.right().size(); ++j)
                if (observer_ == "order"
                        ? may_swap(list_.left()[i], list_.right()[j])
                        : !has_twin(list_.left()[i], twins_.of_left) && !has_twin(list_.right()[j], twins_.of_right))
                    both_show(i, j);
        if (observer_ == "order") return std::move(cases_);
        const std::vector<Silence> right_silences = silences(t_, list_.right());
        for (std::size_t i = 0; i < list_.left().size(); ++i)
            if (!has_twin(list_.left()[i], twins_.of_left))
                for (const Silence& silence : right_silences) left_shows(i, silence);
        const std::vector<Silence> left_silences = silences(t_, list_.left());
        for (std::size_t j = 0; j < list_.right().size(); ++j)
            if (!has_twin(list_.right()[j], twins_.of_right))
                for (const Silence& silence : left_silences) right_shows(j, silence);
        return std::move(cases_);
    }

private:
    // An event with a twin is never part of its observer's disagreement.
    static bool has_twin(const Sight& sight, const std::map<std::size_t, std::size_t>& twins) {
        return twins.count(sight.slot) != 0;
    }

    // After equal sequences the left goes on with `left` and the right with `right`. Where one has a twin, the twin
    // must still be to come on its side: it shows the same, so it cannot be among what came before.
    bool may_swap(const Sight& left, const Sight& right) const {
        if (left.observer == right.observer) return false;
        const auto right_twin = twins_.of_left.find(left.slot);
        if (right_twin != twins_.of_left.end() && right_twin->second < right.slot) return false;
        const auto left_twin = twins_.of_right.find(right.slot);
        return left_twin == twins_.of_right.end() || left_twin->second > left.slot;
    }

    void both_show(std::size_t i, std::size_t j) {
        const Sight& left = list_.left()[i];
        const Sight& right = list_.right()[j];
        DisagreementCase made = empty();
        made.left_slot = static_cast<int>(left.slot);
        made.right_slot = static_cast<int>(right.slot);
        const Term differ = t_.negation(list_.same_at(i, j));
        made.condition = t_.all_of({differ, left.guard, right.guard, list_.agree(i, j)});
        if (left.kind == right.kind) made.fields = field_differences(t_, left, right);
        keep(std::move(made));
    }

    void left_shows(std::size_t i, const Silence& silence) {
        const Sight& left = list_.left()[i];
        DisagreementCase made = empty();
        made.left_slot = static_cast<int>(left.slot);
        made.right_after = silence.after;
        made.condition = t_.all_of({left.guard, list_.agree(i, list_.right().size()), silence.condition});
        keep(std::move(made));
    }

    void right_shows(std::size_t j, const Silence& silence) {
        const Sight& right = list_.right()[j];
        DisagreementCase made = empty();
        made.right_slot = static_cast<int>(right.slot);
        made.left_after = silence.after;
        made.condition = t_.all_of({right.guard, list_.agree(list_.left().size(), j), silence.condition});
        keep(std::move(made));
    }

    DisagreementCase empty() const {
        DisagreementCase made;
        made.observer = observer_;
        return made;
    }

    void keep(DisagreementCase made) {
        if (!t_.is_false(made.condition)) cases_.push_back(std::move(made));
    }

    Terms& t_;
    std::string observer_;
    const Alignment& list_;
    const Twins& twins_;
    std::vector<DisagreementCase> cases_;
};

bool is_observer(const std::string& list) { return list != "order" && list.rfind("hook:", 0) != 0; }

// Rule 4 of checker/sharing.h for the left. What an uninitialised read yields is nobody's answer.
std::vector<Term> passive_premises(Terms& terms, const Execution& left, const RightAnswers& answers) {
    std::vector<Term> premises;
    for (std::size_t i = 0; i < left.slots.size(); ++i) {
        const Slot& slot = left.slots[i];
        if (slot.hook.empty() || slot.sharing != ir::Sharing::history || slot.answers.empty()) continue;
        const Term passive = answers.passive_unless_matched(i);
        if (!terms.is_true(passive)) premises.push_back(passive);
    }
    return premises;
}

// The case of the last slots, if those are one hook's and its actor has no answers: see Comparison::at_the_end.
std::optional<DisagreementCase> end_case(Terms& terms, const Execution& left, const Execution& right,
                                         const RightAnswers& answers) {
    if (left.slots.empty() || right.slots.empty()) return std::nullopt;
    const Slot& last = left.slots.back();
    if (last.hook.empty() || last.observer.empty() || !last.answers.empty() || right.slots.back().hook != last.hook)
        return std::nullopt;
    const Alignment& list = answers.alignments().at(last.observer);
    const std::size_t i = list.left().size() - 1;
    const std::size_t j = list.right().size() - 1;
    DisagreementCase made;
    made.observer = last.observer;
    made.left_slot = static_cast<int>(left.slots.size()) - 1;
    made.right_slot = static_cast<int>(right.slots.size()) - 1;
    made.condition = terms.all_of(
        {terms.negation(list.same_at(i, j)), list.left()[i].guard, list.right()[j].guard, list.agree(i, j)});
    for (const auto& [name, other] : answers.alignments())
        if (is_observer(name) && name != last.observer) made.condition = terms.both(made.condition, other.agree());
    // The lemmas of this run lean on its own passive actors; where all others agree they have nothing to say.
    for (const Term passive : passive_premises(terms, left, answers))
        made.condition = terms.both(made.condition, passive);
    made.fields = field_differences(terms, list.left()[i], list.right()[j]);
    return made;
}

}  // namespace

Term Comparison::agreement(Terms& terms, const std::string& observer) const {
    const auto list = alignments.find(observer);
    return list == alignments.end() ? terms.truth(true) : list->second.agree();
}

Comparison compare(Terms& terms, const ir::Program& left, const ir::Program& right, const CellTerms& initial,
                   const CutOptions& cuts, QueryLog& log) {
    const auto own_cells = [&initial](const ir::Program& program) {
        CellTerms own;
        for (const auto& [name, cell] : program.cells) {
            const auto given = initial.find(name);
            if (given != initial.end()) own.insert(*given);
        }
        return own;
    };
    LeftAnswers left_answers(terms);
    Comparison comparison;
    comparison.left = execute(terms, left, own_cells(left), left_answers);
    RightAnswers right_answers(terms, comparison.left);
    Lemmas lemmas;
    Cutter cutter(terms, comparison.left, left_answers, right_answers, {&left, &right}, own_cells(right), cuts, lemmas,
                  log);
    comparison.right = execute(terms, right, own_cells(right), cutter);
    comparison.cuts = cutter.statistics();
    comparison.twins = cutter.twins();
    comparison.used_premises = cutter.used_premises();
    comparison.passive = passive_premises(terms, comparison.left, right_answers);
    if (cuts.enabled) {
        RightAnswers sure_answers(terms, comparison.left, Matching::certain);
        Cutter sure(terms, comparison.left, left_answers, sure_answers, {&left, &right}, own_cells(right), cuts, lemmas,
                    log);
        const Execution agreeing = execute(terms, right, own_cells(right), sure);
        const auto last_hook = [](const Execution& run) { return run.slots.empty() ? "" : run.slots.back().hook; };
        if (last_hook(comparison.right) == last_hook(agreeing))
            comparison.at_the_end = end_case(terms, comparison.left, agreeing, sure_answers);
        comparison.used_premises.insert(sure.used_premises().begin(), sure.used_premises().end());
    }
    comparison.alignments = right_answers.alignments();
    for (const auto& [name, list] : comparison.alignments)
        if (is_observer(name)) comparison.observers.push_back(name);
    return comparison;
}

std::vector<DisagreementCase> disagreement_cases(Terms& terms, const Comparison& comparison,
                                                 const std::string& observer) {
    const auto list = comparison.alignments.find(observer);
    if (list == comparison.alignments.end() || terms.is_true(list->second.agree())) return {};
    return CaseList(terms, observer, list->second, comparison.twins).all();
}

CellTerms shared_cells(Terms& terms, const ir::Program& left, const ir::Program& right) {
    CellTerms cells = initial_cells(terms, left);
    for (const auto& [name, cell] : right.cells) {
        const auto known = left.cells.find(name);
        if (known != left.cells.end() && known->second.width != cell.width)
            throw std::invalid_argument("cell '" + name + "' has two widths");
        cells.emplace(name, terms.variable(name, cell.width));
    }
    return cells;
}

}  // namespace entryproof::checker
