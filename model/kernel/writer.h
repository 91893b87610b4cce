// SPDX-License-Identifier: MIT
// Writes one IR function the way its C twin reads: parameters, locals, then the body.
//
//   FunctionWriter f("syscall_get_nr", {"arch/arm64/include/asm/syscall.h", "syscall_get_nr", "7.3"}, {}, 32);
//   f.return_(cell("regs.syscallno"));
//   program.functions.emplace(f.name(), f.take());
#pragma once

#include "model/ir/builder.h"
#include "model/ir/program.h"

#include <string>
#include <utility>
#include <vector>

namespace entryproof::kernel {

class FunctionWriter : public ir::BodyBuilder {
public:
    FunctionWriter(std::string name, ir::Source source, std::vector<ir::Parameter> parameters = {},
                   ir::Width result = 0)
        : ir::BodyBuilder(source) {
        function_.name = std::move(name);
        function_.parameters = std::move(parameters);
        function_.result = result;
        function_.source = std::move(source);
    }

    // Declares a local and gives the expression that reads it.
    ir::ExpressionRef local(const std::string& name, ir::Width width) {
        function_.locals.push_back({name, width});
        return ir::read(name, width);
    }

    const std::string& name() const { return function_.name; }

    // Declares a local that takes a hook's answer of the same name.
    ir::Answer answer(const std::string& name, ir::Width width) {
        local(name, width);
        return {name, name};
    }

    void add_to(ir::Program& program) {
        function_.body = take();
        program.functions.emplace(function_.name, std::move(function_));
    }

private:
    ir::Function function_;
};

// Cells that every path and the environment declare; adding one twice with the same width is fine, with another width
// it is std::invalid_argument.
void declare_cell(ir::Program& program, const std::string& name, ir::Width width, const std::string& meaning);

// Declares every field cell of the program's architecture (arch.h) and every option cell.
void declare_kernel_cells(ir::Program& program);

// Reads a field or option cell with the width of the tables; std::invalid_argument when there is none of that name.
ir::ExpressionRef cell(const std::string& name);

// The start of a Source for a function of the 7.3 tree.
ir::Source at(std::string file, std::string function, std::string version = "7.3");

ir::ExpressionRef int_constant(std::int32_t value);                     // C int
ir::ExpressionRef long_constant(std::int64_t value);                    // C long
ir::ExpressionRef has_bit(ir::ExpressionRef word, unsigned bit);        // 1 bit
ir::ExpressionRef has_any(ir::ExpressionRef word, std::uint64_t mask);  // (word & mask) != 0

}  // namespace entryproof::kernel
