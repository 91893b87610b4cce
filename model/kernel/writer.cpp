// SPDX-License-Identifier: MIT
#include "model/kernel/writer.h"

#include "model/kernel/arch.h"
#include "model/kernel/cells.h"

#include <map>
#include <stdexcept>

namespace entryproof::kernel {

namespace {

const std::map<std::string, ir::Width>& widths() {
    static const std::map<std::string, ir::Width> table = [] {
        std::map<std::string, ir::Width> result;
        for (const std::string& name : arch_names()) {
            for (const FieldCell& field : arch(name).fields) result.emplace(field.cell, field.width);
            if (!arch(name).compat.function.empty()) result.emplace(arch(name).compat.table_size, 32);
        }
        for (const ir::Cell& option : option_cells()) result.emplace(option.name, option.width);
        return result;
    }();
    return table;
}

}  // namespace

void declare_cell(ir::Program& program, const std::string& name, ir::Width width, const std::string& meaning) {
    const auto [position, added] = program.cells.emplace(name, ir::Cell{name, width, meaning});
    if (!added && position->second.width != width) throw std::invalid_argument("two widths for cell " + name);
}

void declare_kernel_cells(ir::Program& program) {
    for (const FieldCell& field : arch_of(program).fields)
        declare_cell(program, field.cell, field.width, field.meaning);
    for (const ir::Cell& option : option_cells()) declare_cell(program, option.name, option.width, option.meaning);
    const CompatEntry& compat = arch_of(program).compat;
    if (program.functions.count(compat.function))
        declare_cell(program, compat.table_size, 32, "entries of the syscall table of 32-bit tasks");
}

ir::ExpressionRef cell(const std::string& name) {
    const auto found = widths().find(name);
    if (found == widths().end()) throw std::invalid_argument("no kernel cell is called " + name);
    return ir::read(name, found->second);
}

ir::Source at(std::string file, std::string function, std::string version) {
    ir::Source source;
    source.file = std::move(file);
    source.function = std::move(function);
    source.version = std::move(version);
    return source;
}

ir::ExpressionRef int_constant(std::int32_t value) { return ir::constant(32, static_cast<std::uint32_t>(value)); }

ir::ExpressionRef long_constant(std::int64_t value) { return ir::constant(64, static_cast<std::uint64_t>(value)); }

ir::ExpressionRef has_bit(ir::ExpressionRef word, unsigned bit) { return ir::extract(std::move(word), bit, 1); }

ir::ExpressionRef has_any(ir::ExpressionRef word, std::uint64_t mask) {
    const ir::Width width = word->width;
    return ir::is_nonzero(ir::binary(ir::BinaryOperator::bit_and, std::move(word), ir::constant(width, mask)));
}

}  // namespace entryproof::kernel
