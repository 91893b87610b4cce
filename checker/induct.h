// SPDX-License-Identifier: MIT
// Induction over any number of syscalls: do the invariants (spec/invariant.h) hold of the first task, and does every
// transition (model/environment/transitions.h) of a path keep them?
//
// 1. A step starts in any state in which all invariants hold, with words built from its facts, and ends with facts read
//    back from the words.
// 2. An invariant that a step breaks is not inductive: unknown. When a run from the first task breaks it, it is
//    refuted, and the interpreter has run it too.
// 3. A task that does not come back needs no invariant.
// 4. I7, the relation that `prove` starts from, is kept too: at the end of a syscall the words of each side say what
//    the environment kept of the facts (now.*), which is the same on both while nobody sees a difference (that is
//    I7.relation's part for `prove` to check); every other transition, given the same answers, takes whatever a syscall
//    starts from (facts, registers, memory) on both sides to the same. Not where an rseq event waits when it begins:
//    the judgement behind the exit work is not covered (spec/coverage.h).
#pragma once

#include "checker/decide.h"
#include "checker/result.h"
#include "model/ir/program.h"

#include <optional>
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
    std::string name;                           // I1.left; I7 and I7.relation are about the words of both sides
    Verdict verdict = Verdict::unknown;         // proved: inductive
    std::string transition = {};                // that breaks it
    std::string reason = {};                    // why not proved
    std::vector<InductionStep> run = {};        // refuted: from the first task to the violation
    std::vector<std::string> assumptions = {};  // other invariants that its preservation leans on
    std::vector<std::string> within = {};       // premises and limits that it leans on
};

struct Induction {
    std::vector<KeptInvariant> invariants;
    bool is_proved() const;
};

// A path's transitions as programs.
struct InductionPrograms {
    ir::Program syscall;  // model/environment/transitions.h:with_transition_of_syscall
    ir::Program others;   // with_transitions
};

struct InductOptions {
    SolverOptions solver;
    unsigned longest_run = 5;  // steps of a run that is looked for
};

// Nothing when there are no transitions for this architecture. Requires: a path without its environment.
std::optional<InductionPrograms> induction_programs(const ir::Program& path);

// The invariants of each side and, with two sides (left, right), the relation between them.
Induction induct(const std::vector<InductionPrograms>& sides, const InductOptions& options, QueryLog& log);

}  // namespace entryproof::checker
