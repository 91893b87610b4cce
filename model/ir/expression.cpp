// SPDX-License-Identifier: MIT
// The two facts about expressions that every pass needs.
#include "model/ir/expression.h"

namespace entryproof::ir {

bool is_comparison(BinaryOperator op) {
    switch (op) {
        case BinaryOperator::equal:
        case BinaryOperator::unsigned_less:
        case BinaryOperator::unsigned_less_equal:
        case BinaryOperator::signed_less:
        case BinaryOperator::signed_less_equal:
            return true;
        case BinaryOperator::add:
        case BinaryOperator::subtract:
        case BinaryOperator::multiply:
        case BinaryOperator::unsigned_divide:
        case BinaryOperator::unsigned_remainder:
        case BinaryOperator::bit_and:
        case BinaryOperator::bit_or:
        case BinaryOperator::bit_xor:
        case BinaryOperator::shift_left:
        case BinaryOperator::logical_shift_right:
        case BinaryOperator::arithmetic_shift_right:
            return false;
    }
    return false;
}

std::uint64_t mask_of(Width width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

}  // namespace entryproof::ir
