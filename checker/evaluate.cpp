// SPDX-License-Identifier: MIT
// Arithmetic on masked words; written apart from the interpreter's on purpose, each tests the other.
#include "checker/evaluate.h"

#include "checker/error.h"

namespace entryproof::checker {

namespace {

std::int64_t as_signed(std::uint64_t value, ir::Width width) {
    const unsigned unused = 64 - width;
    return static_cast<std::int64_t>(value << unused) >> unused;
}

std::uint64_t shifted_arithmetically(std::uint64_t value, std::uint64_t amount, ir::Width width) {
    return static_cast<std::uint64_t>(as_signed(value, width) >> (amount < 63 ? amount : 63));
}

// A switch whose every arm is one expression.
std::uint64_t raw(const TermNode& node, const std::array<std::uint64_t, 3>& v, ir::Width width) {
    switch (node.operation) {
        case Operation::constant:
        case Operation::variable:
            throw InternalError("a leaf is not an operation");
        case Operation::bit_not:
            return ~v[0];
        case Operation::negate:
            return 0 - v[0];
        case Operation::add:
            return v[0] + v[1];
        case Operation::subtract:
            return v[0] - v[1];
        case Operation::multiply:
            return v[0] * v[1];
        case Operation::unsigned_divide:
            return v[1] == 0 ? ~std::uint64_t{0} : v[0] / v[1];
        case Operation::unsigned_remainder:
            return v[1] == 0 ? v[0] : v[0] % v[1];
        case Operation::bit_and:
            return v[0] & v[1];
        case Operation::bit_or:
            return v[0] | v[1];
        case Operation::bit_xor:
            return v[0] ^ v[1];
        case Operation::shift_left:
            return v[1] >= width ? 0 : v[0] << v[1];
        case Operation::logical_shift_right:
            return v[1] >= width ? 0 : v[0] >> v[1];
        case Operation::arithmetic_shift_right:
            return shifted_arithmetically(v[0], v[1], width);
        case Operation::equal:
            return v[0] == v[1];
        case Operation::unsigned_less:
            return v[0] < v[1];
        case Operation::unsigned_less_equal:
            return v[0] <= v[1];
        case Operation::signed_less:
            return as_signed(v[0], width) < as_signed(v[1], width);
        case Operation::signed_less_equal:
            return as_signed(v[0], width) <= as_signed(v[1], width);
        case Operation::select:
            return v[0] != 0 ? v[1] : v[2];
        case Operation::extract:
            return v[0] >> node.low;
        case Operation::zero_extend:
            return v[0];
        case Operation::sign_extend:
            return static_cast<std::uint64_t>(as_signed(v[0], width));
    }
    throw InternalError("an operation is one of those of a term");
}

}  // namespace

std::uint64_t apply(const TermNode& node, const std::array<std::uint64_t, 3>& values, ir::Width operand_width) {
    return raw(node, values, operand_width) & ir::mask_of(node.width);
}

std::uint64_t Evaluator::value(Term term) {
    while (values_.size() <= term.index) {
        const Term next{static_cast<std::uint32_t>(values_.size())};
        const TermNode& node = terms_.node(next);
        if (node.operation == Operation::constant) {
            values_.push_back(node.value);
        } else if (node.operation == Operation::variable) {
            const auto given = assignment_.find(next);
            values_.push_back(given == assignment_.end() ? 0 : given->second & ir::mask_of(node.width));
        } else {
            std::array<std::uint64_t, 3> operands{};
            for (unsigned i = 0; i < node.operand_count; ++i) operands[i] = values_[node.operands[i].index];
            values_.push_back(apply(node, operands, terms_.width(node.operands[node.operand_count - 1])));
        }
    }
    return values_[term.index];
}

}  // namespace entryproof::checker
