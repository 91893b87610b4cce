// SPDX-License-Identifier: MIT
#include "model/lift/fold.h"

namespace entryproof::lift {

namespace {

using ir::BinaryOperator;
using ir::ExpressionRef;
using ir::Width;

std::int64_t as_signed(std::uint64_t value, Width width) {
    const std::uint64_t top = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>(((value & ir::mask_of(width)) ^ top) - top);
}

std::uint64_t shifted_right(std::uint64_t a, std::uint64_t b, Width width) {
    const std::int64_t value = as_signed(a, width);
    return static_cast<std::uint64_t>(b >= width ? (value < 0 ? -1 : 0) : value >> b);
}

std::uint64_t compute(BinaryOperator op, std::uint64_t a, std::uint64_t b, Width width) {
    switch (op) {
        case BinaryOperator::add:
            return a + b;
        case BinaryOperator::subtract:
            return a - b;
        case BinaryOperator::multiply:
            return a * b;
        case BinaryOperator::unsigned_divide:
            return b == 0 ? ~std::uint64_t{0} : a / b;
        case BinaryOperator::unsigned_remainder:
            return b == 0 ? a : a % b;
        case BinaryOperator::bit_and:
            return a & b;
        case BinaryOperator::bit_or:
            return a | b;
        case BinaryOperator::bit_xor:
            return a ^ b;
        case BinaryOperator::shift_left:
            return b >= width ? 0 : a << b;
        case BinaryOperator::logical_shift_right:
            return b >= width ? 0 : a >> b;
        case BinaryOperator::arithmetic_shift_right:
            return shifted_right(a, b, width);
        case BinaryOperator::equal:
            return a == b;
        case BinaryOperator::unsigned_less:
            return a < b;
        case BinaryOperator::unsigned_less_equal:
            return a <= b;
        case BinaryOperator::signed_less:
            return as_signed(a, width) < as_signed(b, width);
        case BinaryOperator::signed_less_equal:
            return as_signed(a, width) <= as_signed(b, width);
    }
    return 0;
}

bool is_value(const ExpressionRef& expression, std::uint64_t value) { return constant_value(expression) == value; }

}  // namespace

std::optional<std::uint64_t> constant_value(const ExpressionRef& expression) {
    if (!expression) return std::nullopt;
    const auto* constant = std::get_if<ir::Constant>(&expression->node);
    if (!constant) return std::nullopt;
    return constant->value & ir::mask_of(expression->width);
}

ExpressionRef folded(ir::UnaryOperator op, ExpressionRef operand) {
    const auto value = constant_value(operand);
    if (!value) return ir::unary(op, std::move(operand));
    return ir::constant(operand->width,
                        (op == ir::UnaryOperator::bit_not ? ~*value : 0 - *value) & ir::mask_of(operand->width));
}

ExpressionRef folded(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
    const auto a = constant_value(left), b = constant_value(right);
    if (a && b) {
        const Width width = ir::is_comparison(op) ? 1 : left->width;
        return ir::constant(width, compute(op, *a, *b, left->width) & ir::mask_of(width));
    }
    if (left->width == 1 && op == BinaryOperator::bit_and && is_value(left, 1)) return right;
    if (left->width == 1 && op == BinaryOperator::bit_and && is_value(right, 1)) return left;
    if (op == BinaryOperator::bit_or && is_value(left, 0)) return right;
    if (op == BinaryOperator::bit_or && is_value(right, 0)) return left;
    return ir::binary(op, std::move(left), std::move(right));
}

ExpressionRef folded_select(ExpressionRef condition, ExpressionRef then_value, ExpressionRef else_value) {
    if (const auto value = constant_value(condition)) return *value ? then_value : else_value;
    return ir::select(std::move(condition), std::move(then_value), std::move(else_value));
}

ExpressionRef resized(ExpressionRef operand, Width width, bool is_signed) {
    if (operand->width == width) return operand;
    if (const auto value = constant_value(operand)) {
        const std::uint64_t wide = is_signed ? static_cast<std::uint64_t>(as_signed(*value, operand->width)) : *value;
        return ir::constant(width, wide & ir::mask_of(width));
    }
    if (operand->width < width)
        return is_signed ? ir::sign_extend(std::move(operand), width) : ir::zero_extend(std::move(operand), width);
    if (const auto* extend = std::get_if<ir::Extend>(&operand->node))
        return extend->operand->width >= width ? resized(extend->operand, width, false)
                                               : resized(extend->operand, width, extend->is_signed);
    return ir::extract(std::move(operand), 0, width);
}

// Sees through the widening of a truth value to an int.
ExpressionRef folded_nonzero(ExpressionRef operand) {
    if (operand->width == 1) return operand;
    if (const auto value = constant_value(operand)) return ir::truth(*value != 0);
    if (const auto* extend = std::get_if<ir::Extend>(&operand->node)) return folded_nonzero(extend->operand);
    return ir::is_nonzero(std::move(operand));
}

ExpressionRef folded_not(ExpressionRef condition) {
    if (const auto value = constant_value(condition)) return ir::truth(*value == 0);
    if (const auto* inner = std::get_if<ir::Unary>(&condition->node))
        if (inner->op == ir::UnaryOperator::bit_not) return inner->operand;
    return ir::negation(std::move(condition));
}

}  // namespace entryproof::lift
