// SPDX-License-Identifier: MIT
// Every rewrite is proved: a term built as written and the same term rebuilt through the constructors are equal for all
// values of their variables, at several widths. One line per rule; a rule whose line no longer fires fails too.
#include "checker/rewrite.h"

#include "checker/smt.h"
#include "tests/toy/random_program.h"

#include <doctest/doctest.h>

#include <functional>

using namespace entryproof;
using namespace entryproof::checker;

namespace {

using Op = Operation;

// Terms as written: no constructor of this class rewrites.
class Raw {
public:
    Raw(Terms& terms, ir::Width width) : terms_(terms), width_(width) {}

    Term x() { return terms_.variable("x", width_); }
    Term y() { return terms_.variable("y", width_); }
    Term z() { return terms_.variable("z", width_); }
    Term c() { return terms_.variable("c", 1); }
    Term d() { return terms_.variable("d", 1); }
    Term narrow() { return terms_.variable("narrow", narrow_width()); }
    Term other() { return terms_.variable("other", narrow_width()); }
    Term value(std::uint64_t value) { return terms_.constant(width_, value); }
    Term ones() { return value(~std::uint64_t{0}); }
    Term one_bit(std::uint64_t value) { return terms_.constant(1, value); }
    ir::Width width() const { return width_; }
    ir::Width narrow_width() const { return width_ == 1 ? 1 : (width_ + 1) / 2; }

    Term operator()(Op op, Term a) { return node(op, terms_.width(a), {a}); }
    Term operator()(Op op, Term a, Term b) {
        const bool compares = op == Op::equal || op == Op::unsigned_less || op == Op::unsigned_less_equal ||
                              op == Op::signed_less || op == Op::signed_less_equal;
        return node(op, compares ? 1 : terms_.width(a), {a, b});
    }
    Term select(Term c, Term a, Term b) { return node(Op::select, terms_.width(a), {c, a, b}); }
    Term extract(Term a, ir::Width low, ir::Width width) { return node(Op::extract, width, {a}, low); }
    // `a` itself where nothing is to be added: such a node is not allowed.
    Term zero_extend(Term a, ir::Width width) {
        return width == terms_.width(a) ? a : node(Op::zero_extend, width, {a});
    }
    Term sign_extend(Term a, ir::Width width) {
        return width == terms_.width(a) ? a : node(Op::sign_extend, width, {a});
    }

private:
    Term node(Op op, ir::Width width, std::vector<Term> operands, ir::Width low = 0) {
        TermNode node;
        node.operation = op;
        node.width = static_cast<std::uint8_t>(width);
        node.low = static_cast<std::uint8_t>(low);
        node.operand_count = static_cast<std::uint8_t>(operands.size());
        std::copy(operands.begin(), operands.end(), node.operands.begin());
        return terms_.as_written(node);
    }

    Terms& terms_;
    ir::Width width_;
};

struct Rule {
    const char* name;
    std::function<Term(Raw&)> written;
};

// A flat table: one rule a line, in the order of checker/rewrite.cpp.
// clang-format off
const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = {
        {"constants fold: add", [](Raw& r) { return r(Op::add, r.value(5), r.ones()); }},
        {"constants fold: signed less", [](Raw& r) { return r(Op::signed_less, r.value(1), r.ones()); }},
        {"constants fold: division by zero", [](Raw& r) { return r(Op::unsigned_divide, r.value(5), r.value(0)); }},
        {"constants fold: remainder by zero", [](Raw& r) { return r(Op::unsigned_remainder, r.value(5), r.value(0)); }},
        {"constants fold: ashr", [](Raw& r) { return r(Op::arithmetic_shift_right, r.ones(), r.value(3)); }},
        {"constants fold: shift too far", [](Raw& r) { return r(Op::shift_left, r.ones(), r.value(66)); }},
        {"constants fold: extract", [](Raw& r) { return r.extract(r.value(6), r.width() - 1, 1); }},
        {"into constant select", [](Raw& r) { return r(Op::add, r.select(r.c(), r.value(3), r.value(6)), r.value(1)); }},
        {"into constant select, right", [](Raw& r) { return r(Op::unsigned_less, r.value(4), r.select(r.c(), r.value(3), r.value(6))); }},
        {"into constant select, unary", [](Raw& r) { return r(Op::bit_not, r.select(r.c(), r.value(3), r.value(6))); }},
        {"not not", [](Raw& r) { return r(Op::bit_not, r(Op::bit_not, r.x())); }},
        {"negate negate", [](Raw& r) { return r(Op::negate, r(Op::negate, r.x())); }},
        {"negate a bit", [](Raw& r) { return r(Op::negate, r.c()); }},
        {"add bits", [](Raw& r) { return r(Op::add, r.c(), r.d()); }},
        {"add zero", [](Raw& r) { return r(Op::add, r.value(0), r.x()); }},
        {"add add", [](Raw& r) { return r(Op::add, r(Op::add, r.x(), r.value(5)), r.value(9)); }},
        {"subtract bits", [](Raw& r) { return r(Op::subtract, r.c(), r.d()); }},
        {"subtract itself", [](Raw& r) { return r(Op::subtract, r.x(), r.x()); }},
        {"subtract a constant", [](Raw& r) { return r(Op::subtract, r.x(), r.value(3)); }},
        {"subtract from zero", [](Raw& r) { return r(Op::subtract, r.value(0), r.x()); }},
        {"multiply bits", [](Raw& r) { return r(Op::multiply, r.c(), r.d()); }},
        {"times zero", [](Raw& r) { return r(Op::multiply, r.x(), r.value(0)); }},
        {"times one", [](Raw& r) { return r(Op::multiply, r.value(1), r.x()); }},
        {"divide bits", [](Raw& r) { return r(Op::unsigned_divide, r.c(), r.d()); }},
        {"divide by one", [](Raw& r) { return r(Op::unsigned_divide, r.x(), r.value(1)); }},
        {"remainder of bits", [](Raw& r) { return r(Op::unsigned_remainder, r.c(), r.d()); }},
        {"remainder by one", [](Raw& r) { return r(Op::unsigned_remainder, r.x(), r.value(1)); }},
        {"shift bits left", [](Raw& r) { return r(Op::shift_left, r.c(), r.d()); }},
        {"shift bits right", [](Raw& r) { return r(Op::logical_shift_right, r.c(), r.d()); }},
        {"shift zero", [](Raw& r) { return r(Op::shift_left, r.value(0), r.x()); }},
        {"shift by zero", [](Raw& r) { return r(Op::shift_left, r.x(), r.value(0)); }},
        {"shift out left", [](Raw& r) { return r(Op::shift_left, r.x(), r.value(r.width() < 4 ? 3 : r.width())); }},
        {"shift out right", [](Raw& r) { return r(Op::logical_shift_right, r.x(), r.value(r.width() < 4 ? 3 : r.width())); }},
        {"shift right by a constant", [](Raw& r) { return r(Op::logical_shift_right, r.x(), r.value(2)); }},
        {"ashr bits", [](Raw& r) { return r(Op::arithmetic_shift_right, r.c(), r.d()); }},
        {"ashr by zero", [](Raw& r) { return r(Op::arithmetic_shift_right, r.x(), r.value(0)); }},
        {"ashr by a constant", [](Raw& r) { return r(Op::arithmetic_shift_right, r.x(), r.value(2)); }},
        {"ashr by the width", [](Raw& r) { return r(Op::arithmetic_shift_right, r.x(), r.value(r.width() < 4 ? 3 : r.width())); }},
        {"and itself", [](Raw& r) { return r(Op::bit_and, r.x(), r.x()); }},
        {"and zero", [](Raw& r) { return r(Op::bit_and, r.value(0), r.x()); }},
        {"and ones", [](Raw& r) { return r(Op::bit_and, r.x(), r.ones()); }},
        {"and complement", [](Raw& r) { return r(Op::bit_and, r(Op::bit_not, r.x()), r.x()); }},
        {"and absorbs or", [](Raw& r) { return r(Op::bit_and, r.x(), r(Op::bit_or, r.y(), r.x())); }},
        {"and absorbs or, other side", [](Raw& r) { return r(Op::bit_and, r(Op::bit_or, r.x(), r.y()), r.y()); }},
        {"and shortens or", [](Raw& r) { return r(Op::bit_and, r.x(), r(Op::bit_or, r(Op::bit_not, r.x()), r.y())); }},
        {"and shortens or, second", [](Raw& r) { return r(Op::bit_and, r.x(), r(Op::bit_or, r.y(), r(Op::bit_not, r.x()))); }},
        {"and in and", [](Raw& r) { return r(Op::bit_and, r.x(), r(Op::bit_and, r.y(), r.x())); }},
        {"and against and", [](Raw& r) { return r(Op::bit_and, r.x(), r(Op::bit_and, r.y(), r(Op::bit_not, r.x()))); }},
        {"mask of mask", [](Raw& r) { return r(Op::bit_and, r(Op::bit_and, r.x(), r.value(13)), r.value(7)); }},
        {"mask beside bits set", [](Raw& r) { return r(Op::bit_and, r(Op::bit_or, r.x(), r.value(8)), r.value(7)); }},
        {"mask inside bits set", [](Raw& r) { return r(Op::bit_and, r(Op::bit_or, r.x(), r.value(15)), r.value(6)); }},
        {"mask of a wide bit", [](Raw& r) { return r(Op::bit_and, r.zero_extend(r.narrow(), r.width()), r.value(0x85)); }},
        {"or itself", [](Raw& r) { return r(Op::bit_or, r.x(), r.x()); }},
        {"or zero", [](Raw& r) { return r(Op::bit_or, r.value(0), r.x()); }},
        {"or ones", [](Raw& r) { return r(Op::bit_or, r.x(), r.ones()); }},
        {"or complement", [](Raw& r) { return r(Op::bit_or, r(Op::bit_not, r.x()), r.x()); }},
        {"or absorbs and", [](Raw& r) { return r(Op::bit_or, r.x(), r(Op::bit_and, r.y(), r.x())); }},
        {"or shortens and", [](Raw& r) { return r(Op::bit_or, r.x(), r(Op::bit_and, r(Op::bit_not, r.x()), r.y())); }},
        {"or in or", [](Raw& r) { return r(Op::bit_or, r.x(), r(Op::bit_or, r.y(), r.x())); }},
        {"or against or", [](Raw& r) { return r(Op::bit_or, r.x(), r(Op::bit_or, r.y(), r(Op::bit_not, r.x()))); }},
        {"set set", [](Raw& r) { return r(Op::bit_or, r(Op::bit_or, r.x(), r.value(5)), r.value(8)); }},
        {"set after clear", [](Raw& r) { return r(Op::bit_or, r(Op::bit_and, r.x(), r.value(13)), r.value(5)); }},
        {"set exactly what was cleared", [](Raw& r) { return r(Op::bit_or, r(Op::bit_and, r.x(), r.value(~std::uint64_t{4})), r.value(4)); }},
        {"xor bits", [](Raw& r) { return r(Op::bit_xor, r.c(), r.d()); }},
        {"xor itself", [](Raw& r) { return r(Op::bit_xor, r.x(), r.x()); }},
        {"xor zero", [](Raw& r) { return r(Op::bit_xor, r.value(0), r.x()); }},
        {"xor ones", [](Raw& r) { return r(Op::bit_xor, r.x(), r.ones()); }},
        {"xor xor", [](Raw& r) { return r(Op::bit_xor, r(Op::bit_xor, r.x(), r.value(5)), r.value(9)); }},
        {"equal to itself", [](Raw& r) { return r(Op::equal, r.x(), r.x()); }},
        {"equal to complement", [](Raw& r) { return r(Op::equal, r.x(), r(Op::bit_not, r.x())); }},
        {"truth equals true", [](Raw& r) { return r(Op::equal, r.one_bit(1), r.c()); }},
        {"truth equals false", [](Raw& r) { return r(Op::equal, r.c(), r.one_bit(0)); }},
        {"truths, left inverted", [](Raw& r) { return r(Op::equal, r(Op::bit_not, r.c()), r.d()); }},
        {"truths, right inverted", [](Raw& r) { return r(Op::equal, r.c(), r(Op::bit_not, r.d())); }},
        {"selects on one condition", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.x(), r.y()), r.select(r.c(), r.y(), r.z())); }},
        {"select equals its then", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.x(), r.y()), r.x()); }},
        {"select equals its else", [](Raw& r) { return r(Op::equal, r.y(), r.select(r.c(), r.x(), r.y())); }},
        {"zero extended both", [](Raw& r) { return r(Op::equal, r.zero_extend(r.narrow(), r.width()), r.zero_extend(r.other(), r.width())); }},
        {"sign extended both", [](Raw& r) { return r(Op::equal, r.sign_extend(r.narrow(), r.width()), r.sign_extend(r.other(), r.width())); }},
        {"not equals constant", [](Raw& r) { return r(Op::equal, r(Op::bit_not, r.x()), r.value(5)); }},
        {"negated equals constant", [](Raw& r) { return r(Op::equal, r(Op::negate, r.x()), r.value(5)); }},
        {"sum equals constant", [](Raw& r) { return r(Op::equal, r(Op::add, r.x(), r.value(9)), r.value(5)); }},
        {"xor equals constant", [](Raw& r) { return r(Op::equal, r(Op::bit_xor, r.x(), r.value(9)), r.value(5)); }},
        {"bits set but not wanted", [](Raw& r) { return r(Op::equal, r(Op::bit_or, r.x(), r.value(6)), r.value(1)); }},
        {"mask cannot be", [](Raw& r) { return r(Op::equal, r(Op::bit_and, r.x(), r.value(6)), r.value(1)); }},
        {"mask bit by bit", [](Raw& r) { return r(Op::equal, r(Op::bit_and, r.x(), r.value(7)), r.value(5)); }},
        {"zero extended equals constant", [](Raw& r) { return r(Op::equal, r.zero_extend(r.narrow(), r.width()), r.value(1)); }},
        {"zero extended cannot be", [](Raw& r) { return r(Op::equal, r.zero_extend(r.narrow(), r.width()), r.ones()); }},
        {"sign extended equals constant", [](Raw& r) { return r(Op::equal, r.sign_extend(r.narrow(), r.width()), r.ones()); }},
        {"sign extended cannot be", [](Raw& r) { return r(Op::equal, r.sign_extend(r.narrow(), r.width()), r.value(std::uint64_t{1} << (r.width() - 1))); }},
        {"then is the constant", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.value(3), r.x()), r.value(3)); }},
        {"then is another constant", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.value(2), r.x()), r.value(3)); }},
        {"else is the constant", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.x(), r.value(3)), r.value(3)); }},
        {"else is another constant", [](Raw& r) { return r(Op::equal, r.select(r.c(), r.x(), r.value(2)), r.value(3)); }},
        {"less than itself", [](Raw& r) { return r(Op::unsigned_less, r.x(), r.x()); }},
        {"less, bits", [](Raw& r) { return r(Op::unsigned_less, r.c(), r.d()); }},
        {"less than zero", [](Raw& r) { return r(Op::unsigned_less, r.x(), r.value(0)); }},
        {"ones less", [](Raw& r) { return r(Op::unsigned_less, r.ones(), r.x()); }},
        {"less than one", [](Raw& r) { return r(Op::unsigned_less, r.x(), r.value(1)); }},
        {"zero less", [](Raw& r) { return r(Op::unsigned_less, r.value(0), r.x()); }},
        {"less or equal", [](Raw& r) { return r(Op::unsigned_less_equal, r.x(), r.y()); }},
        {"signed less than itself", [](Raw& r) { return r(Op::signed_less, r.x(), r.x()); }},
        {"signed less, bits", [](Raw& r) { return r(Op::signed_less, r.c(), r.d()); }},
        {"negative", [](Raw& r) { return r(Op::signed_less, r.x(), r.value(0)); }},
        {"more than minus one", [](Raw& r) { return r(Op::signed_less, r.ones(), r.x()); }},
        {"signed less or equal", [](Raw& r) { return r(Op::signed_less_equal, r.x(), r.y()); }},
        {"select true", [](Raw& r) { return r.select(r.one_bit(1), r.x(), r.y()); }},
        {"select false", [](Raw& r) { return r.select(r.one_bit(0), r.x(), r.y()); }},
        {"select same", [](Raw& r) { return r.select(r.c(), r.x(), r.x()); }},
        {"select not", [](Raw& r) { return r.select(r(Op::bit_not, r.c()), r.x(), r.y()); }},
        {"truth: then true", [](Raw& r) { return r.select(r.c(), r.one_bit(1), r.d()); }},
        {"truth: then false", [](Raw& r) { return r.select(r.c(), r.one_bit(0), r.d()); }},
        {"truth: else true", [](Raw& r) { return r.select(r.c(), r.d(), r.one_bit(1)); }},
        {"truth: else false", [](Raw& r) { return r.select(r.c(), r.d(), r.one_bit(0)); }},
        {"truth: then condition", [](Raw& r) { return r.select(r.c(), r.c(), r.d()); }},
        {"truth: then not condition", [](Raw& r) { return r.select(r.c(), r(Op::bit_not, r.c()), r.d()); }},
        {"truth: else condition", [](Raw& r) { return r.select(r.c(), r.d(), r.c()); }},
        {"truth: else not condition", [](Raw& r) { return r.select(r.c(), r.d(), r(Op::bit_not, r.c())); }},
        {"then selects on the same", [](Raw& r) { return r.select(r.c(), r.select(r.c(), r.x(), r.y()), r.z()); }},
        {"then's then is else", [](Raw& r) { return r.select(r.c(), r.select(r.d(), r.x(), r.y()), r.x()); }},
        {"then's else is else", [](Raw& r) { return r.select(r.c(), r.select(r.d(), r.x(), r.y()), r.y()); }},
        {"else selects on the same", [](Raw& r) { return r.select(r.c(), r.z(), r.select(r.c(), r.x(), r.y())); }},
        {"else's then is then", [](Raw& r) { return r.select(r.c(), r.x(), r.select(r.d(), r.x(), r.y())); }},
        {"else's else is then", [](Raw& r) { return r.select(r.c(), r.y(), r.select(r.d(), r.x(), r.y())); }},
        {"extract all", [](Raw& r) { return r.extract(r.x(), 0, r.width()); }},
        {"extract extract", [](Raw& r) { return r.extract(r.extract(r.x(), r.width() / 2, r.width() - r.width() / 2), 0, 1); }},
        {"extract inside zero extended", [](Raw& r) { return r.extract(r.zero_extend(r.narrow(), r.width()), 0, 1); }},
        {"extract above zero extended", [](Raw& r) { return r.extract(r.zero_extend(r.narrow(), r.width()), r.width() - 1, 1); }},
        {"extract the bottom of zero extended", [](Raw& r) { return r.extract(r.zero_extend(r.c(), r.width()), 0, r.narrow_width()); }},
        {"extract across zero extended", [](Raw& r) { return r.extract(r.zero_extend(r.narrow(), r.width()), r.narrow_width() - 1, r.width() - r.narrow_width() + 1); }},
        {"extract above sign extended", [](Raw& r) { return r.extract(r.sign_extend(r.narrow(), r.width()), r.width() - 1, 1); }},
        {"extract across sign extended", [](Raw& r) { return r.extract(r.sign_extend(r.narrow(), r.width()), r.narrow_width() - 1, r.width() - r.narrow_width() + 1); }},
        {"extract much above sign extended", [](Raw& r) { return r.extract(r.sign_extend(r.c(), r.width()), r.width() / 2, r.width() - r.width() / 2); }},
        {"extract what was shifted", [](Raw& r) { return r.extract(r(Op::shift_left, r.x(), r.value(1)), r.width() - 1, 1); }},
        {"extract what was shifted in", [](Raw& r) { return r.extract(r(Op::shift_left, r.x(), r.value(1)), 0, 1); }},
        {"bit of not", [](Raw& r) { return r.extract(r(Op::bit_not, r.x()), r.width() - 1, 1); }},
        {"bit of and", [](Raw& r) { return r.extract(r(Op::bit_and, r.x(), r.value(5)), 0, 1); }},
        {"bit of or", [](Raw& r) { return r.extract(r(Op::bit_or, r.x(), r.y()), r.width() - 1, 1); }},
        {"bit of xor", [](Raw& r) { return r.extract(r(Op::bit_xor, r.x(), r.y()), r.width() - 1, 1); }},
        {"bit of select", [](Raw& r) { return r.extract(r.select(r.c(), r.x(), r.y()), r.width() - 1, 1); }},
        {"part of select with a constant", [](Raw& r) { return r.extract(r.select(r.c(), r.x(), r.value(3)), 0, r.narrow_width()); }},
        {"zero extend twice", [](Raw& r) { return r.zero_extend(r.zero_extend(r.c(), r.narrow_width()), r.width()); }},
        {"sign extend twice", [](Raw& r) { return r.sign_extend(r.sign_extend(r.c(), r.narrow_width()), r.width()); }},
        {"sign extend zero extended", [](Raw& r) { return r.sign_extend(r.zero_extend(r.c(), r.narrow_width()), r.width()); }},
    };
    return all;
}
// clang-format on

Outcome prove_equal(const Terms& terms, Term difference) {
    QueryLog log;
    Solver solver(terms, {}, log);
    solver.add(difference);
    return solver.check("rewrite");
}

// Random terms of the program maker, read as written.
class Reader {
public:
    explicit Reader(Terms& terms) : terms_(terms) {}

    Term operator()(const ir::ExpressionRef& expression) {
        return std::visit([&](const auto& node) { return read(node, expression->width); }, expression->node);
    }

private:
    Term read(const ir::Constant& node, ir::Width width) { return terms_.constant(width, node.value); }
    Term read(const ir::Read& node, ir::Width width) { return terms_.variable(node.place, width); }
    Term read(const ir::Unary& node, ir::Width width) {
        return stored(node.op == ir::UnaryOperator::bit_not ? Op::bit_not : Op::negate, width, {(*this)(node.operand)});
    }
    Term read(const ir::Binary& node, ir::Width width) {
        const auto op = static_cast<Op>(static_cast<int>(Op::add) + static_cast<int>(node.op));
        const Term left = (*this)(node.left);
        return stored(op, width, {left, (*this)(node.right)});
    }
    Term read(const ir::Select& node, ir::Width width) {
        const Term condition = (*this)(node.condition);
        const Term then_value = (*this)(node.then_value);
        return stored(Op::select, width, {condition, then_value, (*this)(node.else_value)});
    }
    Term read(const ir::Extract& node, ir::Width width) {
        return stored(Op::extract, width, {(*this)(node.operand)}, node.low);
    }
    Term read(const ir::Extend& node, ir::Width width) {
        const Term operand = (*this)(node.operand);
        if (terms_.width(operand) == width) return operand;
        return stored(node.is_signed ? Op::sign_extend : Op::zero_extend, width, {operand});
    }
    Term stored(Op op, ir::Width width, std::vector<Term> operands, ir::Width low = 0) {
        TermNode node;
        node.operation = op;
        node.width = static_cast<std::uint8_t>(width);
        node.low = static_cast<std::uint8_t>(low);
        node.operand_count = static_cast<std::uint8_t>(operands.size());
        std::copy(operands.begin(), operands.end(), node.operands.begin());
        return terms_.as_written(node);
    }

    Terms& terms_;
};

// Every value assigned by a program, without those that divide or multiply widely (slow to prove, folded only).
std::vector<ir::ExpressionRef> assigned(const ir::Body& body) {
    std::vector<ir::ExpressionRef> found;
    for (const ir::Statement& statement : body) {
        if (const auto* assign = std::get_if<ir::Assign>(&statement.node)) found.push_back(assign->value);
        if (const auto* branch = std::get_if<ir::If>(&statement.node)) {
            found.push_back(branch->condition);
            for (const ir::ExpressionRef& inner : assigned(branch->then_body)) found.push_back(inner);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every rewrite is an equality that the solver proves, at every width tried") {
    for (const Rule& rule : rules()) {
        CAPTURE(rule.name);
        bool fired = false;
        for (const ir::Width width : {1u, 2u, 3u, 8u, 13u, 32u, 64u}) {
            CAPTURE(width);
            Terms terms;
            Raw raw(terms, width);
            const Term written = rule.written(raw);
            const Term rewritten = terms.substitute(written, {});
            fired = fired || written != rewritten;
            REQUIRE(terms.width(written) == terms.width(rewritten));
            if (written == rewritten) continue;
            const Term same = raw(Op::equal, written, rewritten);
            REQUIRE(prove_equal(terms, raw(Op::bit_not, same)).unsat());
        }
        CHECK(fired);
    }
}

TEST_CASE("random terms keep their meaning when rebuilt") {
    unsigned changed = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const ir::Program program = toy::random_program(seed);
        for (const auto& [name, function] : program.functions) {
            Terms terms;  // one for each function: locals of two may share a name
            Reader reader(terms);
            for (const ir::ExpressionRef& expression : assigned(function.body)) {
                const Term written = reader(expression);
                const Term rebuilt = terms.substitute(written, {});
                if (written == rebuilt) continue;
                ++changed;
                Raw raw(terms, 1);
                REQUIRE(prove_equal(terms, raw(Op::bit_not, raw(Op::equal, written, rebuilt))).unsat());
            }
        }
    }
    CHECK(changed > 300);
}

TEST_CASE("a wrong rewrite would be caught: x + x is not x") {
    Terms terms;
    Raw raw(terms, 8);
    CHECK(prove_equal(terms, raw(Op::bit_not, raw(Op::equal, raw(Op::add, raw.x(), raw.x()), raw.x()))).sat());
}
