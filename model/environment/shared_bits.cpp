// SPDX-License-Identifier: MIT
// Bits wanted of an expression are handed down: (flags & mask) != 0 wants the bits of mask of `flags` and no others.
#include "model/environment/shared_bits.h"

#include <algorithm>
#include <optional>

namespace entryproof::environment {

using namespace ir;

namespace {

std::optional<std::uint64_t> known(const ExpressionRef& expression) {
    const ConstantValue value = constant_value(*expression);
    return value.is_constant ? std::optional(value.value) : std::nullopt;
}

ConstantValue apply(BinaryOperator op, std::uint64_t left, std::uint64_t right, Width width) {
    switch (op) {
        case BinaryOperator::bit_and:
            return {true, left & right};
        case BinaryOperator::bit_or:
            return {true, left | right};
        case BinaryOperator::bit_xor:
            return {true, left ^ right};
        case BinaryOperator::add:
            return {true, left + right};
        case BinaryOperator::subtract:
            return {true, left - right};
        case BinaryOperator::shift_left:
            return {true, right >= width ? 0 : left << right};
        case BinaryOperator::logical_shift_right:
            return {true, right >= width ? 0 : left >> right};
        default:  // what no flag macro is made of stays unknown
            return {};
    }
}

ConstantValue value_of(const Constant& node, const Expression&) { return {true, node.value}; }
ConstantValue value_of(const Read&, const Expression&) { return {}; }

ConstantValue value_of(const Unary& node, const Expression&) {
    const ConstantValue operand = constant_value(*node.operand);
    if (!operand.is_constant) return {};
    return {true, node.op == UnaryOperator::bit_not ? ~operand.value : std::uint64_t{0} - operand.value};
}

ConstantValue value_of(const Binary& node, const Expression& whole) {
    const ConstantValue left = constant_value(*node.left);
    const ConstantValue right = constant_value(*node.right);
    if (!left.is_constant || !right.is_constant) return {};
    return apply(node.op, left.value, right.value, whole.width);
}

ConstantValue value_of(const Select&, const Expression&) { return {}; }

ConstantValue value_of(const Extract& node, const Expression&) {
    const ConstantValue operand = constant_value(*node.operand);
    return {operand.is_constant, operand.value >> node.low};
}

ConstantValue value_of(const Extend& node, const Expression&) {
    const ConstantValue operand = constant_value(*node.operand);
    const bool is_negative = (operand.value >> (node.operand->width - 1) & 1) != 0;
    const std::uint64_t above = ~mask_of(node.operand->width);
    return {operand.is_constant, node.is_signed && is_negative ? operand.value | above : operand.value};
}

class Racing {
public:
    explicit Racing(const SharedBits& shared) : shared_(shared) {}

    void look(const ExpressionRef& expression, std::uint64_t wanted) {
        wanted &= mask_of(expression->width);
        if (wanted == 0) return;
        std::visit([&](const auto& node) { visit(node, *expression, wanted); }, expression->node);
    }

    std::vector<const Expression*> found;

private:
    static constexpr std::uint64_t all = ~std::uint64_t{0};

    void visit(const Constant&, const Expression&, std::uint64_t) {}

    void visit(const Read& node, const Expression& whole, std::uint64_t wanted) {
        const auto cell = shared_.find(node.place);
        if (cell == shared_.end() || (cell->second & wanted) == 0) return;
        if (std::find(found.begin(), found.end(), &whole) == found.end()) found.push_back(&whole);
    }

    void visit(const Unary& node, const Expression&, std::uint64_t wanted) {
        look(node.operand, node.op == UnaryOperator::bit_not ? wanted : all);
    }

    void visit(const Binary& node, const Expression&, std::uint64_t wanted) {
        const std::optional<std::uint64_t> left = known(node.left);
        const std::optional<std::uint64_t> right = known(node.right);
        const auto both_sides = [&](std::uint64_t of_left, std::uint64_t of_right) {
            look(node.left, of_left);
            look(node.right, of_right);
        };
        switch (node.op) {
            case BinaryOperator::bit_and:
                return both_sides(wanted & right.value_or(all), wanted & left.value_or(all));
            case BinaryOperator::bit_or:
                return both_sides(wanted & ~right.value_or(0), wanted & ~left.value_or(0));
            case BinaryOperator::bit_xor:
                return both_sides(wanted, wanted);
            case BinaryOperator::shift_left:
                return both_sides(right && *right < 64 ? wanted >> *right : all, all);
            case BinaryOperator::logical_shift_right:
                return both_sides(right && *right < 64 ? wanted << *right : all, all);
            default:  // every bit of an operand can matter
                return both_sides(all, all);
        }
    }

    void visit(const Select& node, const Expression&, std::uint64_t wanted) {
        look(node.condition, all);
        look(node.then_value, wanted);
        look(node.else_value, wanted);
    }

    void visit(const Extract& node, const Expression&, std::uint64_t wanted) { look(node.operand, wanted << node.low); }

    void visit(const Extend& node, const Expression&, std::uint64_t wanted) {
        const bool reaches_above = (wanted & ~mask_of(node.operand->width)) != 0;
        look(node.operand, node.is_signed && reaches_above ? all : wanted);
    }

    const SharedBits& shared_;
};

// Bits of `place` that `place := value` can change.
std::uint64_t changed_bits(const std::string& place, const ExpressionRef& value) {
    const std::uint64_t all = mask_of(value->width);
    const auto* binary = std::get_if<Binary>(&value->node);
    if (binary == nullptr) return all;
    const auto* read = std::get_if<Read>(&binary->left->node);
    const std::optional<std::uint64_t> constant = known(binary->right);
    if (read == nullptr || read->place != place || !constant) return all;
    if (binary->op == BinaryOperator::bit_or) return *constant & all;
    if (binary->op == BinaryOperator::bit_and) return ~*constant & all;
    return all;
}

class Writes {
public:
    Writes(const Program& program, SharedBits& bits) : program_(program), bits_(bits) {}

    void enter(const std::string& function) {
        if (!met_.insert(function).second) return;
        const auto found = program_.functions.find(function);
        if (found != program_.functions.end()) body(found->second.body);
    }

private:
    void body(const Body& statements) {
        for (const Statement& statement : statements)
            std::visit([&](const auto& node) { visit(node); }, statement.node);
    }

    void written(const std::string& place, std::uint64_t bits) {
        if (program_.cells.count(place) != 0) bits_[place] |= bits & mask_of(program_.cells.at(place).width);
    }

    void visit(const Assign& node) { written(node.place, changed_bits(node.place, node.value)); }
    void visit(const If& node) {
        body(node.then_body);
        body(node.else_body);
    }
    void visit(const Block& node) { body(node.body); }
    void visit(const Leave&) {}
    void visit(const Return&) {}
    void visit(const Halt&) {}
    void visit(const Call& node) {
        enter(node.function);
        for (const Argument& argument : node.arguments) written(argument.reference, ~std::uint64_t{0});
        written(node.result, ~std::uint64_t{0});
    }
    void visit(const Hook& node) {
        for (const Answer& answer : node.answers) written(answer.place, ~std::uint64_t{0});
    }

    const Program& program_;
    SharedBits& bits_;
    std::set<std::string> met_;
};

}  // namespace

ConstantValue constant_value(const Expression& expression) {
    ConstantValue found = std::visit([&](const auto& node) { return value_of(node, expression); }, expression.node);
    found.value &= mask_of(expression.width);
    return found;
}

SharedBits bits_changed_by(const Program& program, const std::set<std::string>& functions) {
    SharedBits bits;
    Writes writes(program, bits);
    for (const std::string& function : functions) writes.enter(function);
    return bits;
}

std::vector<const Expression*> racing_reads(const ExpressionRef& expression, const SharedBits& shared) {
    if (expression == nullptr) return {};
    Racing racing(shared);
    racing.look(expression, ~std::uint64_t{0});
    return std::move(racing.found);
}

}  // namespace entryproof::environment
