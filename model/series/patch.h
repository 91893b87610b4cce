// SPDX-License-Identifier: MIT
// One patch of the series: what it edits, and what its changelog claims, in our own words and in a form that can be
// checked.
#pragma once

#include "model/ir/program.h"
#include "model/series/steps.h"

#include <string>
#include <vector>

namespace entryproof::series {

// A root difference between before and after, as the checker finds it: who sees what before and after, which field
// differs, and when. What is empty matches anything. `condition` is in the words of declared differences.
struct Seen {
    std::string observer;
    std::string left = {};
    std::string right = {};
    std::string field = {};
    std::string condition = {};
};

enum class ClaimKind {
    nothing_changes,  // nobody can tell before from after
    seen,             // one of `about` is seen
    not_seen,         // none of `about` is
    sound_layout      // the flags that it renumbers do not clash, and masks hold what they say
};

struct Claim {
    ClaimKind kind;
    std::string words;  // what the changelog says, in our own
    std::vector<Seen> about = {};
};

// Numbers of thread flags of an architecture whose path is not compared here, before and after a patch.
struct Renumbering {
    std::string arch;
    std::vector<ir::FlagBit> before;
    std::vector<ir::FlagBit> after;
};

struct Patch {
    unsigned number;
    std::string theme;           // the same word in every revision, by which --against finds its counterpart; unique
    std::string subject;         // in our own words
    void (*edit)(Steps& steps);  // null: nothing that is modelled
    std::vector<Claim> claims = {};
    // What users can have from here on that they could not before, read from Kconfig; nothing of it is judged.
    std::vector<std::string> availability = {};
    std::vector<Renumbering> renumbered = {};
    bool only_compiles_otherwise = false;  // inlining
    std::string note = {};                 // where it was not taken from the posted patch, what it leaves out
};

struct Series {
    std::string name;         // "series": the PATH of patch NN is name:NN, that of the base name:00
    std::string description;  // one line
    std::string release;      // of the kernel it is based on: "7.0"
    Steps base;
    std::vector<Patch> patches;  // numbers from 1 on
    // What its cover letter measured, in our own words.
    std::string measured;
};

}  // namespace entryproof::series
