// SPDX-License-Identifier: MIT
// The arena. Rewriting is bounded in depth: beyond it a node is stored as it was asked for, which is always sound.
#include "checker/term.h"

#include "checker/error.h"
#include "checker/rewrite.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

constexpr unsigned depth_limit = 500;  // of nested rewrites; each costs a few hundred bytes of stack

Operation operation_of(ir::UnaryOperator op) {
    switch (op) {
        case ir::UnaryOperator::bit_not:
            return Operation::bit_not;
        case ir::UnaryOperator::negate:
            return Operation::negate;
    }
    throw InternalError("a unary operator is one of those of the step language");
}

Operation operation_of(ir::BinaryOperator op) {
    switch (op) {
        case ir::BinaryOperator::add:
            return Operation::add;
        case ir::BinaryOperator::subtract:
            return Operation::subtract;
        case ir::BinaryOperator::multiply:
            return Operation::multiply;
        case ir::BinaryOperator::unsigned_divide:
            return Operation::unsigned_divide;
        case ir::BinaryOperator::unsigned_remainder:
            return Operation::unsigned_remainder;
        case ir::BinaryOperator::bit_and:
            return Operation::bit_and;
        case ir::BinaryOperator::bit_or:
            return Operation::bit_or;
        case ir::BinaryOperator::bit_xor:
            return Operation::bit_xor;
        case ir::BinaryOperator::shift_left:
            return Operation::shift_left;
        case ir::BinaryOperator::logical_shift_right:
            return Operation::logical_shift_right;
        case ir::BinaryOperator::arithmetic_shift_right:
            return Operation::arithmetic_shift_right;
        case ir::BinaryOperator::equal:
            return Operation::equal;
        case ir::BinaryOperator::unsigned_less:
            return Operation::unsigned_less;
        case ir::BinaryOperator::unsigned_less_equal:
            return Operation::unsigned_less_equal;
        case ir::BinaryOperator::signed_less:
            return Operation::signed_less;
        case ir::BinaryOperator::signed_less_equal:
            return Operation::signed_less_equal;
    }
    throw InternalError("a binary operator is one of those of the step language");
}

TermNode node_of(Operation operation, ir::Width width, std::initializer_list<Term> operands, ir::Width low = 0) {
    TermNode node;
    node.operation = operation;
    node.width = static_cast<std::uint8_t>(width);
    node.low = static_cast<std::uint8_t>(low);
    node.operand_count = static_cast<std::uint8_t>(operands.size());
    std::copy(operands.begin(), operands.end(), node.operands.begin());
    return node;
}

}  // namespace

std::size_t TermNodeHash::operator()(const TermNode& node) const {
    std::uint64_t hash = node.value;
    const auto mix = [&hash](std::uint64_t part) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    };
    mix(static_cast<std::uint64_t>(node.operation) << 16 | static_cast<std::uint64_t>(node.width) << 8 | node.low);
    for (const Term operand : node.operands) mix(operand.index);
    return hash;
}

Terms::Terms() {
    truth(false);  // so that a default Term is the constant false
}

Term Terms::constant(ir::Width width, std::uint64_t value) {
    check(width >= 1 && width <= 64, "a term is 1 to 64 bits wide");
    TermNode node = node_of(Operation::constant, width, {});
    node.value = value & ir::mask_of(width);
    return store(node);
}

Term Terms::variable(const std::string& name, ir::Width width) {
    const auto known = variables_.find(name);
    if (known != variables_.end()) {
        if (this->width(known->second) != width) throw InternalError("variable '" + name + "' has two widths");
        return known->second;
    }
    TermNode node = node_of(Operation::variable, width, {});
    node.value = names_.size();
    names_.push_back(name);
    const Term term = store(node);
    variables_.emplace(name, term);
    return term;
}

Term Terms::unary(ir::UnaryOperator op, Term operand) {
    return make(node_of(operation_of(op), width(operand), {operand}));
}

Term Terms::binary(ir::BinaryOperator op, Term left, Term right) {
    check(width(left) == width(right), "operands of a binary operation have equal widths");
    return make(node_of(operation_of(op), ir::is_comparison(op) ? 1 : width(left), {left, right}));
}

Term Terms::select(Term condition, Term then_value, Term else_value) {
    check(width(condition) == 1, "the condition of a select is one bit wide");
    check(width(then_value) == width(else_value), "both values of a select have equal widths");
    return make(node_of(Operation::select, width(then_value), {condition, then_value, else_value}));
}

Term Terms::extract(Term operand, ir::Width low, ir::Width width) {
    check(width >= 1 && low + width <= this->width(operand), "an extract stays inside its operand");
    return make(node_of(Operation::extract, width, {operand}, low));
}

Term Terms::extend(Term operand, ir::Width width, bool is_signed) {
    check(width >= this->width(operand) && width <= 64, "an extension does not narrow");
    if (width == this->width(operand)) return operand;
    return make(node_of(is_signed ? Operation::sign_extend : Operation::zero_extend, width, {operand}));
}

Term Terms::all_of(const std::vector<Term>& conditions) {
    Term result = truth(true);
    for (const Term condition : conditions) result = both(result, condition);
    return result;
}

Term Terms::any_of(const std::vector<Term>& conditions) {
    Term result = truth(false);
    for (const Term condition : conditions) result = either(result, condition);
    return result;
}

Term Terms::as_written(const TermNode& node) { return store(node); }

Term Terms::make(TermNode node) {
    node = normalised(*this, node);
    const auto known = rewritten_.find(node);
    if (known != rewritten_.end()) return known->second;
    if (depth_ >= depth_limit) return store(node);
    ++depth_;
    const std::optional<Term> simpler = rewrite(*this, node);
    --depth_;
    const Term result = simpler.has_value() ? *simpler : store(node);
    rewritten_.emplace(node, result);
    return result;
}

Term Terms::store(const TermNode& node) {
    const Term next{size()};
    const auto [place, is_new] = stored_.emplace(node, next);
    if (is_new) nodes_.push_back(node);
    return place->second;
}

const std::string& Terms::name(Term variable) const {
    check(node(variable).operation == Operation::variable, "only a variable has a name");
    return names_[node(variable).value];
}

std::vector<Term> Terms::reachable(const std::vector<Term>& roots) const {
    std::uint32_t highest = 0;
    for (const Term root : roots) highest = std::max(highest, root.index + 1);
    std::vector<bool> marked(highest, false);
    for (const Term root : roots) marked[root.index] = true;
    std::vector<Term> found;
    for (std::uint32_t index = highest; index-- > 0;) {
        if (!marked[index]) continue;
        found.push_back(Term{index});
        for (unsigned i = 0; i < nodes_[index].operand_count; ++i) marked[nodes_[index].operands[i].index] = true;
    }
    std::reverse(found.begin(), found.end());
    return found;
}

Term Terms::substitute(Term root, const TermMap& replacements) {
    TermMap rebuilt;
    for (const Term term : reachable({root})) {
        const auto replacement = replacements.find(term);
        TermNode node = nodes_[term.index];
        for (unsigned i = 0; i < node.operand_count; ++i) node.operands[i] = rebuilt.at(node.operands[i]);
        const bool is_leaf = node.operand_count == 0;
        rebuilt[term] = replacement != replacements.end() ? replacement->second : is_leaf ? term : make(node);
    }
    return rebuilt.at(root);
}

}  // namespace entryproof::checker
