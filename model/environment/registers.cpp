// SPDX-License-Identifier: MIT
// The register file as tracers and bodies move it: as a whole, with one opaque value for what nobody addresses.
#include "model/environment/parts.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

// The registers of an architecture by their cells, and those that were met.
struct Found {
    std::map<std::string, unsigned> known;
    AddressedRegisters met;
};

void collect(const ExpressionRef& expression, Found& found);
void collect(const Body& body, Found& found);

void note(const std::string& place, Found& found) {
    const auto known = found.known.find(place);
    if (known != found.known.end()) found.met.insert(known->second);
}

struct ExpressionVisitor {
    Found& found;
    void operator()(const Constant&) {}
    void operator()(const Read& node) { note(node.place, found); }
    void operator()(const Unary& node) { collect(node.operand, found); }
    void operator()(const Binary& node) {
        collect(node.left, found);
        collect(node.right, found);
    }
    void operator()(const Select& node) {
        collect(node.condition, found);
        collect(node.then_value, found);
        collect(node.else_value, found);
    }
    void operator()(const Extract& node) { collect(node.operand, found); }
    void operator()(const Extend& node) { collect(node.operand, found); }
};

struct StatementVisitor {
    Found& found;
    void operator()(const Assign& node) {
        note(node.place, found);
        collect(node.value, found);
    }
    void operator()(const If& node) {
        collect(node.condition, found);
        collect(node.then_body, found);
        collect(node.else_body, found);
    }
    void operator()(const Block& node) { collect(node.body, found); }
    void operator()(const Leave&) {}
    void operator()(const Call& node) {
        note(node.result, found);
        for (const Argument& argument : node.arguments) {
            note(argument.reference, found);
            if (argument.value) collect(argument.value, found);
        }
    }
    void operator()(const Return& node) {
        if (node.value) collect(node.value, found);
    }
    void operator()(const Halt&) {}
    void operator()(const Hook& node) {
        for (const Field& field : node.fields) collect(field.value, found);
        for (const Answer& answer : node.answers) note(answer.place, found);
    }
};

void collect(const ExpressionRef& expression, Found& found) { std::visit(ExpressionVisitor{found}, expression->node); }

void collect(const Body& body, Found& found) {
    for (const Statement& statement : body) std::visit(StatementVisitor{found}, statement.node);
}

}  // namespace

AddressedRegisters addressed_registers(const Program& path) {
    const Arch& arch = arch_of(path);
    Found found;
    for (unsigned index = 0; index < arch.registers.size(); ++index) found.known[arch.registers[index].cell] = index;
    for (const auto& [name, function] : path.functions) collect(function.body, found);
    found.met.insert(arch.addressed.begin(), arch.addressed.end());
    return found.met;
}

ExpressionRef number(const Arch& arch) {
    const ExpressionRef held = cell(arch.number);
    return held->width == 32 ? held : extract(held, 0, 32);
}

ExpressionRef argument(const Arch& arch, unsigned index) { return cell(arch.arguments.at(index)); }

ExpressionRef user_pc(const Arch& arch) { return cell(arch.pc); }

std::string bare_name(const std::string& cell_name) { return cell_name.substr(cell_name.find('.') + 1); }

std::vector<std::string> Registers::others() const {
    std::vector<std::string> cells = {"regs.rest", arch_.pc};
    if (!arch_.status.empty()) cells.push_back(arch_.status);
    return cells;
}

ExpressionRef number_got(kernel::FunctionWriter& f, const kernel::Arch& arch) {
    const ir::Width width = arch.function("syscall_get_nr").result;
    const ExpressionRef nr = f.local("nr", 32);
    if (width == 32) {
        f.call("syscall_get_nr", {}, "nr");
        return nr;
    }
    const ExpressionRef got = f.local("got", width);
    f.call("syscall_get_nr", {}, "got");
    f.assign("nr", extract(got, 0, 32));
    return nr;
}

std::vector<Field> Registers::fields(bool shown) const {
    std::vector<Field> result;
    for (const unsigned index : addressed_)
        result.push_back({arch_.registers[index].name, cell(arch_.registers[index].cell), shown});
    for (const std::string& name : others()) result.push_back({bare_name(name), read(name, 64), shown});
    return result;
}

std::vector<Answer> Registers::answers(FunctionWriter& f, const std::string& prefix) const {
    std::vector<Answer> result;
    for (const unsigned index : addressed_) result.push_back(f.answer(prefix + arch_.registers[index].name, 64));
    for (const std::string& name : others()) result.push_back(f.answer(prefix + bare_name(name), 64));
    return result;
}

void Registers::assign(BodyBuilder& body, const std::string& prefix) const {
    for (const unsigned index : addressed_)
        body.assign(arch_.registers[index].cell, read(prefix + arch_.registers[index].name, 64));
    for (const std::string& name : others()) {
        const ExpressionRef value = read(prefix + bare_name(name), 64);
        body.assign(name, name == arch_.status ? status(value) : value);
    }
    narrow(body);
}

ExpressionRef Registers::status(ExpressionRef value) const {
    const ExpressionRef native = binary(BinaryOperator::bit_and, value, constant(64, arch_.status_mask));
    if (tasks_ == Tasks::native) return native;
    const ExpressionRef compat =
        binary(BinaryOperator::bit_or, constant(64, arch_.mode.compat),
               binary(BinaryOperator::bit_and, std::move(value), constant(64, arch_.compat.status_mask)));
    return select(fact("task.compat"), compat, native);
}

void Registers::narrow(BodyBuilder& body) const {
    if (tasks_ == Tasks::native) return;
    body.if_(fact("task.compat"), [&](BodyBuilder& compat) {
        const auto cut = [&](const std::string& name) {
            compat.assign(name, zero_extend(extract(read(name, 64), 0, 32), 64));
        };
        for (const unsigned index : addressed_)
            if (index < arch_.compat.registers) cut(arch_.registers[index].cell);
        cut(arch_.pc);
    });
}

}  // namespace entryproof::environment
