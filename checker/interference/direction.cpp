// SPDX-License-Identifier: MIT
#include "checker/interference/direction.h"

#include "checker/condition.h"
#include "checker/error.h"
#include "checker/interference/shrink.h"
#include "checker/interference/strategy.h"
#include "checker/minimise.h"
#include "model/ir/builder.h"

#include <algorithm>
#include <array>
#include <memory>

namespace entryproof::checker::interference {

namespace {

CellTerms cells_of(const ir::Program& program, const CellTerms& initial) {
    CellTerms own;
    for (const auto& [name, cell] : program.cells) own.emplace(name, initial.at(name));
    return own;
}

// One run of the follower under one strategy, compared with the free run.
struct Attempt {
    Strategy strategy;
    Comparison comparison;  // left: the free side
    Term late;
    std::unique_ptr<Roots> roots = nullptr;
};

class Decider {
public:
    Decider(const Setting& setting, const CellTerms& world, Pair pair, std::string name)
        : s_(setting),
          world_(world),
          pair_(std::move(pair)),
          name_(std::move(name)),
          record_(s_.terms, s_.acts),
          free_(execute(s_.terms, pair_.free.program, cells_of(pair_.free.program, world_), record_)),
          free_places_(places_of(s_.terms, pair_.free, free_)),
          effects_(s_.terms, pair_.follower.program, s_.acts) {}

    Direction decide() {
        attempt({});  // to know the follower's places
        follower_places_ = places_of(s_.terms, pair_.follower, attempts_.front().comparison.right);
        attempts_.clear();
        attempt(side_by_side(free_places_, follower_places_, record_.digits()));
        attempt(at_once(follower_places_));
        while (step()) {
        }
        direction_.strategies = static_cast<unsigned>(attempts_.size());
        return std::move(direction_);
    }

    // With what was found excused.
    const Pair& pair() const { return pair_; }

private:
    // Acts at most, as far as nothing was found below; the last one is no limit.
    static constexpr std::array<unsigned, 4> limits = {1, 2, 3, 0xfff};

    void attempt(Strategy strategy) {
        const std::string side = name_ + "." + std::to_string(++attempt_count_);
        Follower follower(s_.terms, free_, record_, pair_.follower, effects_, strategy, side);
        Attempt made{std::move(strategy), {}, {}};
        made.comparison.left = free_;
        made.comparison.right =
            execute(s_.terms, pair_.follower.program, cells_of(pair_.follower.program, world_), follower);
        made.late = follower.late();
        made.comparison.alignments = follower.alignments();
        for (const auto& [list, alignment] : made.comparison.alignments)
            if (list != "order" && list.rfind("hook:", 0) != 0) made.comparison.observers.push_back(list);
        made.roots = std::make_unique<Roots>(s_.terms, made.comparison);
        attempts_.push_back(std::move(made));
    }

    // The declared differences as this comparison sees them, whose left is the free side.
    std::vector<AllowedRoot> allowed_in(const Comparison& comparison) const {
        Comparison sides;
        sides.left.final = (pair_.free_is_left ? comparison.left : comparison.right).final;
        sides.right.final = (pair_.free_is_left ? comparison.right : comparison.left).final;
        std::vector<AllowedRoot> result;
        for (const Allowed& one : pair_.allowed)
            result.push_back(
                {{one.observer, pair_.free_is_left ? one.left : one.right, pair_.free_is_left ? one.right : one.left},
                 one.fields,
                 outcome_term(s_.terms, one.condition, world_, sides)});
        return result;
    }

    Term fails(const Attempt& attempt) {
        return s_.terms.either(attempt.late, attempt.roots->not_allowed(allowed_in(attempt.comparison)));
    }

    Question question() const {
        TermMap fixed;
        for (const auto& [cell, start] : s_.initial) fixed.emplace(start, world_.at(cell));
        std::vector<Term> premises;
        for (const Term premise : s_.premises) premises.push_back(s_.terms.substitute(premise, fixed));
        premises.insert(premises.end(), record_.constraints().begin(), record_.constraints().end());
        return {s_.terms, std::move(premises), s_.solver, s_.log};
    }

    // Another round is worth while.
    bool step() {
        Term all_fail = s_.terms.truth(true);
        for (const Attempt& one : attempts_) all_fail = s_.terms.both(all_fail, fails(one));
        for (; limit_ < limits.size(); ++limit_) {
            const Term few = s_.terms.binary(ir::BinaryOperator::unsigned_less_equal, record_.act_count(),
                                             s_.terms.constant(position_width, limits[limit_]));
            const Finding found =
                find(question(), name_ + "." + std::to_string(++query_count_), s_.terms.both(all_fail, few));
            if (found.outcome.unknown()) return undecided(found.outcome.reason);
            if (found.outcome.sat()) return look_at(found.assignment);
        }
        direction_.verdict = direction_.unmatched.empty() ? Verdict::proved : Verdict::refuted;
        return false;
    }

    bool undecided(const std::string& reason) {
        direction_.verdict = direction_.unmatched.empty() ? Verdict::unknown : Verdict::refuted;
        direction_.reason = reason;
        return false;
    }

    bool look_at(const Assignment& assignment) {
        const Scenario scenario = scenario_of(s_.terms, attempts_.front().comparison, assignment);
        const Timings timings = try_timings(pair_, free_part(scenario));
        switch (timings.verdict) {
            case Timings::Verdict::undecided:
                return undecided(timings.reason);
            case Timings::Verdict::fits:
                return learn(timings);
            case Timings::Verdict::none_fits:
                return report(free_part(scenario));
        }
        throw InternalError("timings have one of three verdicts");
    }

    // The follower's answers are worked out anew for every timing.
    static Scenario free_part(Scenario scenario) {
        scenario.right_answers.clear();
        return scenario;
    }

    bool learn(const Timings& timings) {
        Strategy next = learned(timings, free_places_, follower_places_, record_.digits(), attempts_.front().strategy);
        const bool is_known =
            std::any_of(attempts_.begin(), attempts_.end(), [&](const Attempt& one) { return one.strategy == next; });
        if (is_known) return undecided("a timing that fits was found, but no rule for it");
        if (attempts_.size() >= s_.strategies_at_most)
            return undecided("more than " + std::to_string(s_.strategies_at_most) + " rules are needed");
        attempt(std::move(next));
        return true;
    }

    bool report(const Scenario& found) {
        Unmatched least = shrunk(pair_, s_.terms, s_.initial, s_.premises, found);
        pair_.allowed.push_back({least.observer, least.left, least.right, all_fields(least), ir::truth(true)});
        direction_.unmatched.push_back(std::move(least));
        if (direction_.unmatched.size() >= s_.differences_at_most)
            return undecided("more than " + std::to_string(s_.differences_at_most) + " kinds of differences");
        limit_ = 0;
        return true;
    }

    // Every field that such a difference can have: the kind is excused as a whole.
    std::vector<std::string> all_fields(const Unmatched& found) const {
        std::vector<std::string> names = {"subject"};
        for (const Execution* execution : {&free_, &attempts_.front().comparison.right})
            for (const Slot& slot : execution->slots)
                if (slot.observer == found.observer)
                    for (const SlotField& field : slot.fields) names.push_back(field.name);
        return names;
    }

    const Setting& s_;
    const CellTerms& world_;  // how everything starts
    Pair pair_;
    std::string name_;
    FreeRun record_;
    Execution free_;
    std::vector<Place> free_places_;
    std::vector<Place> follower_places_;
    ActEffects effects_;
    std::vector<Attempt> attempts_;
    unsigned attempt_count_ = 0;
    unsigned query_count_ = 0;
    std::size_t limit_ = 0;
    Direction direction_;
};

// Most of what can differ shows in a world in which little can happen; there the questions are small. What is found
// there is a difference anywhere, what is not found there says nothing.
CellTerms small_world(Terms& terms, const CellTerms& initial, const std::map<std::string, std::uint64_t>& fixed) {
    CellTerms cells = initial;
    for (const auto& [name, value] : fixed)
        if (const auto cell = cells.find(name); cell != cells.end())
            cell->second = terms.constant(terms.width(cell->second), value);
    return cells;
}

}  // namespace

Direction decide(const Setting& setting, Pair pair, const std::string& name) {
    std::vector<Unmatched> unmatched;
    for (const auto& fixed : setting.small_worlds) {
        const CellTerms world = small_world(setting.terms, setting.initial, fixed);
        Decider decider(setting, world, pair, name + ".small");
        Direction found = decider.decide();
        unmatched.insert(unmatched.end(), found.unmatched.begin(), found.unmatched.end());
        pair.allowed = decider.pair().allowed;
    }
    Direction direction = Decider(setting, setting.initial, std::move(pair), name).decide();
    direction.unmatched.insert(direction.unmatched.begin(), unmatched.begin(), unmatched.end());
    if (!direction.unmatched.empty()) direction.verdict = Verdict::refuted;
    return direction;
}

}  // namespace entryproof::checker::interference
