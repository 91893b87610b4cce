// SPDX-License-Identifier: MIT
// The one wall around the solver. Nothing else in this project knows which solver it is.
//
// 1. A solver is fresh: it shares nothing with another, so the answer to a query depends only on what was added to this
//    one and asked before, not on other queries, their order or the machine.
// 2. Undecided is a value with a reason, never an exception and never success.
// 3. Every query has a name and is recorded in the log.
#pragma once

#include "checker/evaluate.h"
#include "checker/term.h"
#include "checker/witness.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace entryproof::checker {

enum class Answer { sat, unsat, unknown };

struct Outcome {
    Answer answer = Answer::unknown;
    std::string reason;  // why unknown; else empty
    bool sat() const { return answer == Answer::sat; }
    bool unsat() const { return answer == Answer::unsat; }
    bool unknown() const { return answer == Answer::unknown; }
};

// Ways to ask. Same answers, different speed; see README of the room for the measurements.
enum class Engine { finite_domain, bit_vector_tactic, general };

struct SolverOptions {
    std::uint64_t rlimit = 0;  // solver resource units per query; 0: no limit
    unsigned timeout_ms = 0;   // outer guard per query; 0: none
    Engine engine = Engine::general;
};

struct QueryRecord {
    std::string name;
    Answer answer = Answer::unknown;
    std::uint64_t rlimit = 0;  // spent
};

// All queries of one run, in order, and the models they found. Passed by reference to every solver.
struct QueryLog {
    std::vector<QueryRecord> queries;
    Witnesses witnesses;
    std::uint64_t rlimit() const;
};

class Solver {
public:
    Solver(const Terms& terms, const SolverOptions& options, QueryLog& log);
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // Asserts a condition (1 bit) until the enclosing Scope ends.
    void add(Term condition);
    void add(const std::vector<Term>& conditions);

    // Are all asserted conditions and the assumptions (1 bit each) possible together?
    Outcome check(const std::string& name, const std::vector<Term>& assumptions = {});

    // After sat: the values of every variable that the solver has met; what it left open is 0.
    Assignment assignment();

    // After unsat: those assumptions that suffice, in the order they were given; minimised by deletion, as far as the
    // query's budget goes.
    std::vector<Term> core();

    // What is added while a Scope lives is forgotten when it ends. Scopes nest.
    class Scope {
    public:
        explicit Scope(Solver& solver);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Solver& solver_;
    };

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// "Z3 4.8.12.0"
std::string solver_version();

}  // namespace entryproof::checker
