// SPDX-License-Identifier: MIT
#include "checker/vacuity.h"

#include "checker/evaluate.h"
#include "spec/observer.h"

#include <map>
#include <utility>

namespace entryproof::checker {

namespace {

using EventKind = std::pair<std::string, std::string>;  // observer, kind

std::map<EventKind, Term> guards(Terms& terms, const Execution& execution) {
    std::map<EventKind, Term> result;
    for (const Slot& slot : execution.slots) {
        if (slot.observer.empty()) continue;
        const auto [place, added] = result.emplace(EventKind{slot.observer, slot.kind}, slot.guard);
        if (!added) place->second = terms.either(place->second, slot.guard);
    }
    return result;
}

// Asks for models until each target was seen true in one or is shown impossible.
class Reachability {
public:
    Reachability(const Question& question, std::map<EventKind, Term> targets)
        : question_(question), solver_(question.terms, question.solver, question.log), targets_(std::move(targets)) {
        solver_.add(question.premises);
    }

    // Leaves in `targets` what cannot happen; a reason when the solver gave up.
    std::string run(const std::string& name) {
        for (Evaluator* model : question_.log.witnesses.all_satisfying(question_.premises)) remove_seen(*model);
        while (!targets_.empty()) {
            Term some = question_.terms.truth(false);
            for (const auto& [kind, guard] : targets_) some = question_.terms.either(some, guard);
            const Outcome outcome = solver_.check(name, {some});
            if (outcome.unsat()) return "";
            if (outcome.unknown()) return outcome.reason;
            Evaluator model(question_.terms, question_.log.witnesses.add(question_.terms, solver_.assignment()));
            remove_seen(model);
        }
        return "";
    }

    const std::map<EventKind, Term>& targets() const { return targets_; }

private:
    void remove_seen(Evaluator& evaluator) {
        for (auto target = targets_.begin(); target != targets_.end();)
            target = evaluator.value(target->second) != 0 ? targets_.erase(target) : std::next(target);
    }

    const Question& question_;
    Solver solver_;
    std::map<EventKind, Term> targets_;
};

}  // namespace

void Coverage::weaken(Claim& agreement, const std::string& observer) const {
    if (claim.verdict != Verdict::proved) {
        agreement.verdict = claim.verdict;
        agreement.reason = claim.reason;
        return;
    }
    // `undefined` claims that there is nothing to see; `order` sees what the others see.
    if (observer == "undefined" || observer == "order" || seen.count(observer)) return;
    agreement.verdict = Verdict::vacuous;
    agreement.reason = "nothing to compare: neither side shows it anything under the assumptions";
}

Coverage check_coverage(const Question& question, const Comparison& comparison, bool narrowed) {
    Coverage coverage;
    coverage.claim.name = "coverage";
    coverage.claim.scope = "one syscall";
    const Outcome possible = find(question, "premises", question.terms.truth(true)).outcome;
    if (!possible.sat()) {
        coverage.claim.verdict = possible.unsat() ? Verdict::vacuous : Verdict::unknown;
        coverage.claim.reason = possible.unsat() ? "the assumptions contradict each other" : possible.reason;
        return coverage;
    }
    std::map<EventKind, Term> left = guards(question.terms, comparison.left);
    std::map<EventKind, Term> right = guards(question.terms, comparison.right);
    std::map<EventKind, Term> unreachable[2];
    std::string undecided;
    const std::pair<const char*, const std::map<EventKind, Term>*> sides[2] = {{"reach.left", &left},
                                                                               {"reach.right", &right}};
    for (int side = 0; side < 2; ++side) {
        Reachability search(question, *sides[side].second);
        const std::string reason = search.run(sides[side].first);
        if (!reason.empty()) undecided = reason;
        unreachable[side] = search.targets();
    }
    const auto reached = [&](const std::map<EventKind, Term>& all, const std::map<EventKind, Term>& out,
                             const EventKind& kind) { return all.count(kind) != 0 && out.count(kind) == 0; };
    coverage.claim.verdict = undecided.empty() ? Verdict::proved : Verdict::unknown;
    coverage.claim.reason = undecided;
    for (const spec::ExpectedEvent& expected : spec::expected_events()) {
        const bool can_be = expected.needs.empty() || comparison.left.initial.count(expected.needs) != 0 ||
                            comparison.right.initial.count(expected.needs) != 0;
        if (!can_be) continue;
        const EventKind kind{expected.observer, expected.kind};
        const bool on_left = reached(left, unreachable[0], kind);
        const bool on_right = reached(right, unreachable[1], kind);
        if (on_left || on_right) coverage.seen.insert(expected.observer);
        if (on_left && on_right) continue;
        const std::string side = on_left    ? "the right side never shows"
                                 : on_right ? "the left side never shows"
                                            : "no side shows";
        coverage.notes.push_back(side + " '" + expected.kind + "' to " + expected.observer);
        if (on_left || on_right || narrowed || !undecided.empty()) continue;
        coverage.claim.verdict = Verdict::vacuous;
        coverage.claim.reason = "'" + expected.kind + "' (" + expected.observer + ") is out of reach on both sides";
    }
    return coverage;
}

}  // namespace entryproof::checker
