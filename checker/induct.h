// SPDX-License-Identifier: MIT
// Induction over any number of syscalls: do the invariants (spec/invariant.h) hold of the first task, and does every
// transition (model/environment/transitions.h) of a path keep them?
//
// 1. A step starts in any state in which all invariants hold, with words built from its facts, and ends with facts read
//    back from the words.
// 2. An invariant that a step breaks is not inductive: unknown. When a run from the first task breaks it, it is
//    refuted, and the interpreter has run it too.
// 3. A task that does not come back needs no invariant.
#pragma once

#include "checker/decide.h"
#include "checker/result.h"
#include "model/ir/program.h"

#include <string>
#include <vector>

namespace entryproof::checker {

// One step of a run from the first task.
struct InductionStep {
    std::string transition;  // its name
    std::string text;  // what happens, with the answers that matter: "the tracer resumes ...: request PTRACE_SYSEMU"
    Values state;      // the facts that invariants speak of, after it
};

struct KeptInvariant {
    std::string name;
    Verdict verdict = Verdict::unknown;         // proved: inductive
    std::string transition = {};                // that breaks it
    std::string reason = {};                    // why not proved
    std::vector<InductionStep> run = {};        // refuted: from the first task to the violation
    std::vector<std::string> assumptions = {};  // other invariants that its preservation leans on
    std::vector<std::string> within = {};       // premises and limits that it leans on
};

struct Induction {
    bool is_modelled = true;  // false: no transitions for this architecture, nothing is claimed
    std::vector<KeptInvariant> invariants;
    std::vector<std::string> transitions;  // names of those that were looked at
};

struct InductOptions {
    SolverOptions solver;
    unsigned longest_run = 5;  // steps of a run that is looked for
};

// Requires: a path without its environment.
Induction induct(const ir::Program& path, const InductOptions& options, QueryLog& log);

}  // namespace entryproof::checker
