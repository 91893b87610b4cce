// SPDX-License-Identifier: MIT
// On which other architectures than arm64 a program speaks for its right side, generic entry: x86-64 and riscv64, which
// have been on it for long.
//
// The predictions are those of arm64. What x86-64 and riscv64 have otherwise is either not compared (the marker in x7,
// the number at a signal: runtime/*.c) or a reason here. tests/kernel/riscv_reproducer_test.cpp holds this against the
// lifted path of riscv, tests/lab/reproducer_test.cpp against a booted kernel.
#pragma once

#include "checker/reproducer/predict.h"

#include <string>

namespace entryproof::checker::reproducer {

// Why the same cannot be shown there, to go on behind "not for x86-64: "; empty: it can.
std::string why_not_on_x86(const Prediction& prediction);
std::string why_not_on_riscv(const Prediction& prediction);

}  // namespace entryproof::checker::reproducer
