// SPDX-License-Identifier: MIT
#include "model/lift/c_type.h"

#include <algorithm>

namespace entryproof::lift {

Type integer(ir::Width width, bool is_signed) { return {Type::Kind::integer, width, is_signed, ""}; }
Type boolean() { return integer(1, false); }
Type task_pointer(std::string structure) { return {Type::Kind::task_pointer, 64, false, std::move(structure)}; }
Type syscall_table() { return {Type::Kind::syscall_table, 1, false, ""}; }

Value int_value(std::int64_t value) {
    return {integer(32, true), ir::constant(32, static_cast<std::uint64_t>(value) & ir::mask_of(32)), ""};
}

Value truth_value(ir::ExpressionRef condition) {
    return {integer(32, true), resized(std::move(condition), 32, false), ""};
}

ir::ExpressionRef converted(const Value& value, const Type& type) {
    if (type.is_bool()) return folded_nonzero(value.expression);
    return resized(value.expression, type.width, value.type.is_signed);
}

// C11 6.3.1.1: every integer narrower than int fits into int.
Type promoted(const Type& type) { return type.width < 32 ? integer(32, true) : type; }

// C11 6.3.1.8. long and long long have the same width here, so at equal width unsigned wins.
Type common_type(const Type& left, const Type& right) {
    const Type a = promoted(left), b = promoted(right);
    const ir::Width width = std::max(a.width, b.width);
    const bool is_unsigned = (a.width == width && !a.is_signed) || (b.width == width && !b.is_signed);
    return integer(width, !is_unsigned);
}

}  // namespace entryproof::lift
