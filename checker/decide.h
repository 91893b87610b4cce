// SPDX-License-Identifier: MIT
// The questions behind the claims, each one or a few solver queries. Nothing is reported here; undecided stays
// undecided.
//
// A Question carries what is assumed and how to ask. Every query runs on a fresh solver, so its answer depends on
// nothing but itself.
#pragma once

#include "checker/root.h"
#include "checker/smt.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace entryproof::checker {

struct NamedTerm {
    std::string name;
    Term term;
};

struct Question {
    Terms& terms;
    std::vector<Term> premises;
    SolverOptions solver;
    QueryLog& log;
    // Those of the premises that every answer is taken to lean on: no core is asked to leave them out.
    std::set<Term> leaned_on = {};
};

struct Finding {
    Outcome outcome;
    Assignment assignment;  // when sat
};

// Can `condition` hold under the premises?
Finding find(const Question& question, const std::string& name, Term condition);

// A root shape that can occur outside `allowed`, or of which that is not decided.
struct FoundShape {
    RootShape shape;
    Finding finding;
    std::vector<std::string> fields;            // can differ in such a root; sorted
    std::vector<std::string> undecided_fields;  // the solver did not say; sorted
};

// All of them, in order of shape; of the observers in `observers` only, unless that is empty. `name` is put before the
// names of the queries.
std::vector<FoundShape> find_shapes(const Question& question, const std::string& name, const Roots& roots,
                                    const std::vector<AllowedRoot>& allowed,
                                    const std::vector<std::string>& observers = {});

// Can the declared root occur at all, as declared? unsat: the declaration is stale.
Finding find_declared(const Question& question, const std::string& name, const Roots& roots,
                      const AllowedRoot& declared);

// What has to hold for a declaration to be wider than the truth.
Term wider_condition(Terms& terms, const Roots& roots, const AllowedRoot& declared, bool others_mask);

// Can the condition hold without the root? sat: the declaration is wider than the truth. Where another root occurs
// instead the declared one may be masked by it; that does not count as wider when `others_mask`.
Finding find_wider(const Question& question, const std::string& name, const Roots& roots, const AllowedRoot& declared,
                   bool others_mask);

// A conjunction of literals that, added to the declared condition, makes it exact: the root implies it, and with it
// the condition implies the root. Nothing: it cannot be said with these literals, or it was not decided.
std::optional<std::vector<NamedTerm>> find_narrower(const Question& question, const std::string& name,
                                                    const Roots& roots, const AllowedRoot& declared,
                                                    const std::vector<NamedTerm>& literals, bool others_mask);

// The same for a question that is expected to be unsat: which of the question's premises the answer leans on.
struct Refuted {
    Finding finding;
    std::vector<Term> used;  // when unsat; suffices beside Question::leaned_on, minimised by deletion
};
Refuted find_with_core(const Question& question, const std::string& name, Term condition);

// The same, asked first with Question::leaned_on alone: where that suffices, there is no core to minimise.
Refuted find_with_fewest(const Question& question, const std::string& name, Term condition);

// Names of those assumptions that are needed so that `impossible` stays impossible under them and the premises; minimal
// (none can be left out), in the order given. Nothing: it is possible, or undecided, even with all of them.
std::optional<std::vector<std::string>> sufficient_assumptions(const Question& question, const std::string& name,
                                                               Term impossible,
                                                               const std::vector<NamedTerm>& assumptions);

}  // namespace entryproof::checker
