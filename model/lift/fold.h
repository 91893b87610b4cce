// SPDX-License-Identifier: MIT
// IR expressions with constants folded as they are built, so that flag masks come out as numbers and dead branches are
// seen. Only rules that hold for every value; the tests compare each with the interpreter.
#pragma once

#include "model/ir/builder.h"

#include <optional>

namespace entryproof::lift {

ir::ExpressionRef folded(ir::UnaryOperator op, ir::ExpressionRef operand);
ir::ExpressionRef folded(ir::BinaryOperator op, ir::ExpressionRef left, ir::ExpressionRef right);
ir::ExpressionRef folded_select(ir::ExpressionRef condition, ir::ExpressionRef then_value,
                                ir::ExpressionRef else_value);
// Cut or widened to `width`; `is_signed` says how to widen.
ir::ExpressionRef resized(ir::ExpressionRef operand, ir::Width width, bool is_signed);
ir::ExpressionRef folded_nonzero(ir::ExpressionRef operand);
ir::ExpressionRef folded_not(ir::ExpressionRef condition);

std::optional<std::uint64_t> constant_value(const ir::ExpressionRef& expression);

}  // namespace entryproof::lift
