// SPDX-License-Identifier: MIT
// `entryproof prove LEFT RIGHT`: do the two paths agree for every observer, for one syscall, from every start?
#pragma once

#include "checker/load.h"
#include "checker/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::checker {

struct ProveOptions {
    std::vector<std::string> assume;            // --assume EXPR (spec/condition.h over start facts)
    std::vector<std::string> drop_assumptions;  // --drop-assumption NAME
    std::optional<std::string> expect_file;     // --expect FILE: its text was read by main
    std::string expect_text;
    bool no_expect = false;
    std::vector<std::string> observers;  // --observer; empty: all
    std::uint64_t rlimit = 0;            // per query; 0: none
    unsigned timeout_ms = 0;             // per query; 0: none
    bool tells_differences = true;       // off: claims only; a refuted one is not explained
    bool collect_smt2 = false;           // fill `smt2` of the outcome
    unsigned jobs = 1;                   // questions at once; the answers do not depend on it
    bool interference = false;           // others act between any two reads, too (checker/interference)
    bool cut_points = true;              // off: the plain encoding, for tests and the re-check
};

struct Smt2File {
    std::string name;  // "agreement.tracer.smt2"
    std::string text;
    std::string expected;  // "unsat", "sat" or "unknown": what our solver said
};

struct ProveOutcome {
    Result result;
    std::vector<Smt2File> smt2;
};

// Throws InputError for unreadable conditions, an unknown assumption or observer (is_usage).
ProveOutcome prove(const LoadedPath& left, const LoadedPath& right, const ProveOptions& options);

}  // namespace entryproof::checker
