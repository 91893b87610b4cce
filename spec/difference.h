// SPDX-License-Identifier: MIT
// Declared differences: where two paths are known and meant to disagree, written down so that anything else is found.
//
// spec/differences/<left>-<right>.toml, compiled in; or a file given with --expect:
//
//   [[difference]]
//   name = "no-step-report-under-sysemu"
//   pair = ["legacy", "generic"]
//   observer = "tracer"
//   left = "signal stop"        # kind of the left event, or "nothing"
//   right = "nothing"
//   fields = []                 # with equal kinds: the shown fields that may differ, no others
//   condition = "exit.step && exit.emu"   # exactly when (spec/condition.h); empty: always
//   reason = "..."
//   patch = "..."               # optional
//   link = "..."                # optional
//   interference = true         # optional: it needs others who act between two reads (prove --interference); such a
//   one
//                               # has no condition
//
// A file that is not compiled in may say that another pair is known to differ just as a built-in one does:
//
//   [[same]]
//   pair = ["tree:arm64", "tree+overlay:arm64"]
//   as = ["legacy", "generic"]
//
// A condition must be exact: a difference outside it is refuted, a condition that holds without the difference is
// wider.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace entryproof::spec {

struct DeclaredDifference {
    std::string name;
    std::string left_path;
    std::string right_path;
    std::string observer;
    std::string left;
    std::string right;
    std::vector<std::string> fields;  // sorted
    std::string condition;
    std::string reason;
    std::string patch;
    std::string link;
    bool interference = false;
    std::string file;  // where it was declared, for messages
    unsigned line = 0;
};

struct DifferenceFileError {
    std::string file;
    unsigned line;
    unsigned column;
    std::string message;
};

// All declarations of a file. Unknown keys, missing keys, wrong types, a name used twice, `as` a pair of which nothing
// is declared: DifferenceFileError.
std::vector<DeclaredDifference> parse_differences(const std::string& text, const std::string& file_name);

// The built-in ones of exactly this pair, in file order.
std::vector<DeclaredDifference> built_in_differences(const std::string& left_path, const std::string& right_path);

// Every built-in one.
std::vector<DeclaredDifference> built_in_differences();

}  // namespace entryproof::spec
