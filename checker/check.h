// SPDX-License-Identifier: MIT
// `entryproof check PATH`: is one path what is promised of every path (spec/property.h)? Each property is proved for
// every start and every answer of every actor, or refuted by a small run that breaks it, which the interpreter
// has replayed.
#pragma once

#include "checker/exit_code.h"
#include "checker/interpret.h"
#include "checker/load.h"
#include "checker/result.h"
#include "spec/expectation.h"
#include "spec/property.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace entryproof::checker {

// What --expect takes beside a file.
inline constexpr std::string_view built_in_word = "built-in";

struct CheckOptions {
    std::vector<std::string> properties;        // ids; empty: all
    std::vector<std::string> assume;            // --assume EXPR
    std::vector<std::string> drop_assumptions;  // --drop-assumption NAME
    std::optional<std::string> expect;          // --expect: "built-in" or a file, whose text was read by main
    std::string expect_text;
    std::uint64_t rlimit = 0;     // per query; 0: none
    unsigned timeout_ms = 0;      // per query; 0: none
    bool side_conditions = true;  // look for what a refuted property needs
};

enum class PropertyVerdict { proved, refuted, unknown, vacuous, not_covered };

std::string_view word(PropertyVerdict verdict);  // "not covered" and the words of result.h

// A run that breaks a property.
struct Breach {
    Scenario scenario;  // for this path alone
    Run run;            // of the interpreter
};

struct CheckedProperty {
    std::string id;
    std::string name;
    std::string sentence;
    std::string source;
    PropertyVerdict verdict = PropertyVerdict::unknown;
    std::vector<std::string> assumptions = {};  // needed and not proved
    std::vector<std::string> within = {};       // limits, and premises that are needed
    std::string reason = {};                    // why unknown, vacuous or not covered
    std::optional<Breach> breach = {};          // of a refuted one
    // Of a refuted one: it holds wherever one of these conjunctions does; none of them can do without a member, and no
    // shorter one of the vocabulary is enough. Empty: it cannot be said with so few facts.
    std::vector<std::vector<std::string>> holds_when = {};
    bool is_exact = false;      // and nowhere else
    bool is_explained = false;  // side conditions were looked for
    bool is_expected = false;
    std::string kind = {};  // as declared: wart, abi, bug, model
    std::string note = {};  // as declared: one sentence
};

struct CheckResult {
    std::string path;
    std::string origin;
    std::vector<CheckedProperty> properties;
    std::vector<std::string> stale;  // expectations that are not met, one sentence each
    std::vector<std::string> notes;
    std::vector<std::string> options;
    unsigned slots = 0;
    unsigned terms = 0;
    unsigned queries = 0;
    std::uint64_t rlimit = 0;
    ExitCode exit = ExitCode::vacuous;
};

// Throws InputError: unreadable conditions or expectations, an unknown property or assumption (is_usage).
// InternalError: a refutation that the interpreter does not see.
CheckResult check_path(const LoadedPath& path, const CheckOptions& options);

// One property of a whole program, as check_path decides it. Requires: the program has its environment, with signals
// delivered where the property needs that.
CheckedProperty check_property(const ir::Program& whole, const spec::Property& property, const CheckOptions& options);

// Under which name expectations speak of a path: "legacy", or "tree:arm64:7.3" for any tree of that release.
std::string expectation_name(const LoadedPath& path);

}  // namespace entryproof::checker
