// SPDX-License-Identifier: MIT
// The register file as tracers and bodies move it: as a whole, with one opaque value for what nobody addresses.
#include "model/environment/parts.h"
#include "model/kernel/cells.h"
#include "model/kernel/numbers.h"

namespace entryproof::environment {

using namespace ir;
using namespace kernel;

namespace {

void collect(const ExpressionRef& expression, AddressedRegisters& found);
void collect(const Body& body, AddressedRegisters& found);

void note(const std::string& place, AddressedRegisters& found) {
    const std::string prefix = "regs.regs[";
    if (place.rfind(prefix, 0) == 0) found.insert(static_cast<unsigned>(std::stoul(place.substr(prefix.size()))));
}

struct ExpressionVisitor {
    AddressedRegisters& found;
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
    AddressedRegisters& found;
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

void collect(const ExpressionRef& expression, AddressedRegisters& found) {
    std::visit(ExpressionVisitor{found}, expression->node);
}

void collect(const Body& body, AddressedRegisters& found) {
    for (const Statement& statement : body) std::visit(StatementVisitor{found}, statement.node);
}

}  // namespace

AddressedRegisters addressed_registers(const Program& path) {
    AddressedRegisters found;
    for (const auto& [name, function] : path.functions) collect(function.body, found);
    for (unsigned number = 0; number <= 5; ++number) found.insert(number);  // arguments, seen by filter, audit, probes
    found.insert(8);                                                        // restart_syscall goes there
    return found;
}

std::vector<Field> Registers::fields(bool shown) const {
    std::vector<Field> result;
    for (const unsigned number : addressed_)
        result.push_back({"x" + std::to_string(number), cell(register_cell(number)), shown});
    result.push_back({"rest", fact("regs.rest"), shown});
    result.push_back({"pc", cell("regs.pc"), shown});
    result.push_back({"pstate", cell("regs.pstate"), shown});
    return result;
}

std::vector<Answer> Registers::answers(FunctionWriter& f, const std::string& prefix) const {
    std::vector<Answer> result;
    for (const unsigned number : addressed_) result.push_back(f.answer(prefix + "x" + std::to_string(number), 64));
    for (const std::string name : {"rest", "pc", "pstate"}) result.push_back(f.answer(prefix + name, 64));
    return result;
}

void Registers::assign(BodyBuilder& body, const std::string& prefix) const {
    for (const unsigned number : addressed_)
        body.assign(register_cell(number), read(prefix + "x" + std::to_string(number), 64));
    body.assign("regs.rest", read(prefix + "rest", 64));
    body.assign("regs.pc", read(prefix + "pc", 64));
    body.assign("regs.pstate",
                binary(BinaryOperator::bit_and, read(prefix + "pstate", 64), constant(64, user_pstate_mask)));
}

}  // namespace entryproof::environment
