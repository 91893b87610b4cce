// SPDX-License-Identifier: MIT
// From one syscall to any number: with the invariants and the relation of both sides inductive, what was proved of one
// syscall from every related pair of states holds of every run from the first task on.
#pragma once

#include "checker/compare.h"
#include "checker/decide.h"
#include "checker/induct.h"
#include "checker/jobs.h"
#include "checker/load.h"
#include "checker/result.h"

#include <optional>

namespace entryproof::checker {

struct InductionAnswer {
    Induction induction;
    QueryLog log;
};
using PendingInduction = std::optional<Jobs::Pending<InductionAnswer>>;

// The induction over both sides, left to `jobs`: it needs nothing of the comparison. Nothing for architectures whose
// transitions are not modelled.
PendingInduction begin_induction(Jobs& jobs, const LoadedPath& left, const LoadedPath& right,
                                 const SolverOptions& solver);

// When everything is kept, proved claims about one syscall get the scope `inductive` and no longer assume invariants,
// and one claim `invariants` says so. Otherwise each that is not kept is a claim of its own: unknown (not inductive),
// or refuted with the run that breaks it. `question` and `comparison` are those of the claims.
void extend_to_all_syscalls(Result& result, PendingInduction& pending, const Question& question,
                            const Comparison& comparison);

}  // namespace entryproof::checker
