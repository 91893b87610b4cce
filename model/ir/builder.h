// SPDX-License-Identifier: MIT
// Writing IR in C++ so that it reads like the kernel function it stands for.
//
// The expression functions check widths at once (std::invalid_argument with both widths); they fold nothing, so what is
// printed is what was written.
#pragma once

#include "model/ir/program.h"

namespace entryproof::ir {

ExpressionRef constant(Width width, std::uint64_t value);
ExpressionRef read(std::string place, Width width);
ExpressionRef unary(UnaryOperator op, ExpressionRef operand);
ExpressionRef binary(BinaryOperator op, ExpressionRef left, ExpressionRef right);
ExpressionRef select(ExpressionRef condition, ExpressionRef then_value, ExpressionRef else_value);
ExpressionRef extract(ExpressionRef operand, Width low, Width width);
ExpressionRef zero_extend(ExpressionRef operand, Width width);  // the operand itself when it has that width
ExpressionRef sign_extend(ExpressionRef operand, Width width);

ExpressionRef equal(ExpressionRef left, ExpressionRef right);
ExpressionRef differs(ExpressionRef left, ExpressionRef right);
ExpressionRef both(ExpressionRef left, ExpressionRef right);    // 1-bit and
ExpressionRef either(ExpressionRef left, ExpressionRef right);  // 1-bit or
ExpressionRef negation(ExpressionRef condition);                // 1-bit not
ExpressionRef is_nonzero(ExpressionRef value);                  // value != 0, 1 bit
ExpressionRef truth(bool value);                                // 1-bit constant

Argument by_value(ExpressionRef value);
Argument by_reference(std::string place);

// Collects the statements of one function body, all with one Source. Use:
//   BodyBuilder body(source);
//   body.assign("regs.orig_x0", x0);
//   body.if_(mte_fault, [&](BodyBuilder& then) { then.return_(); });
class BodyBuilder {
public:
    explicit BodyBuilder(Source source) : source_(std::move(source)) {}

    void assign(std::string place, ExpressionRef value);
    void call(std::string function, std::vector<Argument> arguments = {}, std::string result = "");
    void return_(ExpressionRef value = nullptr);
    void halt();
    void hook(Hook hook);
    void leave(std::string label);

    template <typename Then>
    void if_(ExpressionRef condition, Then&& fill_then) {
        if_(std::move(condition), std::forward<Then>(fill_then), [](BodyBuilder&) {});
    }
    template <typename Then, typename Else>
    void if_(ExpressionRef condition, Then&& fill_then, Else&& fill_else) {
        BodyBuilder then_builder(source_);
        BodyBuilder else_builder(source_);
        fill_then(then_builder);
        fill_else(else_builder);
        add(If{std::move(condition), then_builder.take(), else_builder.take()});
    }
    template <typename Fill>
    void block(std::string label, Fill&& fill) {
        BodyBuilder inner(source_);
        fill(inner);
        add(Block{std::move(label), inner.take()});
    }

    Body take() { return std::move(body_); }

private:
    void add(decltype(Statement::node) node);

    Source source_;
    Body body_;
};

}  // namespace entryproof::ir
