// SPDX-License-Identifier: MIT
// A question asked beside others is answered as if it had been asked in turn.
#include "checker/beside.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

// Premises x == y, something beside, y == z.
struct Chain {
    Terms terms;
    QueryLog log;
    Term before = terms.variable("before", 7);  // so that copies have other indices
    Term x = terms.variable("x", 64);
    Term y = terms.variable("y", 64);
    Term z = terms.variable("z", 64);
    std::vector<Term> premises = {terms.equal(x, y), terms.variable("beside", 1), terms.equal(y, z)};

    Question question(std::set<Term> leaned_on = {}) { return {terms, premises, {}, log, std::move(leaned_on)}; }
};

}  // namespace

TEST_CASE("impossible: with the premises that it leans on, in the question's own terms") {
    for (const unsigned count : {1u, 2u}) {
        CAPTURE(count);
        Chain chain;
        const Question question = chain.question({chain.premises[0]});
        Jobs jobs(count);
        Beside beside(jobs, question, "broken", chain.terms.differs(chain.x, chain.z));
        const Refuted refuted = beside.answer(question);
        CHECK(refuted.finding.outcome.unsat());
        CHECK(refuted.used == std::vector<Term>{chain.premises[2]});
        REQUIRE_FALSE(chain.log.queries.empty());
        CHECK(chain.log.queries.back().name == "broken");
    }
}

TEST_CASE("possible: with a model in the question's own terms, which later questions find") {
    Chain chain;
    const Question question = chain.question();
    Jobs jobs(2);
    const Term seven = chain.terms.equal(chain.z, chain.terms.constant(64, 7));
    Beside beside(jobs, question, "seven", seven);
    const Refuted refuted = beside.answer(question);
    REQUIRE(refuted.finding.outcome.sat());
    Evaluator model(chain.terms, refuted.finding.assignment);
    CHECK(model.value(chain.x) == 7);
    CHECK(model.is_true(chain.premises[1]));
    const std::size_t queries = chain.log.queries.size();
    CHECK(find(question, "again", seven).outcome.sat());
    CHECK(chain.log.queries.size() == queries);
}

TEST_CASE("terms made while it is asked change nothing") {
    Chain chain;
    const Question question = chain.question();
    Jobs jobs(2);
    Beside beside(jobs, question, "broken", chain.terms.differs(chain.x, chain.z));
    for (unsigned i = 0; i < 1000; ++i) chain.terms.variable("late" + std::to_string(i), 64);
    CHECK(beside.answer(question).finding.outcome.unsat());
}

TEST_CASE("out of budget is undecided there too") {
    Chain chain;
    Question question = chain.question();
    question.solver.rlimit = 1;
    Jobs jobs(2);
    const Term product = chain.terms.binary(ir::BinaryOperator::multiply, chain.x, chain.z);
    Beside beside(jobs, question, "square", chain.terms.equal(product, chain.terms.constant(64, 0x123456789abcdef1)));
    CHECK(beside.answer(question).finding.outcome.unknown());
}
