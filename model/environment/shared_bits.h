// SPDX-License-Identifier: MIT
// Which bits of which cells others can change, and which reads can tell.
//
// Found in the steps themselves, never by name: what an act writes is read off its function, so another architecture's
// or a lifted tree's flag words need no table. Where a write is not understood all bits count as changed.
#pragma once

#include "model/ir/program.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace entryproof::environment {

using SharedBits = std::map<std::string, std::uint64_t>;  // cell -> bits that can change

// Bits that `functions`, or what they call, can change.
SharedBits bits_changed_by(const ir::Program& program, const std::set<std::string>& functions);

// The reads in `expression` whose value can depend on a shared bit, in the order of evaluation; a shared node counts
// once. has_bit(flags, n) of a bit that nobody else changes is none.
std::vector<const ir::Expression*> racing_reads(const ir::ExpressionRef& expression, const SharedBits& shared);

// A value without any read; `is_constant` false otherwise, or where the operation is none that flag macros use.
struct ConstantValue {
    bool is_constant = false;
    std::uint64_t value = 0;
};
ConstantValue constant_value(const ir::Expression& expression);

}  // namespace entryproof::environment
