// SPDX-License-Identifier: MIT
#include "checker/premerge/compare_states.h"

#include "checker/diff.h"
#include "checker/flag_layout.h"
#include "checker/layout.h"
#include "checker/premerge/words.h"
#include "checker/prove.h"
#include "checker/prove_story.h"
#include "checker/same_runs.h"
#include "model/ir/equal.h"

#include <algorithm>

namespace entryproof::checker::premerge {

namespace {

// A place in parentheses moves with every line above it.
std::string without_places(const std::string& text) {
    std::string result;
    unsigned depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (depth == 0) result += c;
        if (c == ')' && depth > 0) --depth;
    }
    return result;
}

bool is_layout(const Claim& claim) { return claim.name.rfind("layout.", 0) == 0; }

std::string flaw_of(const std::vector<Claim>& claims, const std::string& name, const std::string& side) {
    for (const Claim& claim : claims)
        if (claim.name == name + "." + side && claim.verdict == Verdict::refuted) return claim.reason;
    return "";
}

FoundChange layout_change(const std::string& name, const std::string& before, const std::string& after) {
    FoundChange change;
    change.difference.observer = "layout";
    change.difference.left = before.empty() ? "sound" : "flawed";
    change.difference.right = after.empty() ? "sound" : "flawed";
    change.difference.fields = {name};
    change.difference.summary =
        after.empty() ? "the flags are sound again: not any more: " + without_places(before) : after;
    change.difference.id = difference_id("before", "after", change.difference);
    change.words = change_words(change.difference);
    return change;
}

// Flags that were wrong before and still are in the same way are nobody's change.
void add_layout_changes(Judgement& judgement, const std::vector<Claim>& claims) {
    for (const std::string name : {"layout.distinct", "layout.mask"}) {
        const std::string before = flaw_of(claims, name, "left"), after = flaw_of(claims, name, "right");
        if (without_places(before) == without_places(after)) {
            if (!after.empty()) judgement.notes.push_back("already there: " + after);
            continue;
        }
        judgement.changes.push_back(layout_change(name, before, after));
    }
}

// A claim may be refuted although no difference could be told within the budget.
std::string changed_reason(const Judgement& judgement) {
    const std::size_t count = judgement.changes.size();
    for (const Claim& claim : judgement.claims)
        if (count == 0 && !is_layout(claim) && claim.verdict == Verdict::refuted)
            return claim.name + ": " + claim.reason;
    return std::to_string(count) + (count == 1 ? " observable difference" : " observable differences");
}

// The weakest claim says of how much.
bool is_inductive(const std::vector<Claim>& claims) {
    return std::all_of(claims.begin(), claims.end(),
                       [](const Claim& claim) { return is_layout(claim) || claim.scope == "inductive"; });
}

std::string unchanged_reason(bool any_number) {
    return std::string("proved for ") + (any_number ? "any number of syscalls" : "one syscall") +
           ": no observer can tell before from after";
}

void settle(Judgement& judgement) {
    const auto has = [&](Verdict verdict) {
        return std::any_of(judgement.claims.begin(), judgement.claims.end(),
                           [&](const Claim& claim) { return !is_layout(claim) && claim.verdict == verdict; });
    };
    judgement.is_vacuous = has(Verdict::vacuous);
    if (!judgement.changes.empty() || has(Verdict::refuted)) {
        judgement.verdict = PatchVerdict::changed;
        judgement.reason = changed_reason(judgement);
        if (has(Verdict::unknown)) judgement.notes.push_back("some observers are undecided: there may be more");
        return;
    }
    if (has(Verdict::unknown) || judgement.is_vacuous) {
        judgement.verdict = PatchVerdict::undecided;
        for (const Claim& claim : judgement.claims)
            if (!is_layout(claim) && claim.verdict != Verdict::proved && judgement.reason.empty())
                judgement.reason = claim.name + ": " + std::string(word(claim.verdict)) + ": " + claim.reason;
        return;
    }
    judgement.verdict = PatchVerdict::unchanged;
    judgement.reason = unchanged_reason(is_inductive(judgement.claims));
}

// Every difference with its condition and a story. Whether these are all is a claim; conditions that were not shown to
// be exact are said to be so, for no format has that claim beside them.
void tell_differences(Judgement& judgement, const LoadedPath& left, const LoadedPath& right,
                      const JudgeOptions& options) {
    DiffOptions diff_options;
    diff_options.rlimit = options.rlimit;
    diff_options.timeout_ms = options.timeout_ms;
    diff_options.extends = false;
    const Result found = diff(left, right, diff_options);
    judgement.rlimit += found.statistics.rlimit;
    judgement.queries += found.statistics.queries;
    for (const Claim& claim : found.claims) {
        if (claim.name != "exact")
            judgement.claims.push_back(claim);
        else if (claim.verdict != Verdict::proved)
            judgement.notes.push_back("not all conditions are known to be exact: " + claim.reason);
    }
    for (const Difference& difference : found.differences)
        judgement.changes.push_back({difference, change_words(difference)});
}

Judgement proved(const State& before, const State& after, const JudgeOptions& options) {
    ProveOptions prove_options;
    prove_options.no_expect = true;
    prove_options.tells_differences = !options.conditions;
    prove_options.rlimit = options.rlimit;
    prove_options.timeout_ms = options.timeout_ms;
    LoadedPath left = *before.path, right = *after.path;
    left.name = "before";
    right.name = "after";
    left.notes.clear();  // of lifting: the same for every patch
    right.notes.clear();
    const Result result = prove(left, right, prove_options).result;
    Judgement judgement;
    judgement.claims = result.claims;
    judgement.notes = result.notes;
    judgement.rlimit = result.statistics.rlimit;
    judgement.queries = result.statistics.queries;
    for (Difference difference : result.differences) {
        difference.has_condition = false;
        difference.is_exact = false;
        difference.undecided = conditions_not_asked;
        judgement.changes.push_back({difference, change_words(difference)});
    }
    const auto is_refuted = [](const Claim& claim) { return !is_layout(claim) && claim.verdict == Verdict::refuted; };
    if (options.conditions && std::any_of(result.claims.begin(), result.claims.end(), is_refuted))
        tell_differences(judgement, left, right, options);
    add_layout_changes(judgement, result.claims);
    settle(judgement);
    return judgement;
}

}  // namespace

std::vector<FoundChange> layout_changes(const State& before, const State& after) {
    std::vector<Claim> claims = layout_claims(before.path->program, "left");
    for (Claim& claim : layout_claims(after.path->program, "right")) claims.push_back(std::move(claim));
    Judgement found;
    add_layout_changes(found, claims);
    return found.changes;
}

std::vector<std::string> layout_flaws(const State& state) {
    std::vector<std::string> flaws;
    for (const Claim& claim : layout_claims(state.path->program, "base"))
        if (claim.verdict == Verdict::refuted) flaws.push_back(claim.reason);
    return flaws;
}

Judgement compare_states(const State& before, const State& after, const JudgeOptions& options) {
    Judgement judgement;
    if (!ir::same_steps(before.path->program, after.path->program)) {
        const SameRuns same = same_runs(*before.path, *after.path);
        if (same == SameRuns::no) return proved(before, after, options);
        judgement.verdict = PatchVerdict::unchanged;
        judgement.reason = unchanged_reason(same == SameRuns::any_number);
        return judgement;
    }
    const bool is_touched = !changed_functions(before, after).empty();
    judgement.verdict = is_touched ? PatchVerdict::unchanged : PatchVerdict::untouched;
    judgement.reason = is_touched ? "proved: what is lifted takes the same steps"
                                  : "touches files that lifting reads, but nothing that is lifted";
    return judgement;
}

}  // namespace entryproof::checker::premerge
