// SPDX-License-Identifier: MIT
// The wall around the solver: answers, assignments, cores, scopes, budgets, the log.
#include "checker/smt.h"

#include "checker/error.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

const Engine engines[] = {Engine::finite_domain, Engine::bit_vector_tactic, Engine::general};

SolverOptions with(Engine engine) {
    SolverOptions options;
    options.engine = engine;
    return options;
}

// x * y = product with both factors above 1: hard when the product is a prime of this size.
Term factors(Terms& terms, std::uint64_t product) {
    const Term x = terms.extend(terms.variable("x", 32), 64, false);
    const Term y = terms.extend(terms.variable("y", 32), 64, false);
    const auto above_one = [&](Term value) {
        return terms.binary(ir::BinaryOperator::unsigned_less, terms.constant(64, 1), value);
    };
    const Term equal = terms.equal(terms.binary(ir::BinaryOperator::multiply, x, y), terms.constant(64, product));
    return terms.all_of({above_one(x), above_one(y), equal});
}

}  // namespace

TEST_CASE("sat comes with an assignment that makes everything true") {
    for (const Engine engine : engines) {
        Terms terms;
        QueryLog log;
        Solver solver(terms, with(engine), log);
        const Term x = terms.variable("x", 16);
        const Term flag = terms.variable("flag", 1);
        const Term sum = terms.binary(ir::BinaryOperator::add, x, terms.constant(16, 10));
        const Term condition = terms.both(terms.equal(sum, terms.constant(16, 3)), terms.negation(flag));
        solver.add(condition);
        REQUIRE(solver.check("sum").sat());
        CHECK(solver.assignment().at(x) == 0xfff9);
        CHECK(Evaluator(terms, solver.assignment()).is_true(condition));
    }
}

TEST_CASE("unsat comes with the assumptions that suffice") {
    for (const Engine engine : engines) {
        Terms terms;
        QueryLog log;
        Solver solver(terms, with(engine), log);
        const Term x = terms.variable("x", 8);
        const Term small = terms.binary(ir::BinaryOperator::unsigned_less, x, terms.constant(8, 10));
        const Term large = terms.binary(ir::BinaryOperator::unsigned_less, terms.constant(8, 20), x);
        const Term beside = terms.variable("beside", 1);
        REQUIRE(solver.check("core", {small, beside, large}).unsat());
        CHECK(solver.core() == std::vector<Term>{small, large});
        CHECK(solver.check("without", {small, beside}).sat());
        CHECK_THROWS_AS(solver.core(), InternalError);
    }
}

TEST_CASE("what a scope adds is forgotten when it ends") {
    for (const Engine engine : engines) {
        Terms terms;
        QueryLog log;
        Solver solver(terms, with(engine), log);
        const Term x = terms.variable("x", 1);
        solver.add(x);
        {
            Solver::Scope scope(solver);
            solver.add(terms.negation(x));
            CHECK(solver.check("inside").unsat());
        }
        CHECK(solver.check("outside").sat());
    }
}

TEST_CASE("an assumption made in a scope can be made again after it") {
    Terms terms;
    QueryLog log;
    Solver solver(terms, {}, log);
    const Term condition = terms.equal(terms.variable("x", 8), terms.constant(8, 5));
    {
        Solver::Scope scope(solver);
        CHECK(solver.check("inside", {condition}).sat());
    }
    solver.add(terms.equal(terms.variable("x", 8), terms.constant(8, 6)));
    CHECK(solver.check("outside", {condition}).unsat());
}

TEST_CASE("a budget that does not suffice gives unknown with a reason, the same at every try") {
    Terms terms;
    QueryLog log;
    SolverOptions options;
    options.rlimit = 20'000;
    for (int round = 0; round < 2; ++round) {
        Solver solver(terms, options, log);
        solver.add(factors(terms, 4'611'686'014'132'420'609u));  // (2^31 - 1) squared
        const Outcome outcome = solver.check("factors");
        CHECK(outcome.unknown());
        CHECK_FALSE(outcome.reason.empty());
    }
    CHECK(log.queries.at(0).rlimit == log.queries.at(1).rlimit);
    CHECK(log.queries.at(0).answer == Answer::unknown);
}

TEST_CASE("every query is in the log, with its name and what it cost") {
    Terms terms;
    QueryLog log;
    Solver solver(terms, {}, log);
    solver.add(factors(terms, 35));
    CHECK(solver.check("first").sat());
    CHECK(solver.check("second", {terms.truth(false)}).unsat());
    REQUIRE(log.queries.size() == 2);
    CHECK(log.queries[0].name == "first");
    CHECK(log.queries[1].answer == Answer::unsat);
    CHECK(log.queries[0].rlimit > 0);
    CHECK(log.rlimit() == log.queries[0].rlimit + log.queries[1].rlimit);
}

TEST_CASE("an assignment without sat is our bug, and so is asserting a word") {
    Terms terms;
    QueryLog log;
    Solver solver(terms, {}, log);
    CHECK_THROWS_AS(solver.assignment(), InternalError);
    CHECK_THROWS_AS(solver.add(terms.variable("x", 8)), InternalError);
}

TEST_CASE("the solver says which one it is") { CHECK(solver_version().rfind("Z3 4.", 0) == 0); }
