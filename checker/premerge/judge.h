// SPDX-License-Identifier: MIT
// The judgement of a series: patch by patch, and as a whole.
//
// 1. A patch is compared with the state before it. Nothing is claimed of a patch whose state before or after is
// unknown.
// 2. What is wrong before the series is not a finding of any patch.
// 3. Two states with the same steps agree without a solver; every other "unchanged" is a proof without declarations.
#pragma once

#include "checker/exit_code.h"
#include "checker/premerge/base.h"
#include "checker/premerge/changelog.h"
#include "checker/premerge/series.h"
#include "checker/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker::premerge {

enum class PatchVerdict { untouched, unchanged, changed, undecided, unliftable, does_not_apply };
std::string word(PatchVerdict verdict);  // "untouched", ..., "does-not-apply"

// A difference in the words of a changelog. The checker's Difference has left for before and right for after; a flag
// layout that breaks is one of the observer "layout".
struct FoundChange {
    Difference difference;
    std::string words;          // "a tracer no longer sees an exit stop"
    bool is_mentioned = false;  // the changelog speaks of what this observer watches
    bool is_known = false;      // a baseline has it
};

enum class ClaimVerdict { confirmed, refuted, undecided, not_checked };
std::string word(ClaimVerdict verdict);  // "confirmed", "refuted", "undecided", "not checked"

struct JudgedStatement {
    ChangelogStatement statement;
    ClaimVerdict verdict = ClaimVerdict::not_checked;
    std::string words;  // why, one line
};

// What two states differ in. Of a patch, and of the whole series.
struct Judgement {
    PatchVerdict verdict = PatchVerdict::undecided;
    std::string reason;  // one line
    std::string place;   // "file:line:column" of what cannot be lifted or applied; empty: none
    std::string hint;
    std::vector<FoundChange> changes;
    std::vector<Claim> claims;  // of the proof; none: no proof was needed, or possible
    std::vector<std::string> notes;
    bool is_vacuous = false;   // a claim was vacuous: there was nothing to compare
    std::uint64_t rlimit = 0;  // solver resource units spent
    unsigned queries = 0;
};

struct JudgedPatch {
    PostedPatch posted;
    Judgement judgement;
    std::vector<std::string> paths;      // files it touches
    std::vector<std::string> functions;  // lifted functions whose text it changes, that it adds or takes away
    std::vector<JudgedStatement> statements;
    std::string impact;  // the paragraph one would paste; empty: nothing to say
};

// Patch `broken` shows a change that patch `repaired` takes back.
struct Repair {
    unsigned broken = 0;  // 1-based position in the series
    unsigned repaired = 0;
    std::string words;  // of the change
};

struct SeriesDelta;  // against.h

struct JudgedSeries {
    PostedSeries posted;
    Base base;
    std::string arch;
    std::string base_origin;  // "lifted from linux 7.3.4, 78 functions, hash ..."
    std::vector<JudgedPatch> patches;
    Judgement sum;              // from the base to the end of the series
    unsigned first_change = 0;  // 1-based; 0: none
    std::vector<Repair> repairs;
    std::vector<std::string> already_there;      // what is wrong with the base, in words
    std::vector<std::string> options;            // as given, those that bear on the answer
    std::shared_ptr<const SeriesDelta> against;  // an earlier revision; null: none was given
    ExitCode exit = ExitCode::vacuous;
};

class Answers;  // answers.h

struct JudgeOptions {
    std::string arch = "arm64";
    std::uint64_t rlimit = 0;    // per query; 0: none
    unsigned timeout_ms = 0;     // per query; 0: none
    unsigned jobs = 1;           // comparisons at once; the answers do not depend on it
    std::uint64_t budget = 0;    // of the whole run; patches after it is spent are undecided; 0: none
    bool conditions = false;     // say of each change when it occurs, as `diff` does; takes longer
    Answers* answers = nullptr;  // of other runs, and of this one; null: none
    bool merges = false;         // all that a series is asked without looking at answers is in `answers`
    unsigned shard = 0;          // from 1: compare every shard_count-th pair only, as shard.h says; 0: all
    unsigned shard_count = 0;
};

// How a run ends that found only this.
ExitCode exit_of(const Judgement& judgement);

// `exit` is that of --fail-on changed; of a shard, that of what it compared, and nothing else is worth reading. Throws
// InputError: the base itself cannot be lifted.
JudgedSeries judge(const PostedSeries& series, Base base, const JudgeOptions& options);

}  // namespace entryproof::checker::premerge
