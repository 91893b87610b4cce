// SPDX-License-Identifier: MIT
// Masks at both ends of the range, and which operations give one bit.
#include "model/ir/expression.h"

#include <doctest/doctest.h>

using namespace entryproof::ir;

TEST_CASE("a mask has as many bits as its width, up to all 64") {
    CHECK(mask_of(1) == 1);
    CHECK(mask_of(32) == 0xffffffffu);
    CHECK(mask_of(63) == ~std::uint64_t{0} >> 1);
    CHECK(mask_of(64) == ~std::uint64_t{0});
}

TEST_CASE("equality and the four orders are comparisons") {
    for (const BinaryOperator op :
         {BinaryOperator::equal, BinaryOperator::unsigned_less, BinaryOperator::unsigned_less_equal,
          BinaryOperator::signed_less, BinaryOperator::signed_less_equal})
        CHECK(is_comparison(op));
}

TEST_CASE("arithmetic, logic and shifts are no comparisons") {
    for (const BinaryOperator op : {BinaryOperator::add, BinaryOperator::subtract, BinaryOperator::bit_and,
                                    BinaryOperator::unsigned_remainder, BinaryOperator::arithmetic_shift_right})
        CHECK_FALSE(is_comparison(op));
}
