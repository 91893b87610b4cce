// SPDX-License-Identifier: MIT
// Expressions of the step language: bit-vectors of 1 to 64 bits with C's meaning.
//
// 1. An expression is immutable and shared; it never has an effect.
// 2. Every node knows its width. Operands of a binary operation have equal widths; a comparison is 1 bit wide.
// 3. Signedness lives in the operation (slt, ashr, extend), never in the value.
//
// There is no memory and no pointer: a cell or local is read by name (see program.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace entryproof::ir {

using Width = unsigned;  // bits, 1..64

struct Expression;
using ExpressionRef = std::shared_ptr<const Expression>;

// The value, truncated to the width of the node.
struct Constant {
    std::uint64_t value;
};

// The present value of a cell or local. Reading a local that holds no value yet is an event of the observer
// `undefined`, and the value read is then arbitrary.
struct Read {
    std::string place;
};

enum class UnaryOperator { bit_not, negate };

struct Unary {
    UnaryOperator op;
    ExpressionRef operand;
};

// Shifts: the amount is the right operand, unsigned, of the same width; an amount of width or more gives 0
// (ashr: copies of the sign). Divisions by zero give all ones, remainders the dividend (SMT-LIB's bvudiv, bvurem).
enum class BinaryOperator {
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
    signed_less_equal
};

struct Binary {
    BinaryOperator op;
    ExpressionRef left;
    ExpressionRef right;
};

// condition (1 bit) ? then_value : else_value
struct Select {
    ExpressionRef condition;
    ExpressionRef then_value;
    ExpressionRef else_value;
};

// Bits low .. low + width - 1 of the operand.
struct Extract {
    ExpressionRef operand;
    Width low;
};

// Widens with zeros, or with copies of the top bit.
struct Extend {
    ExpressionRef operand;
    bool is_signed;
};

struct Expression {
    Width width;
    std::variant<Constant, Read, Unary, Binary, Select, Extract, Extend> node;
};

// True for the operations whose result is 1 bit wide whatever the operands are.
bool is_comparison(BinaryOperator op);

// The lowest `width` bits set.
std::uint64_t mask_of(Width width);

}  // namespace entryproof::ir
