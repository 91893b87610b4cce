// SPDX-License-Identifier: MIT
// Symbolic values: bit-vector terms of 1 to 64 bits in one arena, equal terms stored once.
//
// 1. A term's operands have lower indices than the term, and indices depend only on the order of creation; so a sweep
//    in index order needs no recursion and every output is deterministic.
// 2. The constructors rewrite locally (checker/rewrite.h). Every rewrite is proved by the solver in
//    tests/checker/rewrite_test.cpp; `as_written` does none.
// 3. The operations mean what they mean in model/ir/expression.h. A term of one bit is also a truth value.
#pragma once

#include "model/ir/expression.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace entryproof::checker {

// A place in the arena. Only meaningful together with the Terms that made it.
struct Term {
    std::uint32_t index = 0;
    friend auto operator<=>(Term, Term) = default;
};

enum class Operation : std::uint8_t {
    constant,
    variable,
    bit_not,
    negate,
    add,
    subtract,
    multiply,
    unsigned_divide,
    unsigned_remainder,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    logical_shift_right,
    arithmetic_shift_right,
    equal,
    unsigned_less,
    unsigned_less_equal,
    signed_less,
    signed_less_equal,
    select,
    extract,
    zero_extend,
    sign_extend
};

struct TermNode {
    Operation operation = Operation::constant;
    std::uint8_t width = 1;
    std::uint8_t low = 0;  // of extract
    std::uint8_t operand_count = 0;
    std::array<Term, 3> operands{};
    std::uint64_t value = 0;  // of a constant; of a variable: its number
    friend bool operator==(const TermNode&, const TermNode&) = default;
};

struct TermNodeHash {
    std::size_t operator()(const TermNode& node) const;
};

using TermMap = std::map<Term, Term>;

class Terms {
public:
    Terms();
    Terms(const Terms&) = delete;
    Terms& operator=(const Terms&) = delete;

    Term constant(ir::Width width, std::uint64_t value);  // the value is cut to the width
    Term truth(bool value) { return constant(1, value ? 1 : 0); }
    Term variable(const std::string& name, ir::Width width);  // one name has one width: InternalError
    Term unary(ir::UnaryOperator op, Term operand);
    Term binary(ir::BinaryOperator op, Term left, Term right);
    Term select(Term condition, Term then_value, Term else_value);
    Term extract(Term operand, ir::Width low, ir::Width width);
    Term extend(Term operand, ir::Width width, bool is_signed);  // the operand itself when it has that width

    Term complement(Term operand) { return unary(ir::UnaryOperator::bit_not, operand); }
    Term negation(Term condition) { return complement(condition); }  // 1 bit
    Term both(Term left, Term right) { return binary(ir::BinaryOperator::bit_and, left, right); }
    Term either(Term left, Term right) { return binary(ir::BinaryOperator::bit_or, left, right); }
    Term implies(Term premise, Term conclusion) { return either(negation(premise), conclusion); }
    Term equal(Term left, Term right) { return binary(ir::BinaryOperator::equal, left, right); }
    Term differs(Term left, Term right) { return negation(equal(left, right)); }
    Term is_nonzero(Term value) { return differs(value, constant(width(value), 0)); }
    Term all_of(const std::vector<Term>& conditions);  // true when empty
    Term any_of(const std::vector<Term>& conditions);  // false when empty

    // Exactly this node, without any rewrite: for the tests of rewrites.
    Term as_written(const TermNode& node);
    // The general constructor: rewrites, then stores.
    Term make(TermNode node);

    // `root` with every term in `replacements` replaced, rebuilt through the constructors.
    Term substitute(Term root, const TermMap& replacements);

    const TermNode& node(Term term) const { return nodes_[term.index]; }
    ir::Width width(Term term) const { return nodes_[term.index].width; }
    bool is_constant(Term term) const { return node(term).operation == Operation::constant; }
    bool is_constant(Term term, std::uint64_t value) const { return is_constant(term) && node(term).value == value; }
    bool is_true(Term term) const { return width(term) == 1 && is_constant(term, 1); }
    bool is_false(Term term) const { return width(term) == 1 && is_constant(term, 0); }
    const std::string& name(Term variable) const;
    std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

    // The roots and everything below them, in index order.
    std::vector<Term> reachable(const std::vector<Term>& roots) const;

private:
    Term store(const TermNode& node);

    unsigned depth_ = 0;  // of nested rewrites
    std::vector<TermNode> nodes_;
    std::vector<std::string> names_;                              // of variables, by number
    std::unordered_map<std::string, Term> variables_;             // looked up, never walked
    std::unordered_map<TermNode, Term, TermNodeHash> stored_;     // node -> itself
    std::unordered_map<TermNode, Term, TermNodeHash> rewritten_;  // node asked for -> what it became
};

}  // namespace entryproof::checker
