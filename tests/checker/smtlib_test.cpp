// SPDX-License-Identifier: MIT
// The printed script says the same as the terms: what is asked, in what sorts, in linear size.
#include "checker/smtlib.h"

#include <doctest/doctest.h>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a small question, to the letter") {
    Terms terms;
    const Term c = terms.variable("task.emu", 1);
    const Term x = terms.variable("left.stop.request@0", 8);
    const Term y = terms.binary(ir::BinaryOperator::add, x, terms.constant(8, 3));
    const std::string text = smtlib(terms, {terms.equal(terms.select(c, x, y), y)}, "agreement.tracer");
    CHECK(text ==
          "; agreement.tracer\n"
          "(set-logic QF_BV)\n"
          "(declare-const |task.emu| Bool)\n"
          "(declare-const |left.stop.request@0| (_ BitVec 8))\n"
          "(define-fun t4 () (_ BitVec 8) (bvadd |left.stop.request@0| (_ bv3 8)))\n"
          "(define-fun t6 () Bool (= |left.stop.request@0| t4))\n"
          "(define-fun t7 () Bool (not |task.emu|))\n"
          "(define-fun t8 () Bool (or t6 t7))\n"
          "(assert t8)\n"
          "(check-sat)\n");
}

TEST_CASE("bits of words are truths, truths in words are vectors") {
    Terms terms;
    const Term word = terms.variable("w", 16);
    const Term bit = terms.extract(word, 3, 1);
    CHECK(contains(smtlib(terms, {bit}, "bit"), "() Bool (= ((_ extract 3 3) |w|) #b1))"));
    const Term wide = terms.extend(terms.variable("c", 1), 16, true);
    const Term less = terms.binary(ir::BinaryOperator::unsigned_less, wide, word);
    CHECK(contains(smtlib(terms, {less}, "wide"), "((_ sign_extend 15) (ite |c| #b1 #b0))"));
}

TEST_CASE("shared terms are written once, so doubling a term a hundred times stays small") {
    Terms terms;
    Term term = terms.variable("x", 64);
    for (int i = 0; i < 100; ++i)
        term = terms.binary(ir::BinaryOperator::multiply, term, terms.binary(ir::BinaryOperator::add, term, term));
    CHECK(smtlib(terms, {terms.equal(term, terms.variable("y", 64))}, "deep").size() < 20'000);
}

TEST_CASE("the script does not hold what was not asked") {
    Terms terms;
    terms.variable("unused", 8);
    CHECK_FALSE(contains(smtlib(terms, {terms.variable("c", 1)}, "small"), "unused"));
}
