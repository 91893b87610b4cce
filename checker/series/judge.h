// SPDX-License-Identifier: MIT
// A built-in series, patch by patch: what each changes, under which assumptions, and what its changelog claims.
//
// 1. A patch is compared with the state before it, once; each column asks that comparison under its own assumptions.
//    (No lemma of a comparison leans on an invariant: checker/premises.h.)
// 2. Every difference is found by the solver: a root that shows in some run, then one that shows in a run without that
//    one, and so on until in a run without all of them nobody sees anything. So what follows from one is not listed.
//    A known change (spec/change.h) gives it its name and is checked: it must occur, its condition must be exact, and
//    nothing may occur beside the known ones.
// 3. What a column does not cover is said, and is no verdict.
#pragma once

#include "checker/exit_code.h"
#include "checker/load.h"
#include "checker/premerge/judge.h"
#include "checker/result.h"
#include "checker/series/fast_path.h"
#include "model/series/series.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

// One way of asking: a column of the table.
struct SeriesColumn {
    std::string name;                  // "default", "interference", "without I1"
    std::vector<std::string> dropped;  // assumptions
    std::string not_covered = {};      // why it cannot be asked; empty: it can
};
const std::vector<SeriesColumn>& series_columns();

// A root difference. Its `condition` and `reason` are those of the known change; for one that nobody knows they are
// empty and `declared` is false.
struct SeriesDifference {
    Difference difference;
    std::string words;     // premerge's: "a tracer can miss 'step report', which was seen before"
    std::string known_as;  // "D18"; empty: not known
};

// A known change that is not right.
struct SeriesFlaw {
    enum class Kind {
        stale,    // no run shows it
        outside,  // a run shows it where its condition does not hold
        wider     // its condition holds in a run in which nothing differs
    } kind;
    std::string change;  // its name
    std::string message;
};
std::string_view word(SeriesFlaw::Kind kind);  // "stale", "outside", "wider"

struct ColumnVerdict {
    bool is_covered = false;
    premerge::PatchVerdict verdict = premerge::PatchVerdict::undecided;
    std::string reason;                    // one line; not covered: why
    std::vector<std::string> assumptions;  // that "unchanged", or "nothing else changed", leans on
    std::vector<SeriesDifference> differences;
    std::vector<SeriesFlaw> flaws;
    bool is_vacuous = false;
    bool is_undecided = false;  // something about it is
};

struct JudgedSeriesClaim {
    series::Claim claim;
    premerge::ClaimVerdict verdict = premerge::ClaimVerdict::not_checked;
    std::string words;  // why; one line
};

// layout.distinct and layout.mask of one architecture, before and after.
struct LayoutVerdict {
    std::string arch;
    unsigned moved = 0;         // flags whose number changes, that come or that go
    std::vector<Claim> claims;  // before, then after
};

struct JudgedSeriesPatch {
    const series::Patch* patch = nullptr;
    std::string before, after;           // PATHs
    std::vector<ColumnVerdict> columns;  // as series_columns()
    std::vector<JudgedSeriesClaim> claims;
    std::vector<LayoutVerdict> layouts;        // only where a number changes
    std::optional<PathCost> no_work, audited;  // of the state after; none: what compiles otherwise is not counted
    std::uint64_t rlimit = 0;
    unsigned queries = 0;
};

struct SeriesVerdict {
    const series::Series* series = nullptr;
    PathCost no_work, audited;  // of the base
    std::vector<JudgedSeriesPatch> patches;
    std::vector<std::string> options;  // as given
    ExitCode exit = ExitCode::vacuous;
};

struct SeriesOptions {
    std::optional<std::string> expect_file;  // --expect FILE: its text was read
    std::string expect_text;
    bool no_expect = false;
    std::uint64_t rlimit = 0;  // per query; 0: none
    unsigned timeout_ms = 0;   // per query; 0: none
    unsigned jobs = 1;         // patches at once; the answers do not depend on it
};

// Exit: 10 with a difference that nobody knows, one outside its condition, or a layout that is not sound; 8 with a
// known change that is stale or whose condition is wider; 7 and 5 as in prove; else 0. Throws InputError: a known
// change that cannot be read.
SeriesVerdict judge_series(const series::Series& series, const SeriesOptions& options);

// The comparison of two states as a patch of the series; `before` and `after` need not be neighbours.
JudgedSeriesPatch judge_patch(const series::Patch& patch, const LoadedPath& before, const LoadedPath& after,
                              const SeriesOptions& options);

}  // namespace entryproof::checker
