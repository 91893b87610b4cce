// SPDX-License-Identifier: MIT
#include "checker/interference/claims.h"

#include "checker/config_fragment.h"
#include "checker/error.h"
#include "checker/interference/direction.h"
#include "checker/premises.h"
#include "checker/prove_ledger.h"
#include "checker/prove_story.h"
#include "checker/whole.h"
#include "model/environment/interference.h"
#include "model/ir/builder.h"
#include "model/ir/equal.h"
#include "spec/assumption.h"
#include "spec/coverage.h"

#include <algorithm>
#include <map>

namespace entryproof::checker::interference {

namespace {

const std::string scope = "one syscall; others act between any two reads";

// Of each question, in solver units; where it does not suffice the claim is unknown.
constexpr std::uint64_t default_budget = 150'000'000;

// Nobody traces, audits or steps the task, and the code behind that is not built in. What is left: filters and
// tracepoints; first without a filter at the start.
std::vector<std::map<std::string, std::uint64_t>> small_worlds(const CellTerms& initial) {
    std::map<std::string, std::uint64_t> world;
    for (const auto& [name, term] : initial) world[name] = 0;
    world["CONFIG_SECCOMP"] = 1;
    world["NR_syscalls"] = 400;
    world.erase("task.tracepoint");
    std::map<std::string, std::uint64_t> with_filter = world;
    with_filter.erase("task.seccomp");
    return {world, with_filter};
}

// Declared differences of the pair that need no interference; already read once, so their conditions are sound.
std::vector<Allowed> allowed_of(const std::vector<spec::DeclaredDifference>& declared) {
    std::vector<Allowed> result;
    for (const spec::DeclaredDifference& one : declared)
        result.push_back({one.observer, one.left, one.right, one.fields,
                          one.condition.empty() ? ir::truth(true)
                                                : spec::parse_condition(one.condition, spec::outcome_vocabulary())});
    return result;
}

bool agrees_without(const Result& result) {
    return std::all_of(result.claims.begin(), result.claims.end(), [](const Claim& claim) {
        const bool is_about_runs = claim.name.rfind("agreement.", 0) == 0 || claim.name == "undefined";
        return !is_about_runs || claim.verdict == Verdict::proved;
    });
}

class Claims {
public:
    Claims(Result& result, const LoadedPath& left, const LoadedPath& right, const ProveOptions& options, QueryLog& log)
        : result_(result),
          options_(options),
          log_(log),
          sides_(interfered(proof_programs(left, right, tasks_of(options.drop_assumptions)))),
          initial_(shared_cells(terms_, sides_[0].program, sides_[1].program)),
          premises_(premises_of(terms_, initial_, options.assume, options.drop_assumptions)),
          allowed_(allowed_of(declarations(left, right, options))),
          declared_(declarations(left, right, options, true)),
          is_met_(declared_.size(), false) {}

    void add() {
        bool is_complete = true;
        for (const bool free_is_left : {true, false}) is_complete = add(free_is_left) && is_complete;
        log_.queries.insert(log_.queries.end(), own_log_.queries.begin(), own_log_.queries.end());
        if (!is_complete) return;
        for (std::size_t i = 0; i < declared_.size(); ++i)
            if (!is_met_[i])
                result_.ledger.push_back(
                    {LedgerFlaw::Kind::stale, declared_[i].name, "no run with others between two reads shows it", ""});
    }

private:
    // False: not everything is known about this direction.
    bool add(bool free_is_left) {
        const std::string name = std::string("interference.") + (free_is_left ? "left" : "right");
        if (ir::same_steps(sides_[0].program, sides_[1].program)) return add_same(name);
        SolverOptions solver;
        solver.rlimit = options_.rlimit;
        solver.timeout_ms = options_.timeout_ms;
        solver.engine = Engine::finite_domain;
        if (solver.rlimit == 0) solver.rlimit = default_budget;
        const Setting setting{
            terms_, initial_, premises_.all(), solver, own_log_, environment::others_acts(), small_worlds(initial_)};
        const Direction found = decide(
            setting,
            {free_is_left ? sides_[0] : sides_[1], free_is_left ? sides_[1] : sides_[0], free_is_left, allowed_}, name);
        bool is_declared = true;
        for (const Unmatched& unmatched : found.unmatched) is_declared = tell(unmatched, free_is_left) && is_declared;
        Claim claim{name, Verdict::unknown, scope, {}, found.reason};
        if (!is_declared) {
            claim.verdict = Verdict::refuted;
            claim.reason = "an undeclared difference" + (found.reason.empty() ? "" : "; and " + found.reason);
        } else if (found.reason.empty()) {
            claim.verdict = Verdict::proved;
            for (const Premise& one : premises_.named)
                (one.kind == spec::AssumptionKind::invariant ? claim.assumptions : claim.within).push_back(one.name);
            for (const NamedTerm& one : premises_.extra) claim.within.push_back(one.name);
        }
        result_.claims.push_back(std::move(claim));
        return found.reason.empty();
    }

    // One program: the same acts at the same places show the same.
    bool add_same(const std::string& name) {
        result_.claims.push_back({name, Verdict::proved, scope, {}, ""});
        const std::string note = "both sides are the same steps: others who act at the same places show the same";
        if (std::find(result_.notes.begin(), result_.notes.end(), note) == result_.notes.end())
            result_.notes.push_back(note);
        return true;
    }

    // True: it is declared.
    bool tell(const Unmatched& unmatched, bool free_is_left) {
        Difference difference;
        difference.observer = unmatched.observer;
        difference.left = unmatched.left;
        difference.right = unmatched.right;
        difference.fields = unmatched.root.fields;
        difference.id = difference_id(result_.left, result_.right + " with interference", difference);
        const std::string& free = free_is_left ? result_.left : result_.right;
        const std::string& other = free_is_left ? result_.right : result_.left;
        difference.summary = "others act between two reads of " + free + ", and at no time on " + other +
                             " (tried: " + std::to_string(unmatched.timings) + ") does everybody see the same";
        for (std::size_t i = 0; i < declared_.size(); ++i)
            if (is_about(declared_[i], unmatched)) {
                is_met_[i] = true;
                difference.declared = true;
                difference.reason = declared_[i].reason;
                difference.summary = declared_[i].name + ": " + difference.summary;
            }
        difference.stories.push_back(story_of(unmatched, free_is_left));
        const bool is_declared = difference.declared;
        result_.differences.push_back(std::move(difference));
        return is_declared;
    }

    static bool is_about(const spec::DeclaredDifference& declared, const Unmatched& unmatched) {
        return declared.observer == unmatched.observer && declared.left == unmatched.left &&
               declared.right == unmatched.right &&
               std::all_of(unmatched.root.fields.begin(), unmatched.root.fields.end(), [&](const std::string& field) {
                   return std::find(declared.fields.begin(), declared.fields.end(), field) != declared.fields.end();
               });
    }

    Story story_of(const Unmatched& unmatched, bool free_is_left) const {
        Story story;
        story.title = std::string("at no time on the ") + (free_is_left ? "right" : "left") + " is it the same";
        story.scenario = unmatched.scenario;
        story.scenario.left = result_.left;
        story.scenario.right = result_.right;
        story.scenario.summary = story.title;
        story.replay = replay(sides_[0].program, sides_[1].program, story.scenario);
        if (!story.replay.unfair.empty())
            throw InternalError("a counterexample is unfair: " + story.replay.unfair.front());
        const std::vector<Disagreement> shown = disagreements(story.replay.left, story.replay.right);
        const auto same = std::find_if(shown.begin(), shown.end(), [&](const Disagreement& one) {
            return one.observer == unmatched.observer && kind_at(story.replay.left, one.left_event) == unmatched.left &&
                   kind_at(story.replay.right, one.right_event) == unmatched.right;
        });
        if (same == shown.end()) throw InternalError("the replay of a counterexample does not show it");
        story.disagreement = *same;
        story.config = config_fragment(sides_[0].program, sides_[1].program, story.scenario, story.disagreement);
        return story;
    }

    Result& result_;
    const ProveOptions& options_;
    QueryLog& log_;
    Terms terms_;
    QueryLog own_log_;  // models in a log belong to one arena of terms
    std::vector<environment::ActPoints> sides_;
    CellTerms initial_;
    Premises premises_;
    std::vector<Allowed> allowed_;
    std::vector<spec::DeclaredDifference> declared_;
    std::vector<bool> is_met_;
};

}  // namespace

void add_claims(Result& result, const LoadedPath& left, const LoadedPath& right, const ProveOptions& options,
                QueryLog& log) {
    for (std::string& sentence : result.provenance.not_covered)
        if (sentence == spec::sleeping_others_only()) sentence = spec::interference_limits();
    if (!agrees_without(result)) {
        for (const std::string side : {"left", "right"})
            result.claims.push_back(
                {"interference." + side,
                 Verdict::unknown,
                 scope,
                 {},
                 "not asked: the paths differ, or may, where others act only while the task sleeps"});
        return;
    }
    Claims(result, left, right, options, log).add();
}

}  // namespace entryproof::checker::interference
