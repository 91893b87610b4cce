// SPDX-License-Identifier: MIT
// Arithmetic on numbers, by the rules of model/ir/expression.h and by nothing of the symbolic side.
#include "checker/statement_run.h"

#include "checker/error.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

std::int64_t as_signed(std::uint64_t value, ir::Width width) {
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return static_cast<std::int64_t>((value ^ sign) - sign);
}

std::uint64_t applied(ir::BinaryOperator op, std::uint64_t left, std::uint64_t right, ir::Width width) {
    using Op = ir::BinaryOperator;
    switch (op) {
        case Op::add:
            return left + right;
        case Op::subtract:
            return left - right;
        case Op::multiply:
            return left * right;
        case Op::unsigned_divide:
            return right == 0 ? ~std::uint64_t{0} : left / right;
        case Op::unsigned_remainder:
            return right == 0 ? left : left % right;
        case Op::bit_and:
            return left & right;
        case Op::bit_or:
            return left | right;
        case Op::bit_xor:
            return left ^ right;
        case Op::shift_left:
            return right >= width ? 0 : left << right;
        case Op::logical_shift_right:
            return right >= width ? 0 : left >> right;
        case Op::arithmetic_shift_right:
            return static_cast<std::uint64_t>(as_signed(left, width) >> std::min<std::uint64_t>(right, width - 1));
        case Op::equal:
            return left == right;
        case Op::unsigned_less:
            return left < right;
        case Op::unsigned_less_equal:
            return left <= right;
        case Op::signed_less:
            return as_signed(left, width) < as_signed(right, width);
        case Op::signed_less_equal:
            return as_signed(left, width) <= as_signed(right, width);
    }
    throw InternalError("an operator is one of those listed");
}

class Judge {
public:
    explicit Judge(const Run& run) : run_(run) {}

    bool holds(const spec::StatementRef& statement) {
        return std::visit([&](const auto& node) { return of(node); }, statement->node);
    }

private:
    bool of(const spec::Holds& node) { return value(node.condition) != 0; }
    bool of(const spec::Not& node) { return !holds(node.operand); }
    bool of(const spec::Join& node) {
        const auto is_true = [&](const spec::StatementRef& operand) { return holds(operand); };
        return node.all ? std::all_of(node.operands.begin(), node.operands.end(), is_true)
                        : std::any_of(node.operands.begin(), node.operands.end(), is_true);
    }
    bool of(const spec::Before& node) { return bound_.at(node.earlier) < bound_.at(node.later); }

    bool of(const spec::Quantified& node) {
        bool result = node.every;
        for (const Event& event : run_.events) {
            if (std::find(node.hooks.begin(), node.hooks.end(), event.hook) == node.hooks.end()) continue;
            bound_[node.variable] = &event;  // one array holds them, so their addresses are in order
            if (holds(node.body) != node.every) {
                result = !node.every;
                break;
            }
        }
        bound_.erase(node.variable);
        return result;
    }

    std::uint64_t value(const ir::ExpressionRef& expression) {
        const std::uint64_t result = std::visit([&](const auto& node) { return compute(node); }, expression->node);
        return result & ir::mask_of(expression->width);
    }

    std::uint64_t compute(const ir::Constant& node) { return node.value; }
    std::uint64_t compute(const ir::Unary& node) {
        const std::uint64_t operand = value(node.operand);
        return node.op == ir::UnaryOperator::bit_not ? ~operand : std::uint64_t{0} - operand;
    }
    std::uint64_t compute(const ir::Binary& node) {
        return applied(node.op, value(node.left), value(node.right), node.left->width);
    }
    std::uint64_t compute(const ir::Select& node) {
        return value(node.condition) != 0 ? value(node.then_value) : value(node.else_value);
    }
    std::uint64_t compute(const ir::Extract& node) { return value(node.operand) >> node.low; }
    std::uint64_t compute(const ir::Extend& node) {
        const std::uint64_t operand = value(node.operand);
        return node.is_signed ? static_cast<std::uint64_t>(as_signed(operand, node.operand->width)) : operand;
    }

    std::uint64_t compute(const ir::Read& node) {
        const spec::Reading place = spec::reading(node.place);
        using Of = spec::Reading::Of;
        if (place.of == Of::start || place.of == Of::final) {
            const Values& cells = place.of == Of::start ? run_.initial : run_.final;
            const auto found = cells.find(place.name);
            return found == cells.end() ? 0 : found->second;
        }
        const Event& event = *bound_.at(place.event);
        for (const FieldValue& one : place.of == Of::shown ? event.fields : event.answers)
            if (one.name == place.name) return one.value;
        throw InternalError("the event '" + event.hook + "' has no '" + place.name + "', which a statement reads");
    }

    const Run& run_;
    std::map<std::string, const Event*> bound_;
};

}  // namespace

bool is_true_of(const spec::StatementRef& statement, const Run& run) { return Judge(run).holds(statement); }

}  // namespace entryproof::checker
