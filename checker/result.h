// SPDX-License-Identifier: MIT
// What a run of the checker found, as plain values: made by `prove`, read by the reports. Nothing here decides
// anything.
#pragma once

#include "checker/exit_code.h"
#include "checker/scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace entryproof::checker {

enum class Verdict { proved, refuted, unknown, vacuous };

std::string_view word(Verdict verdict);  // "proved", "refuted", "unknown", "vacuous"

// One line of the answer: `agreement.tracer: proved (one syscall; assumes, unproved: I2 I3; within: native)`.
struct Claim {
    std::string name;  // agreement.tracer, agreement.order, undefined, layout.distinct.left, ...
    Verdict verdict = Verdict::unknown;
    std::string scope;                     // "one syscall"
    std::vector<std::string> assumptions;  // that are needed and not proved; of each query minimised by deletion
    std::string reason;                    // why unknown, vacuous or refuted, in one line; empty when proved
    std::vector<std::string> within = {};  // what is not modelled and premises that are needed, by name
};

// A minimal concrete story for one difference, replayed.
struct Story {
    std::string title;  // "the body ran" / "the body was skipped" ... what tells it from the other stories
    Scenario scenario;
    Replay replay;
    Disagreement disagreement;             // the marked one
    std::vector<std::string> config = {};  // options it hangs on, as lines of a .config
};

// A root difference: the same observer, left and right kinds.
struct Difference {
    std::string id;  // 8 hex digits: hash of pair, observer, left, right, fields
    std::string observer;
    std::string left;  // kind of the left event, or "nothing"
    std::string right;
    std::vector<std::string> fields;  // sorted: every field that can differ there; empty when the kinds differ
    std::string condition;            // as declared, when declared; else empty
    std::string summary;              // one sentence
    bool declared = false;
    std::string reason;  // of the declaration
    std::vector<Story> stories;
    // Of `diff` only. `condition` is what surely suffices; unless it is exact, `at_most` is what it takes.
    bool has_condition = true;  // false: no condition is known that suffices
    bool is_exact = true;
    std::string at_most = {};
    std::vector<std::string> unless =
        {};                      // ids: where one of these occurs the condition may hold without the difference
    std::string undecided = {};  // why nothing is known about when it occurs
};

// A declared difference that is not right.
struct LedgerFlaw {
    enum class Kind { stale, wider } kind;
    std::string declaration;  // its name
    std::string message;      // one line
    std::string narrower;     // for wider: the narrower condition
};

struct Provenance {
    std::string tool_version;
    std::string solver;       // "Z3 4.8.12.0"
    std::string left_origin;  // "built-in, 7.3" or the tree with version and hash
    std::string right_origin;
    std::vector<std::string> options;      // as given
    std::vector<std::string> not_covered;  // sentences
    std::vector<std::string> trusted;      // sentences
};

// Deterministic measures; no times.
struct Statistics {
    unsigned left_slots = 0;
    unsigned right_slots = 0;
    unsigned terms = 0;
    unsigned queries = 0;
    std::uint64_t rlimit = 0;  // solver resource units spent
};

struct Result {
    std::string command;  // "prove"
    std::string left;
    std::string right;
    std::vector<Claim> claims;
    std::vector<Difference> differences;  // undeclared first
    std::vector<LedgerFlaw> ledger;
    std::vector<std::string> notes;  // dead branches, already-there uninitialised reads
    Provenance provenance;
    Statistics statistics;
    ExitCode exit = ExitCode::vacuous;
};

}  // namespace entryproof::checker
