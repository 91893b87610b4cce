// SPDX-License-Identifier: MIT
// Expressions and C's arithmetic.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <array>
#include <charconv>
#include <utility>

namespace entryproof::lift {

namespace {

using ir::BinaryOperator;
using ir::ExpressionRef;

// No value of the expression is above this.
std::uint64_t upper_bound(const ExpressionRef& expression) {
    if (const auto value = constant_value(expression)) return *value;
    const std::uint64_t all = ir::mask_of(expression->width);
    if (const auto* extend = std::get_if<ir::Extend>(&expression->node)) {
        const std::uint64_t inner = upper_bound(extend->operand);
        const bool may_be_negative = extend->is_signed && (inner >> (extend->operand->width - 1)) != 0;
        return may_be_negative ? all : inner;
    }
    if (const auto* extract = std::get_if<ir::Extract>(&expression->node); extract && extract->low == 0)
        return std::min(all, upper_bound(extract->operand));
    if (const auto* binary = std::get_if<ir::Binary>(&expression->node);
        binary && binary->op == BinaryOperator::bit_and)
        return std::min(upper_bound(binary->left), upper_bound(binary->right));
    return all;
}

bool is_comparison(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=";
}

struct Suffix {
    bool is_unsigned;
    bool is_long;
};

std::optional<Suffix> suffix_of_number(std::string_view text) {
    static constexpr std::array<std::string_view, 5> longs = {"", "l", "L", "ll", "LL"};
    for (const std::string_view size : longs) {
        if (text == size) return Suffix{false, !size.empty()};
        for (const std::string sign : {"u", "U"})
            if (text == sign + std::string(size) || text == std::string(size) + sign)
                return Suffix{true, !size.empty()};
    }
    return std::nullopt;
}

}  // namespace

Node without_parentheses(Node node) {
    while (node.is("parenthesized_expression") && node.children().size() == 1) node = node.children().front();
    return node;
}

Value Translator::expression(const Node& outer) {
    const Depth depth(*this, outer);
    const Node node = without_parentheses(outer);
    if (node.is("number_literal") || node.is("char_literal")) return number(node);
    if (node.is("identifier")) return identifier(node);
    if (node.is("true")) return int_value(1);
    if (node.is("false")) return int_value(0);
    if (node.is("null")) return {task_pointer(""), ir::constant(64, 0), ""};
    if (node.is("unary_expression")) return unary(node);
    if (node.is("binary_expression")) return binary(node);
    if (node.is("conditional_expression")) return ternary(node);
    if (node.is("assignment_expression")) return assignment(node);
    if (node.is("update_expression")) return update(node);
    if (node.is("call_expression")) return call(node);
    if (node.is("sizeof_expression")) return size_of(node);
    if (node.is("cast_expression")) {
        const Node descriptor = node.field("type");
        const Type type = type_of(descriptor, descriptor.field("declarator"));
        return cast(node, type, expression(node.field("value")));
    }
    if (node.is("pointer_expression") && node.operator_text() == "&") return address_of(node);
    if (node.is("pointer_expression")) return load(place(node));
    if (node.is("subscript_expression")) return subscript_value(node);
    if (node.is("field_expression") && generated_value(node.text())) return identifier(node);
    if (node.is("field_expression")) return load(place(node));
    if (node.is("compound_statement")) return statement_expression(node);
    if (node.is("comma_expression")) {
        full_expression(node.field("left"));
        return expression(node.field("right"));
    }
    unsupported(node, "this expression (" + std::string(node.type()) + ")", "");
}

// Its side effects are over when it ends.
Value Translator::full_expression(const Node& node) {
    const std::size_t before = assigned_.size();
    Value value = expression(node);
    assigned_.resize(before);
    return value;
}

Value Translator::integer_expression(const Node& node) {
    const Value value = expression(node);
    if (!value.type.is_integer() || !value.expression) fail(node, "an integer is expected here", "");
    return value;
}

// C11 6.5.3.4: the operand is not evaluated. In bytes, as unsigned long.
Value Translator::size_of(const Node& node) {
    Type type;
    if (const Node descriptor = node.field("type")) {
        type = type_of(descriptor, descriptor.field("declarator"));
    } else {
        const Node value = without_parentheses(node.field("value"));
        const bool is_place =
            value.is("identifier") || value.is("subscript_expression") || value.is("field_expression");
        if (!is_place) unsupported(node, "the size of this", "");
        const Effects before = effects_;
        type = place(value).type;
        effects_ = before;
    }
    if (!type.is_integer()) unsupported(node, "the size of this", "only of integers");
    return {integer(64, false), ir::constant(64, type.is_bool() ? 1 : type.width / 8), ""};
}

// C11 6.4.4.1: the first type in which the value fits, by suffix and base.
Value Translator::number(const Node& node) {
    std::string_view text = node.text();
    if (node.is("char_literal")) {
        if (text.size() != 3 || text[1] == '\\') unsupported(node, "this character", "");
        return int_value(text[1]);
    }
    const std::size_t digits = std::min(text.find_last_not_of("uUlL") + 1, text.size());
    const auto suffix = suffix_of_number(text.substr(digits));
    if (!suffix) unsupported(node, "this number", "");
    const auto [is_unsigned, is_long] = *suffix;
    text = text.substr(0, digits);
    int base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
        base = 8;
    }
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) unsupported(node, "this number", "");
    const bool may_be_unsigned = is_unsigned || base != 10;
    if (!is_long && !is_unsigned && value <= 0x7fffffff) return {integer(32, true), ir::constant(32, value), ""};
    if (!is_long && may_be_unsigned && value <= 0xffffffff) return {integer(32, false), ir::constant(32, value), ""};
    if (!is_unsigned && value <= 0x7fffffffffffffff) return {integer(64, true), ir::constant(64, value), ""};
    if (!may_be_unsigned) unsupported(node, "a number this large", "");
    return {integer(64, false), ir::constant(64, value), ""};
}

Value Translator::identifier(const Node& node) {
    const std::string_view name = node.text();
    if (const Local* local = find_local(name)) {
        const Type& type = local->type;
        if (type.kind == Type::Kind::place_pointer) return {type, nullptr, local->place, local->elements > 0};
        if (local->place.empty()) return {type, nullptr, ""};
        effects_.read.push_back(local->place);
        if (local->parameter != none) {
            const ParameterInfo& shared = build_.info.parameters[local->parameter];
            const auto known = flow_.values(local->place);
            if (shared.constant && known && known->size() == 1)
                return {type, ir::constant(type.width, *known->begin()), ""};
        }
        return {type, ir::read(local->place, type.width), ""};
    }
    if (name == "current") return {task_pointer("task_struct"), nullptr, ""};
    if (is_syscall_table(name)) return {syscall_table(), ir::constant(1, is_compat_syscall_table(name) ? 1 : 0), ""};
    if (const GeneratedValue* generated = generated_value(name)) {
        lifter_.note(std::string(name) + " is the cell " + std::string(generated->cell) + ": " +
                     std::string(generated->why));
        return {integer(generated->width, generated->width == 32),
                cell(std::string(generated->cell), generated->width, std::string(generated->why)), ""};
    }
    if (const auto value = lifter_.enumerator(name, context_.unit, context_.assumption)) return int_value(*value);
    fail(node, "unknown name " + std::string(name), "no local, macro, enumerator or vocabulary row has this name");
}

Value Translator::unary(const Node& node) {
    const std::string_view op = node.operator_text();
    const Node argument = node.field("argument");
    if (op == "!") return truth_value(folded_not(condition(argument)));
    const Value value = integer_expression(argument);
    const Type type = promoted(value.type);
    const ExpressionRef operand = converted(value, type);
    if (op == "-") return {type, folded(ir::UnaryOperator::negate, operand), ""};
    if (op == "~") return {type, folded(ir::UnaryOperator::bit_not, operand), ""};
    if (op == "+") return {type, operand, ""};
    unsupported(node, "the operator " + std::string(op), "");
}

Value Translator::binary(const Node& node) {
    const std::string_view op = node.operator_text();
    if (op == "&&" || op == "||") return truth_value(logical(node, op == "&&"));
    Operands operands(*this);
    const Value left = operands.watch([&] { return expression(node.field("left")); });
    const Value right = operands.watch([&] { return expression(node.field("right")); });
    operands.check(node);
    if (is_comparison(op)) return truth_value(comparison(node, op, left, right));
    return arithmetic(node, op, left, right);
}

Value Translator::arithmetic(const Node& node, std::string_view op, const Value& left, const Value& right) {
    if (!left.type.is_integer() || !right.type.is_integer()) unsupported(node, "arithmetic on pointers", "");
    if (op == "<<" || op == ">>") return shift(node, op == "<<", left, right);
    if (op == "/" || op == "%") return divide(node, op == "%", left, right);
    const Type type = common_type(left.type, right.type);
    const ExpressionRef a = converted(left, type), b = converted(right, type);
    if (op == "+") return {type, folded(BinaryOperator::add, a, b), ""};
    if (op == "-") return {type, folded(BinaryOperator::subtract, a, b), ""};
    if (op == "*") return {type, folded(BinaryOperator::multiply, a, b), ""};
    if (op == "&") return {type, folded(BinaryOperator::bit_and, a, b), ""};
    if (op == "|") return {type, folded(BinaryOperator::bit_or, a, b), ""};
    if (op == "^") return {type, folded(BinaryOperator::bit_xor, a, b), ""};
    unsupported(node, "the operator " + std::string(op), "");
}

// The amount must be provably below the width: C says nothing about the rest.
Value Translator::shift(const Node& node, bool left_shift, const Value& left, const Value& right) {
    const Type type = promoted(left.type);
    ExpressionRef amount = right.expression;
    if (const auto known = flow_.values(amount); known && known->size() == 1 && !reads_unassigned(amount))
        amount = ir::constant(amount->width, *known->begin());
    if (upper_bound(amount) >= type.width) {
        if (constant_value(amount)) fail(node, "the shift amount is out of range", "C does not define this");
        needs_constant(node, "the shift amount is not provably in range");
    }
    const BinaryOperator op = left_shift       ? BinaryOperator::shift_left
                              : type.is_signed ? BinaryOperator::arithmetic_shift_right
                                               : BinaryOperator::logical_shift_right;
    return {type, folded(op, converted(left, type), resized(amount, type.width, false)), ""};
}

// Signed division by a positive number rounds towards zero.
Value Translator::divide(const Node& node, bool remainder, const Value& left, const Value& right) {
    const Type type = common_type(left.type, right.type);
    const ExpressionRef a = converted(left, type), b = converted(right, type);
    const auto divisor = constant_value(b);
    const bool is_negative = type.is_signed && divisor && (*divisor >> (type.width - 1)) != 0;
    if (!divisor || *divisor == 0 || is_negative) unsupported(node, "division by other than a positive constant", "");
    if (!type.is_signed) {
        const auto op = remainder ? BinaryOperator::unsigned_remainder : BinaryOperator::unsigned_divide;
        return {type, folded(op, a, b), ""};
    }
    const ExpressionRef below = folded(BinaryOperator::signed_less, a, ir::constant(type.width, 0));
    const ExpressionRef size = folded_select(below, folded(ir::UnaryOperator::negate, a), a);
    const ExpressionRef quotient = folded(BinaryOperator::unsigned_divide, size, b);
    const ExpressionRef result = folded_select(below, folded(ir::UnaryOperator::negate, quotient), quotient);
    if (!remainder) return {type, result, ""};
    return {type, folded(BinaryOperator::subtract, a, folded(BinaryOperator::multiply, result, b)), ""};
}

ExpressionRef Translator::comparison(const Node& node, std::string_view op, const Value& left, const Value& right) {
    if (!left.type.is_integer() || !right.type.is_integer()) {
        const bool to_null = (left.expression && constant_value(left.expression) == 0) ||
                             (right.expression && constant_value(right.expression) == 0);
        if (!to_null || (op != "==" && op != "!=")) unsupported(node, "comparing pointers with other than NULL", "");
        const Value& pointer = left.expression && constant_value(left.expression) == 0 ? right : left;
        const ExpressionRef set = truth(node, pointer);
        return op == "!=" ? set : folded_not(set);
    }
    const Type type = common_type(left.type, right.type);
    const ExpressionRef a = converted(left, type), b = converted(right, type);
    const auto less = type.is_signed ? BinaryOperator::signed_less : BinaryOperator::unsigned_less;
    const auto less_equal = type.is_signed ? BinaryOperator::signed_less_equal : BinaryOperator::unsigned_less_equal;
    if (op == "==") return folded(BinaryOperator::equal, a, b);
    if (op == "!=") return folded_not(folded(BinaryOperator::equal, a, b));
    if (op == "<") return folded(less, a, b);
    if (op == ">") return folded(less, b, a);
    if (op == "<=") return folded(less_equal, a, b);
    return folded(less_equal, b, a);
}

ExpressionRef Translator::truth(const Node& node, const Value& value) {
    const bool is_known_pointer = !value.expression && (value.type.kind == Type::Kind::task_pointer ||
                                                        value.type.kind == Type::Kind::place_pointer);
    if (is_known_pointer) return ir::truth(true);
    if (!value.expression) fail(node, "this has no value to test", "is it a call that the vocabulary drops?");
    return folded_nonzero(value.expression);
}

ExpressionRef Translator::condition(const Node& outer) {
    const Depth depth(*this, outer);
    return truth(outer, expression(outer));
}

bool Translator::reads_unassigned(const ExpressionRef& expression) const {
    const auto both = [&](const ExpressionRef& left, const ExpressionRef& right) {
        return reads_unassigned(left) || reads_unassigned(right);
    };
    struct Visitor {
        const Translator& translator;
        decltype(both)& pair;
        bool operator()(const ir::Constant&) const { return false; }
        bool operator()(const ir::Read& read) const { return translator.flow_.may_hold_nothing(read.place); }
        bool operator()(const ir::Unary& unary) const { return translator.reads_unassigned(unary.operand); }
        bool operator()(const ir::Binary& binary) const { return pair(binary.left, binary.right); }
        bool operator()(const ir::Select& select) const {
            return pair(select.then_value, select.else_value) || translator.reads_unassigned(select.condition);
        }
        bool operator()(const ir::Extract& extract) const { return translator.reads_unassigned(extract.operand); }
        bool operator()(const ir::Extend& extend) const { return translator.reads_unassigned(extend.operand); }
    };
    return std::visit(Visitor{*this, both}, expression->node);
}

// The right side runs, and is read, only when the left one has not decided.
ExpressionRef Translator::logical(const Node& node, bool is_and) {
    const ExpressionRef left = condition(node.field("left"));
    const Node right_node = node.field("right");
    if (const auto value = constant_value(left)) return (*value != 0) == is_and ? condition(right_node) : left;
    const Flow before = flow_;
    ExpressionRef right;
    ir::Body body = aside([&] { right = condition(right_node); });
    const auto op = is_and ? BinaryOperator::bit_and : BinaryOperator::bit_or;
    if (body.empty() && !reads_unassigned(right)) return folded(op, left, right);
    Flow skipped = before;
    flow_.join(skipped);
    const std::string result = keep(node, "test", left);
    body.push_back({ir::Assign{result, right}, source_of(right_node)});
    const ExpressionRef undecided = is_and ? ir::read(result, 1) : ir::negation(ir::read(result, 1));
    emit(node, ir::If{undecided, std::move(body), {}});
    flow_.forget(result);
    return ir::read(result, 1);
}

// ({ ...; value; }): control may not leave it, since what is evaluated around it has no order.
Value Translator::statement_expression(const Node& compound) {
    const std::vector<Node> nodes = compound.children();
    const bool has_value = !nodes.empty() && nodes.back().is("expression_statement");
    if (!has_value || nodes.back().children().empty())
        unsupported(compound, "a statement expression without a value", "");
    const std::size_t outer_labels = std::exchange(labels_within_, labels_.size());
    const bool outer = std::exchange(in_expression_, true);
    scopes_.emplace_back();
    const std::size_t assigned_before = assigned_.size();
    statements(nodes, 0, nodes.size() - 1);
    if (!flow_.is_live()) unsupported(compound, "a statement expression that does not come to its end", "");
    Value value = full_expression(nodes.back().children().front());
    assigned_.resize(assigned_before);
    scopes_.pop_back();
    in_expression_ = outer;
    labels_within_ = outer_labels;
    return value;
}

// The arm that is never taken still takes part in the type.
Value Translator::decided_ternary(const Node& taken, const Node& other) {
    const Value value = expression(taken);
    if (!value.type.is_integer()) return value;
    const Type type = common_type(value.type, type_of_unused(other));
    return {type, converted(value, type), ""};
}

// Of an expression that is not evaluated.
Type Translator::type_of_unused(const Node& node) {
    const Flow flow = flow_;
    const Effects effects = effects_;
    Value unused;
    aside([&] { unused = expression(node); });
    flow_ = flow;
    effects_ = effects;
    if (!unused.type.is_integer()) unsupported(node, "?: on pointers", "");
    return unused.type;
}

// x ?: y: x is evaluated once.
Value Translator::ternary_without_middle(const Node& node) {
    const Node else_node = node.field("alternative");
    const Value value = integer_expression(node.field("condition"));
    if (const auto known = constant_value(value.expression)) {
        const Value other = *known ? Value{type_of_unused(else_node), nullptr, ""} : integer_expression(else_node);
        const Type type = common_type(value.type, other.type);
        return {type, converted(*known ? value : other, type), ""};
    }
    const ExpressionRef first = ir::read(keep(node, "tested", value.expression), value.type.width);
    const ExpressionRef test = folded_nonzero(first);
    const Flow before = flow_;
    Value other;
    ir::Body else_body = aside([&] { other = integer_expression(else_node); });
    flow_.join(before);
    const Type type = common_type(value.type, other.type);
    const ExpressionRef a = converted({value.type, first, ""}, type), b = converted(other, type);
    if (else_body.empty() && !reads_unassigned(b)) return {type, folded_select(test, a, b), ""};
    const std::string result = new_local("chosen", type.width);
    ir::Body then_body;
    then_body.push_back({ir::Assign{result, a}, source_of(node)});
    else_body.push_back({ir::Assign{result, b}, source_of(else_node)});
    emit(node, ir::If{test, std::move(then_body), std::move(else_body)});
    flow_.forget(result);
    return {type, ir::read(result, type.width), ""};
}

Value Translator::ternary(const Node& node) {
    if (!node.field("consequence")) return ternary_without_middle(node);
    const ExpressionRef test = condition(node.field("condition"));
    const Node then_node = node.field("consequence"), else_node = node.field("alternative");
    if (const auto value = constant_value(test))
        return decided_ternary(*value ? then_node : else_node, *value ? else_node : then_node);
    const Flow before = flow_;
    Value yes, no;
    ir::Body then_body = aside([&] { yes = expression(then_node); });
    Flow after = flow_;
    const bool then_plain = then_body.empty() && yes.expression && !reads_unassigned(yes.expression);
    flow_ = before;
    ir::Body else_body = aside([&] { no = expression(else_node); });
    const bool else_plain = else_body.empty() && no.expression && !reads_unassigned(no.expression);
    after.join(flow_);
    flow_ = std::move(after);
    if (yes.type.kind == Type::Kind::nothing && no.type.kind == Type::Kind::nothing) {
        emit(node, ir::If{test, std::move(then_body), std::move(else_body)});
        return {};
    }
    if (!yes.type.is_integer() || !no.type.is_integer()) unsupported(node, "?: on pointers", "");
    const Type type = common_type(yes.type, no.type);
    const ExpressionRef a = converted(yes, type), b = converted(no, type);
    if (then_plain && else_plain) return {type, folded_select(test, a, b), ""};
    const std::string result = new_local("chosen", type.width);
    then_body.push_back({ir::Assign{result, a}, source_of(then_node)});
    else_body.push_back({ir::Assign{result, b}, source_of(else_node)});
    emit(node, ir::If{test, std::move(then_body), std::move(else_body)});
    flow_.forget(result);
    return {type, ir::read(result, type.width), ""};
}

Value Translator::cast(const Node& node, const Type& type, const Value& value) {
    if (type.kind == Type::Kind::nothing) return {};
    const bool makes_pointer = type.kind == Type::Kind::task_pointer && type.structure.empty();
    if (value.type.is_integer() && makes_pointer)
        return {type, resized(value.expression, 64, value.type.is_signed), ""};
    const bool has_number =
        value.type.kind == Type::Kind::task_pointer || value.type.kind == Type::Kind::syscall_pointer;
    if (has_number && type.is_integer() && value.expression)
        return {type, converted({integer(64, false), value.expression, ""}, type), ""};
    return to_type(node, value, type);
}

// As if by assignment.
Value Translator::to_type(const Node& node, const Value& value, const Type& type) {
    if (type.is_integer() && value.type.is_integer()) return {type, converted(value, type), ""};
    if (type.is_bool() && value.type.kind != Type::Kind::nothing) return {type, truth(node, value), ""};
    if (type.kind == value.type.kind && type.kind == Type::Kind::place_pointer && type.width == value.type.width)
        return {type, nullptr, value.place, value.is_array};
    const bool same_kind = type.kind == value.type.kind;
    if (same_kind && type.kind != Type::Kind::place_pointer && type.kind != Type::Kind::task_pointer)
        return {type, value.expression, ""};
    if (same_kind && type.kind == Type::Kind::task_pointer) {
        const bool is_null = value.expression && constant_value(value.expression) == 0;
        if (type.structure == value.type.structure || type.structure.empty() || is_null) {
            // A void * that is the task's own structure keeps what it is.
            const bool keeps = type.structure.empty() && !value.expression;
            return {keeps ? value.type : type, value.expression, ""};
        }
        if (value.type.structure.empty() && !value.expression) return void_parameter_as(node, type);
    }
    if (value.type.kind == Type::Kind::nothing)
        fail(node, "this has no value", "is it a call that the vocabulary drops?");
    unsupported(node, "this conversion", "");
}

// A void * parameter is what it is first used as; callers must pass just that.
Value Translator::void_parameter_as(const Node& node, const Type& type) {
    const Local* local = find_local(without_parentheses(node).text());
    if (!local || local->parameter == none || !is_of_the_task(type.structure)) unsupported(node, "this conversion", "");
    std::string& structure = build_.info.parameters[local->parameter].structure;
    if (!structure.empty() && structure != type.structure) unsupported(node, "a void * used as two structures", "");
    structure = type.structure;
    return {type, nullptr, ""};
}

}  // namespace entryproof::lift
