// SPDX-License-Identifier: MIT
// Slicing loses no possibility, and loses most of the bits.
#include "checker/slice.h"

#include "checker/decide.h"
#include "checker/smt.h"
#include "tests/toy/random_program.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

Answer ask(const Terms& terms, const std::vector<Term>& conditions, Assignment* values = nullptr) {
    QueryLog log;
    Solver solver(terms, {}, log);
    solver.add(conditions);
    const Answer answer = solver.check("slice").answer;
    if (answer == Answer::sat && values != nullptr) *values = solver.assignment();
    return answer;
}

constexpr ir::Width width = 16;

// Conditions over a few words: combined bit by bit, compared, some bits tested, signals added.
class BitwiseConditions {
public:
    BitwiseConditions(Terms& terms, std::uint64_t seed) : terms_(terms), dice_(seed), powers_(dice_.one_in(2)) {}

    std::vector<Term> make() {
        std::vector<Term> conditions;
        for (unsigned i = 0; i < 7; ++i) {
            const Term claim =
                dice_.one_in(4) ? terms_.extract(word(2), 3 * dice_.below(3), 1) : terms_.equal(word(2), word(2));
            conditions.push_back(dice_.one_in(2) ? claim : terms_.negation(claim));
        }
        return conditions;
    }
    bool has_powers() const { return powers_; }

private:
    Term variable() { return terms_.variable("v" + std::to_string(dice_.below(4)), width); }

    Term leaf() {
        if (powers_ && dice_.one_in(3)) {
            const Term exponent = terms_.variable("e" + std::to_string(dice_.below(2)), width);
            return terms_.binary(ir::BinaryOperator::shift_left, terms_.constant(width, 1), exponent);
        }
        return dice_.one_in(4) ? terms_.constant(width, 0x1111u << dice_.below(3)) : variable();
    }

    Term word(unsigned depth) {
        if (depth == 0) return leaf();
        const Term a = word(depth - 1);
        switch (dice_.below(5)) {
            case 0:
                return terms_.both(a, word(depth - 1));
            case 1:
                return terms_.either(a, word(depth - 1));
            case 2:
                return terms_.complement(a);
            case 3:
                return terms_.select(terms_.variable("c" + std::to_string(dice_.below(3)), 1), a, word(depth - 1));
            default:
                return a;
        }
    }

    Terms& terms_;
    toy::Dice dice_;
    bool powers_;
};

struct Count {
    unsigned sat = 0;
    unsigned unsat = 0;
    unsigned spurious = 0;
    unsigned sliced = 0;
};

void check(std::uint64_t seed, Count& count) {
    Terms terms;
    BitwiseConditions maker(terms, seed);
    const std::vector<Term> conditions = maker.make();
    const Slicing slicing(terms, conditions);
    count.sliced += slicing.changes_anything() ? 1 : 0;
    Assignment sliced;
    const Answer answer = ask(terms, slicing.conditions(), &sliced);
    const Answer plain = ask(terms, conditions);
    count.sat += plain == Answer::sat ? 1 : 0;
    count.unsat += plain == Answer::unsat ? 1 : 0;
    if (plain == Answer::sat) REQUIRE(answer == Answer::sat);
    if (answer != Answer::sat) return;
    Evaluator evaluator(terms, slicing.widened(sliced));
    bool holds = true;
    for (const Term condition : conditions) holds = holds && evaluator.is_true(condition);
    // Only what stands for 1 << x may be too free.
    if (!maker.has_powers()) REQUIRE(holds);
    count.spurious += holds ? 0 : 1;
}

unsigned widest(const Terms& terms, const std::vector<Term>& conditions) {
    unsigned result = 0;
    for (const Term term : terms.reachable(conditions)) result = std::max<unsigned>(result, terms.width(term));
    return result;
}

}  // namespace

TEST_CASE("what is possible stays possible sliced, and without 1 << x an assignment carries over") {
    Count count;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        CAPTURE(seed);
        check(seed, count);
    }
    MESSAGE("sat " << count.sat << ", unsat " << count.unsat << ", spurious " << count.spurious << ", sliced "
                   << count.sliced);
    CHECK(count.sat > 100);
    CHECK(count.unsat > 100);
    CHECK(count.sliced > 500);
    CHECK(count.spurious > 0);
}

TEST_CASE("a signal set keeps the bits that are tested and as many others as there are equalities") {
    Terms terms;
    const Term pending = terms.variable("pending", 64);
    const Term other = terms.variable("other", 64);
    const Term kill = terms.constant(64, 1u << 8);
    const std::vector<Term> conditions = {terms.differs(terms.either(pending, kill), other),
                                          terms.extract(other, 8, 1)};
    const Slicing slicing(terms, conditions);
    CHECK(slicing.changes_anything());
    CHECK(widest(terms, conditions) == 64);
    CHECK(widest(terms, slicing.conditions()) == 2);
}

TEST_CASE("words that are added or looked into by more than a bit are left alone") {
    Terms terms;
    const Term x = terms.variable("x", 64);
    const Term y = terms.variable("y", 64);
    const std::vector<Term> sum = {
        terms.equal(terms.binary(ir::BinaryOperator::add, x, y), terms.both(x, terms.constant(64, 12)))};
    CHECK_FALSE(Slicing(terms, sum).changes_anything());
    const std::vector<Term> part = {terms.equal(terms.extract(x, 4, 3), terms.constant(3, 5)), terms.equal(x, y)};
    CHECK_FALSE(Slicing(terms, part).changes_anything());
}

TEST_CASE("a sliced answer that the original does not bear out is asked again") {
    // Both are bits, and two different bits or none are not x: only sliced is that possible.
    Terms terms;
    QueryLog log;
    const Term one = terms.constant(width, 1);
    const Term x = terms.binary(ir::BinaryOperator::shift_left, one, terms.variable("e", width));
    const Term y = terms.binary(ir::BinaryOperator::shift_left, one, terms.variable("f", width));
    const Term big =
        terms.binary(ir::BinaryOperator::unsigned_less, terms.variable("e", width), terms.constant(width, width));
    const Term overlap = terms.is_nonzero(terms.both(x, y));
    const Question question{terms, {big}, {}, log};
    CHECK(find(question, "overlap", terms.both(overlap, terms.differs(x, y))).outcome.unsat());
    CHECK(log.queries.back().name == "overlap.unsliced");
}
