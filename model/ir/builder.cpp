// SPDX-License-Identifier: MIT
// The checked constructors of builder.h. Each refuses at once what the validator would refuse later, so that a mistake
// in a hand-written path is found in the line that made it.
#include "model/ir/builder.h"

#include <stdexcept>

namespace entryproof::ir {

namespace {

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

void require_width(Width width, const char* where) {
    if (width < 1 || width > 64)
        refuse(std::string(where) + ": a width of " + std::to_string(width) + " bits, not 1 to 64");
}

void require_operand(const ExpressionRef& operand, const char* where) {
    if (operand == nullptr) refuse(std::string(where) + ": no operand");
}

void require_equal_widths(const ExpressionRef& left, const ExpressionRef& right, const char* where) {
    require_operand(left, where);
    require_operand(right, where);
    if (left->width != right->width)
        refuse(std::string(where) + ": operands of " + std::to_string(left->width) + " and " +
               std::to_string(right->width) + " bits");
}

void require_condition(const ExpressionRef& condition, const char* where) {
    require_operand(condition, where);
    if (condition->width != 1)
        refuse(std::string(where) + ": a condition of " + std::to_string(condition->width) + " bits, not 1");
}

ExpressionRef make(Width width, decltype(Expression::node) node) {
    return std::make_shared<const Expression>(Expression{width, std::move(node)});
}

ExpressionRef extend(ExpressionRef operand, Width width, bool is_signed) {
    const char* where = is_signed ? "sign_extend" : "zero_extend";
    require_operand(operand, where);
    require_width(width, where);
    if (width < operand->width)
        refuse(std::string(where) + ": " + std::to_string(operand->width) + " bits do not fit into " +
               std::to_string(width));
    if (width == operand->width) return operand;
    return make(width, Extend{std::move(operand), is_signed});
}

}  // namespace

ExpressionRef constant(Width width, std::uint64_t value) {
    require_width(width, "constant");
    return make(width, Constant{value & mask_of(width)});
}

ExpressionRef read(std::string place, Width width) {
    require_width(width, "read");
    if (place.empty()) refuse("read: no name");
    return make(width, Read{std::move(place)});
}

ExpressionRef unary(UnaryOperator op, ExpressionRef operand) {
    require_operand(operand, "unary");
    const Width width = operand->width;
    return make(width, Unary{op, std::move(operand)});
}

ExpressionRef binary(BinaryOperator op, ExpressionRef left, ExpressionRef right) {
    require_equal_widths(left, right, "binary");
    const Width width = is_comparison(op) ? 1 : left->width;
    return make(width, Binary{op, std::move(left), std::move(right)});
}

ExpressionRef select(ExpressionRef condition, ExpressionRef then_value, ExpressionRef else_value) {
    require_condition(condition, "select");
    require_equal_widths(then_value, else_value, "select");
    const Width width = then_value->width;
    return make(width, Select{std::move(condition), std::move(then_value), std::move(else_value)});
}

ExpressionRef extract(ExpressionRef operand, Width low, Width width) {
    require_operand(operand, "extract");
    require_width(width, "extract");
    if (low >= operand->width || width > operand->width - low)
        refuse("extract: " + std::to_string(width) + " bits from bit " + std::to_string(low) + " of " +
               std::to_string(operand->width));
    return make(width, Extract{std::move(operand), low});
}

ExpressionRef zero_extend(ExpressionRef operand, Width width) { return extend(std::move(operand), width, false); }
ExpressionRef sign_extend(ExpressionRef operand, Width width) { return extend(std::move(operand), width, true); }

ExpressionRef equal(ExpressionRef left, ExpressionRef right) {
    return binary(BinaryOperator::equal, std::move(left), std::move(right));
}

ExpressionRef differs(ExpressionRef left, ExpressionRef right) {
    return negation(equal(std::move(left), std::move(right)));
}

ExpressionRef both(ExpressionRef left, ExpressionRef right) {
    require_condition(left, "both");
    require_condition(right, "both");
    return binary(BinaryOperator::bit_and, std::move(left), std::move(right));
}

ExpressionRef either(ExpressionRef left, ExpressionRef right) {
    require_condition(left, "either");
    require_condition(right, "either");
    return binary(BinaryOperator::bit_or, std::move(left), std::move(right));
}

ExpressionRef negation(ExpressionRef condition) {
    require_condition(condition, "negation");
    return unary(UnaryOperator::bit_not, std::move(condition));
}

ExpressionRef is_nonzero(ExpressionRef value) {
    require_operand(value, "is_nonzero");
    const Width width = value->width;
    return differs(std::move(value), constant(width, 0));
}

ExpressionRef truth(bool value) { return constant(1, value ? 1 : 0); }

Argument by_value(ExpressionRef value) {
    require_operand(value, "by_value");
    return {std::move(value), ""};
}

Argument by_reference(std::string place) {
    if (place.empty()) refuse("by_reference: no name");
    return {nullptr, std::move(place)};
}

void BodyBuilder::add(decltype(Statement::node) node) { body_.push_back({std::move(node), source_}); }

void BodyBuilder::assign(std::string place, ExpressionRef value) {
    require_operand(value, "assign");
    add(Assign{std::move(place), std::move(value)});
}

void BodyBuilder::call(std::string function, std::vector<Argument> arguments, std::string result) {
    add(Call{std::move(function), std::move(arguments), std::move(result)});
}

void BodyBuilder::return_(ExpressionRef value) { add(Return{std::move(value)}); }
void BodyBuilder::halt() { add(Halt{}); }
void BodyBuilder::hook(Hook hook) { add(std::move(hook)); }
void BodyBuilder::leave(std::string label) { add(Leave{std::move(label)}); }

}  // namespace entryproof::ir
