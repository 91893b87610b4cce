// SPDX-License-Identifier: MIT
#include "checker/reproducer/numbers.h"

#include <doctest/doctest.h>

#include <stdexcept>

using entryproof::checker::reproducer::Numbers;

TEST_CASE("a number of a table becomes a harmless one, always the same, and different ones stay different") {
    Numbers numbers(3);
    CHECK(numbers.real(0) == 172);
    CHECK(numbers.real(2) == 178);
    CHECK(numbers.real(0) == 172);
}

TEST_CASE("negative numbers and those beyond the table stay outside of it") {
    Numbers numbers(3);
    CHECK(numbers.real(-1) == -1);
    CHECK(numbers.real(-10) == -10);
    CHECK(numbers.real(3) == 4000);
}

TEST_CASE("a number can be chosen, and more than there are is an error") {
    Numbers numbers(100);
    numbers.choose(5, 220);
    CHECK(numbers.real(5) == 220);
    for (int number = 10; number < 17; ++number) numbers.real(number);
    CHECK_THROWS_AS(numbers.real(17), std::out_of_range);
}
