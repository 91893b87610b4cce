// SPDX-License-Identifier: MIT
// The rules, one function per operation. A rule reads: when the shape is this, the term is worth that.
#include "checker/rewrite.h"

#include "checker/error.h"
#include "checker/evaluate.h"

#include <bit>
#include <utility>

namespace entryproof::checker {

namespace {

using Result = std::optional<Term>;

// At most so many bits of a mask become single-bit tests.
constexpr int mask_bits_split = 8;

class Rewriter {
public:
    explicit Rewriter(Terms& terms) : t_(terms) {}

    Result rewrite(const TermNode& node) {
        if (const Result folded = fold(node)) return folded;
        if (const Result pushed = into_constant_select(node)) return pushed;
        const Term a = node.operands[0];
        const Term b = node.operands[1];
        switch (node.operation) {
            case Operation::constant:
            case Operation::variable:
                return std::nullopt;
            case Operation::bit_not:
                return complement(a);
            case Operation::negate:
                return negate(a);
            case Operation::add:
                return add(a, b);
            case Operation::subtract:
                return subtract(a, b);
            case Operation::multiply:
                return multiply(a, b);
            case Operation::unsigned_divide:
                return divide(a, b);
            case Operation::unsigned_remainder:
                return remainder(a, b);
            case Operation::bit_and:
                return conjunction(a, b);
            case Operation::bit_or:
                return disjunction(a, b);
            case Operation::bit_xor:
                return exclusive_or(a, b);
            case Operation::shift_left:
            case Operation::logical_shift_right:
                return shift(node.operation, a, b);
            case Operation::arithmetic_shift_right:
                return arithmetic_shift(a, b);
            case Operation::equal:
                return equal(a, b);
            case Operation::unsigned_less:
                return unsigned_less(a, b);
            case Operation::unsigned_less_equal:
                return t_.negation(binary(ir::BinaryOperator::unsigned_less, b, a));
            case Operation::signed_less:
                return signed_less(a, b);
            case Operation::signed_less_equal:
                return t_.negation(binary(ir::BinaryOperator::signed_less, b, a));
            case Operation::select:
                return select(a, b, node.operands[2]);
            case Operation::extract:
                return extract(a, node.low, node.width);
            case Operation::zero_extend:
                return extend(a, node.width, false);
            case Operation::sign_extend:
                return extend(a, node.width, true);
        }
        throw InternalError("an operation is one of those of a term");
    }

private:
    const TermNode& at(Term term) const { return t_.node(term); }
    bool is(Term term, Operation operation) const { return at(term).operation == operation; }
    Term operand(Term term, unsigned i) const { return at(term).operands[i]; }
    bool is_zero(Term term) const { return t_.is_constant(term, 0); }
    bool is_ones(Term term) const { return t_.is_constant(term, ir::mask_of(t_.width(term))); }
    Term constant(Term like, std::uint64_t value) { return t_.constant(t_.width(like), value); }
    Term zero(Term like) { return constant(like, 0); }
    Term ones(Term like) { return constant(like, ~std::uint64_t{0}); }
    std::uint64_t value(Term constant) const { return at(constant).value; }
    Term binary(ir::BinaryOperator op, Term a, Term b) { return t_.binary(op, a, b); }
    bool is_bool(Term term) const { return t_.width(term) == 1; }

    // `term` is `op` with a constant on the right.
    bool with_constant(Term term, Operation op) const { return is(term, op) && t_.is_constant(operand(term, 1)); }

    bool are_complements(Term a, Term b) const {
        return (is(a, Operation::bit_not) && operand(a, 0) == b) || (is(b, Operation::bit_not) && operand(b, 0) == a);
    }

    bool has_operand(Term term, Term wanted) const { return operand(term, 0) == wanted || operand(term, 1) == wanted; }

    // The operand of the binary `term` whose complement is `wanted`: 0, 1, or -1 for none.
    int complement_in(Term term, Term wanted) const {
        if (are_complements(operand(term, 0), wanted)) return 0;
        return are_complements(operand(term, 1), wanted) ? 1 : -1;
    }

    // Constants in, a constant out.
    Result fold(const TermNode& node) {
        std::array<std::uint64_t, 3> values{};
        for (unsigned i = 0; i < node.operand_count; ++i) {
            if (!t_.is_constant(node.operands[i])) return std::nullopt;
            values[i] = value(node.operands[i]);
        }
        if (node.operand_count == 0) return std::nullopt;
        return t_.constant(node.width, apply(node, values, t_.width(node.operands[node.operand_count - 1])));
    }

    bool is_constant_select(Term term) const {
        return is(term, Operation::select) && t_.is_constant(operand(term, 1)) && t_.is_constant(operand(term, 2));
    }

    // op(select(c, k, l)) with nothing but constants beside it: select(c, op(k), op(l)).
    Result into_constant_select(const TermNode& node) {
        if (node.operation == Operation::select) return std::nullopt;
        int place = -1;
        for (unsigned i = 0; i < node.operand_count; ++i) {
            if (t_.is_constant(node.operands[i])) continue;
            if (place >= 0 || !is_constant_select(node.operands[i])) return std::nullopt;
            place = static_cast<int>(i);
        }
        if (place < 0) return std::nullopt;
        const Term choice = node.operands[place];
        TermNode then_node = node;
        TermNode else_node = node;
        then_node.operands[place] = operand(choice, 1);
        else_node.operands[place] = operand(choice, 2);
        const Term then_value = t_.make(then_node);
        return t_.select(operand(choice, 0), then_value, t_.make(else_node));
    }

    Result complement(Term a) {
        if (is(a, Operation::bit_not)) return operand(a, 0);
        return std::nullopt;
    }

    Result negate(Term a) {
        if (is_bool(a)) return a;
        if (is(a, Operation::negate)) return operand(a, 0);
        return std::nullopt;
    }

    Result add(Term a, Term b) {
        if (is_bool(a)) return binary(ir::BinaryOperator::bit_xor, a, b);
        if (is_zero(b)) return a;
        if (t_.is_constant(b) && with_constant(a, Operation::add))
            return binary(ir::BinaryOperator::add, operand(a, 0), constant(b, value(operand(a, 1)) + value(b)));
        return std::nullopt;
    }

    Result subtract(Term a, Term b) {
        if (is_bool(a)) return binary(ir::BinaryOperator::bit_xor, a, b);
        if (a == b) return zero(a);
        if (t_.is_constant(b)) return binary(ir::BinaryOperator::add, a, constant(b, 0 - value(b)));
        if (is_zero(a)) return t_.unary(ir::UnaryOperator::negate, b);
        return std::nullopt;
    }

    Result multiply(Term a, Term b) {
        if (is_bool(a)) return t_.both(a, b);
        if (is_zero(b)) return b;
        if (t_.is_constant(b, 1)) return a;
        return std::nullopt;
    }

    Result divide(Term a, Term b) {
        if (is_bool(a)) return t_.either(a, t_.negation(b));
        if (t_.is_constant(b, 1)) return a;
        return std::nullopt;
    }

    Result remainder(Term a, Term b) {
        if (is_bool(a)) return t_.both(a, t_.negation(b));
        if (t_.is_constant(b, 1)) return zero(a);
        return std::nullopt;
    }

    Result shift(Operation operation, Term a, Term b) {
        if (is_bool(a)) return t_.both(a, t_.negation(b));
        if (is_zero(a)) return a;
        if (is_zero(b)) return a;
        if (t_.is_constant(b) && value(b) >= t_.width(a)) return zero(a);
        if (operation == Operation::logical_shift_right && t_.is_constant(b)) {
            const auto amount = static_cast<ir::Width>(value(b));
            return t_.extend(t_.extract(a, amount, t_.width(a) - amount), t_.width(a), false);
        }
        return std::nullopt;
    }

    Result arithmetic_shift(Term a, Term b) {
        if (is_bool(a)) return a;
        if (is_zero(b)) return a;
        if (t_.is_constant(b)) {
            const ir::Width width = t_.width(a);
            const auto amount = static_cast<ir::Width>(value(b) < width ? value(b) : width - 1);
            return t_.extend(t_.extract(a, amount, width - amount), width, true);
        }
        return std::nullopt;
    }

    // Both orders of a commutative operation.
    Result conjunction(Term a, Term b) {
        if (a == b) return a;
        if (is_zero(b)) return b;
        if (is_ones(b)) return a;
        if (are_complements(a, b)) return zero(a);
        if (const Result found = absorb_and(a, b)) return found;
        if (const Result found = absorb_and(b, a)) return found;
        if (t_.is_constant(b)) return masked(a, b);
        return std::nullopt;
    }

    Result absorb_and(Term a, Term b) {
        if (is(b, Operation::bit_or)) {
            if (has_operand(b, a)) return a;
            const int i = complement_in(b, a);
            if (i >= 0) return t_.both(a, operand(b, 1 - i));
        }
        if (is(b, Operation::bit_and)) {
            if (has_operand(b, a)) return b;
            if (complement_in(b, a) >= 0) return zero(a);
        }
        return std::nullopt;
    }

    // x & mask
    Result masked(Term a, Term mask) {
        if (with_constant(a, Operation::bit_and))
            return t_.both(operand(a, 0), constant(a, value(operand(a, 1)) & value(mask)));
        if (with_constant(a, Operation::bit_or)) {
            const std::uint64_t common = value(operand(a, 1)) & value(mask);
            if (common == 0) return t_.both(operand(a, 0), mask);
            if (common == value(mask)) return mask;
        }
        if (is(a, Operation::zero_extend)) {
            const Term inner = operand(a, 0);
            const Term cut = t_.both(inner, constant(inner, value(mask)));
            return t_.extend(cut, t_.width(a), false);
        }
        return std::nullopt;
    }

    Result disjunction(Term a, Term b) {
        if (a == b) return a;
        if (is_zero(b)) return a;
        if (is_ones(b)) return b;
        if (are_complements(a, b)) return ones(a);
        if (const Result found = absorb_or(a, b)) return found;
        if (const Result found = absorb_or(b, a)) return found;
        if (t_.is_constant(b)) return set_bits(a, b);
        return std::nullopt;
    }

    Result absorb_or(Term a, Term b) {
        if (is(b, Operation::bit_and)) {
            if (has_operand(b, a)) return a;
            const int i = complement_in(b, a);
            if (i >= 0) return t_.either(a, operand(b, 1 - i));
        }
        if (is(b, Operation::bit_or)) {
            if (has_operand(b, a)) return b;
            if (complement_in(b, a) >= 0) return ones(a);
        }
        return std::nullopt;
    }

    // x | bits
    Result set_bits(Term a, Term bits) {
        if (with_constant(a, Operation::bit_or))
            return t_.either(operand(a, 0), constant(a, value(operand(a, 1)) | value(bits)));
        if (with_constant(a, Operation::bit_and)) {
            const std::uint64_t kept = value(operand(a, 1)) & ~value(bits);
            if (kept != value(operand(a, 1))) return t_.either(t_.both(operand(a, 0), constant(a, kept)), bits);
            if ((kept | value(bits)) == ir::mask_of(t_.width(a))) return t_.either(operand(a, 0), bits);
        }
        return std::nullopt;
    }

    Result exclusive_or(Term a, Term b) {
        if (is_bool(a)) return t_.differs(a, b);
        if (a == b) return zero(a);
        if (is_zero(b)) return a;
        if (is_ones(b)) return t_.complement(a);
        if (t_.is_constant(b) && with_constant(a, Operation::bit_xor))
            return binary(ir::BinaryOperator::bit_xor, operand(a, 0), constant(a, value(operand(a, 1)) ^ value(b)));
        return std::nullopt;
    }

    Result equal(Term a, Term b) {
        if (a == b) return t_.truth(true);
        if (are_complements(a, b)) return t_.truth(false);
        if (is_bool(a)) return equal_truths(a, b);
        if (t_.is_constant(b)) return equal_constant(a, b);
        if (is(a, Operation::select) && is(b, Operation::select) && operand(a, 0) == operand(b, 0)) {
            const Term then_equal = t_.equal(operand(a, 1), operand(b, 1));
            return t_.select(operand(a, 0), then_equal, t_.equal(operand(a, 2), operand(b, 2)));
        }
        if (const Result found = equal_branch(a, b)) return found;
        if (const Result found = equal_branch(b, a)) return found;
        const bool are_extended = (is(a, Operation::zero_extend) && is(b, Operation::zero_extend)) ||
                                  (is(a, Operation::sign_extend) && is(b, Operation::sign_extend));
        if (are_extended && t_.width(operand(a, 0)) == t_.width(operand(b, 0)))
            return t_.equal(operand(a, 0), operand(b, 0));
        return std::nullopt;
    }

    Result equal_truths(Term a, Term b) {
        if (is_ones(b)) return a;
        if (is_zero(b)) return t_.negation(a);
        if (is(a, Operation::bit_not)) return t_.negation(t_.equal(operand(a, 0), b));
        if (is(b, Operation::bit_not)) return t_.negation(t_.equal(a, operand(b, 0)));
        return std::nullopt;
    }

    // select(c, b, x) == b
    Result equal_branch(Term a, Term b) {
        if (!is(a, Operation::select)) return std::nullopt;
        if (operand(a, 1) == b) return t_.either(operand(a, 0), t_.equal(operand(a, 2), b));
        if (operand(a, 2) == b) return t_.implies(operand(a, 0), t_.equal(operand(a, 1), b));
        return std::nullopt;
    }

    Result equal_constant(Term a, Term b) {
        const std::uint64_t wanted = value(b);
        if (is(a, Operation::bit_not)) return t_.equal(operand(a, 0), constant(b, ~wanted));
        if (is(a, Operation::negate)) return t_.equal(operand(a, 0), constant(b, 0 - wanted));
        if (with_constant(a, Operation::add))
            return t_.equal(operand(a, 0), constant(b, wanted - value(operand(a, 1))));
        if (with_constant(a, Operation::bit_xor))
            return t_.equal(operand(a, 0), constant(b, wanted ^ value(operand(a, 1))));
        if (with_constant(a, Operation::bit_or) && (value(operand(a, 1)) & ~wanted) != 0) return t_.truth(false);
        if (with_constant(a, Operation::bit_and)) return masked_equal(operand(a, 0), value(operand(a, 1)), wanted);
        if (is(a, Operation::zero_extend) || is(a, Operation::sign_extend)) {
            const Term inner = operand(a, 0);
            const Term cut = constant(inner, wanted);
            const Term widened = t_.extend(cut, t_.width(a), is(a, Operation::sign_extend));
            return widened == b ? t_.equal(inner, cut) : t_.truth(false);
        }
        if (is(a, Operation::select)) {
            if (t_.is_constant(operand(a, 1))) {
                const Term rest = t_.equal(operand(a, 2), b);
                return operand(a, 1) == b ? t_.either(operand(a, 0), rest) : t_.both(t_.negation(operand(a, 0)), rest);
            }
            if (t_.is_constant(operand(a, 2))) {
                const Term rest = t_.equal(operand(a, 1), b);
                return operand(a, 2) == b ? t_.implies(operand(a, 0), rest) : t_.both(operand(a, 0), rest);
            }
        }
        return std::nullopt;
    }

    // (x & mask) == wanted: bit by bit when the mask is small.
    Result masked_equal(Term x, std::uint64_t mask, std::uint64_t wanted) {
        if ((wanted & ~mask) != 0) return t_.truth(false);
        if (std::popcount(mask) > mask_bits_split) return std::nullopt;
        Term result = t_.truth(true);
        for (ir::Width bit = 0; bit < t_.width(x); ++bit) {
            if ((mask >> bit & 1) == 0) continue;
            const Term set = t_.extract(x, bit, 1);
            result = t_.both(result, (wanted >> bit & 1) != 0 ? set : t_.negation(set));
        }
        return result;
    }

    Result unsigned_less(Term a, Term b) {
        if (a == b) return t_.truth(false);
        if (is_bool(a)) return t_.both(t_.negation(a), b);
        if (is_zero(b) || is_ones(a)) return t_.truth(false);
        if (t_.is_constant(b, 1)) return t_.equal(a, zero(a));
        if (is_zero(a)) return t_.is_nonzero(b);
        return std::nullopt;
    }

    Term top_bit(Term a) { return t_.extract(a, t_.width(a) - 1, 1); }

    Result signed_less(Term a, Term b) {
        if (a == b) return t_.truth(false);
        if (is_bool(a)) return t_.both(a, t_.negation(b));
        if (is_zero(b)) return top_bit(a);
        if (is_ones(a)) return t_.negation(top_bit(b));
        return std::nullopt;
    }

    Result select(Term c, Term a, Term b) {
        if (t_.is_constant(c)) return t_.is_true(c) ? a : b;
        if (a == b) return a;
        if (is(c, Operation::bit_not)) return t_.select(operand(c, 0), b, a);
        if (is_bool(a)) {
            if (const Result found = select_truth(c, a, b)) return found;
        }
        if (is(a, Operation::select)) {
            if (operand(a, 0) == c) return t_.select(c, operand(a, 1), b);
            if (operand(a, 1) == b) return t_.select(t_.both(c, t_.negation(operand(a, 0))), operand(a, 2), b);
            if (operand(a, 2) == b) return t_.select(t_.both(c, operand(a, 0)), operand(a, 1), b);
        }
        if (is(b, Operation::select)) {
            if (operand(b, 0) == c) return t_.select(c, a, operand(b, 2));
            if (operand(b, 1) == a) return t_.select(t_.either(c, operand(b, 0)), a, operand(b, 2));
            if (operand(b, 2) == a) return t_.select(t_.either(c, t_.negation(operand(b, 0))), a, operand(b, 1));
        }
        return std::nullopt;
    }

    Result select_truth(Term c, Term a, Term b) {
        if (t_.is_true(a) || a == c) return t_.either(c, b);
        if (t_.is_false(a) || are_complements(a, c)) return t_.both(t_.negation(c), b);
        if (t_.is_true(b) || are_complements(b, c)) return t_.implies(c, a);
        if (t_.is_false(b) || b == c) return t_.both(c, a);
        return std::nullopt;
    }

    Result extract(Term a, ir::Width low, ir::Width width) {
        const TermNode node = at(a);
        if (low == 0 && width == node.width) return a;
        switch (node.operation) {
            case Operation::extract:
                return t_.extract(node.operands[0], node.low + low, width);
            case Operation::zero_extend:
            case Operation::sign_extend:
                return extract_extended(node, low, width);
            case Operation::shift_left:
                return extract_shifted(node, low, width);
            case Operation::bit_not:
                return width == 1 ? Result(t_.negation(t_.extract(node.operands[0], low, 1))) : std::nullopt;
            case Operation::bit_and:
            case Operation::bit_or:
            case Operation::bit_xor:
                return width == 1 ? Result(extract_bitwise(node, low)) : std::nullopt;
            case Operation::select:
                return extract_select(node, low, width);
            case Operation::constant:
            case Operation::variable:
            case Operation::negate:
            case Operation::add:
            case Operation::subtract:
            case Operation::multiply:
            case Operation::unsigned_divide:
            case Operation::unsigned_remainder:
            case Operation::logical_shift_right:
            case Operation::arithmetic_shift_right:
            case Operation::equal:
            case Operation::unsigned_less:
            case Operation::unsigned_less_equal:
            case Operation::signed_less:
            case Operation::signed_less_equal:
                return std::nullopt;
        }
        throw InternalError("an operation is one of those of a term");
    }

    Result extract_extended(const TermNode& node, ir::Width low, ir::Width width) {
        const Term inner = node.operands[0];
        const ir::Width inner_width = t_.width(inner);
        const bool is_signed = node.operation == Operation::sign_extend;
        if (low + width <= inner_width) return t_.extract(inner, low, width);
        if (low == 0) return t_.extend(inner, width, is_signed);
        if (low < inner_width) return t_.extend(t_.extract(inner, low, inner_width - low), width, is_signed);
        if (!is_signed) return t_.constant(width, 0);
        return t_.extend(top_bit(inner), width, true);
    }

    Result extract_shifted(const TermNode& node, ir::Width low, ir::Width width) {
        if (!t_.is_constant(node.operands[1])) return std::nullopt;
        const std::uint64_t amount = value(node.operands[1]);
        if (low >= amount) return t_.extract(node.operands[0], low - static_cast<ir::Width>(amount), width);
        if (low + width <= amount) return t_.constant(width, 0);
        return std::nullopt;
    }

    Term extract_bitwise(TermNode node, ir::Width low) {
        node.operands[0] = t_.extract(node.operands[0], low, 1);
        node.operands[1] = t_.extract(node.operands[1], low, 1);
        node.width = 1;
        return t_.make(node);
    }

    Result extract_select(const TermNode& node, ir::Width low, ir::Width width) {
        const bool has_constant = t_.is_constant(node.operands[1]) || t_.is_constant(node.operands[2]);
        if (width != 1 && !has_constant) return std::nullopt;
        const Term then_value = t_.extract(node.operands[1], low, width);
        return t_.select(node.operands[0], then_value, t_.extract(node.operands[2], low, width));
    }

    Result extend(Term a, ir::Width width, bool is_signed) {
        if (is(a, Operation::zero_extend)) return t_.extend(operand(a, 0), width, false);
        if (is_signed && is(a, Operation::sign_extend)) return t_.extend(operand(a, 0), width, true);
        return std::nullopt;
    }

    Terms& t_;
};

bool is_commutative(Operation operation) {
    return operation == Operation::add || operation == Operation::multiply || operation == Operation::bit_and ||
           operation == Operation::bit_or || operation == Operation::bit_xor || operation == Operation::equal;
}

}  // namespace

TermNode normalised(const Terms& terms, TermNode node) {
    if (!is_commutative(node.operation)) return node;
    const bool left_constant = terms.is_constant(node.operands[0]);
    const bool right_constant = terms.is_constant(node.operands[1]);
    const bool in_order = left_constant == right_constant ? node.operands[0] <= node.operands[1] : right_constant;
    if (!in_order) std::swap(node.operands[0], node.operands[1]);
    return node;
}

std::optional<Term> rewrite(Terms& terms, const TermNode& node) { return Rewriter(terms).rewrite(node); }

}  // namespace entryproof::checker
