// SPDX-License-Identifier: MIT
// What each patch of a built-in series is known to change, written down so that a change of that is seen.
//
// spec/changes/*.toml, compiled in; or a file given with --expect:
//
//   [[change]]
//   patches = ["series:03"]     # PATHs of the states behind the patches that change this
//   observer = "undefined"
//   left = "nothing"            # kind of the event before the patch, or "nothing"
//   right = "uninitialised read"
//   known_as = "D18"            # what discussions of the series call it (model/series/numbers.md)
//   condition = "task.audit"    # optional: exactly when (spec/condition.h)
//   without = ["I1"]            # optional: only where these assumptions are dropped
//   note = "..."                # one sentence why
//
// A change is a root difference; which fields differ is found, not declared.
#pragma once

#include <string>
#include <vector>

namespace entryproof::spec {

struct KnownChange {
    std::string path;
    std::string observer;
    std::string left;
    std::string right;
    std::string known_as;
    std::string condition = {};
    std::vector<std::string> without = {};  // sorted
    std::string note;
    std::string file;  // where it stands, for messages
    unsigned line = 0;

    // "series:03, undefined: nothing / uninitialised read"
    std::string name() const { return path + ", " + observer + ": " + left + " / " + right; }
};

struct KnownChangeError {
    std::string file;
    unsigned line;
    unsigned column;
    std::string message;
};

// All of a file, in order, one for each patch. Unknown or missing keys, wrong types, an unknown assumption, the same
// change twice: KnownChangeError.
std::vector<KnownChange> parse_changes(const std::string& text, const std::string& file_name);

// Every built-in one.
std::vector<KnownChange> built_in_changes();

// Those of one patch that a run can show which drops these assumptions: `without` names no other.
std::vector<KnownChange> changes_of(const std::vector<KnownChange>& all, const std::string& path,
                                    const std::vector<std::string>& dropped_assumptions);

}  // namespace entryproof::spec
