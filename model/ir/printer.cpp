// SPDX-License-Identifier: MIT
// IR as text. Operators carry their signedness (<u, <s, >>u, >>s); a constant carries its width (5:32); bits 0 to 31 of
// x are x[31:0]. Every binary operation is in parentheses, so that precedence is never in question.
#include "model/ir/printer.h"

#include <algorithm>

namespace entryproof::ir {

namespace {

std::string hexadecimal(std::uint64_t value) {
    std::string digits;
    do digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
    while ((value >>= 4) != 0);
    return "0x" + digits;
}

std::string number(std::uint64_t value) { return value < 10 ? std::to_string(value) : hexadecimal(value); }

const char* sign(BinaryOperator op) {
    switch (op) {
        case BinaryOperator::add:
            return "+";
        case BinaryOperator::subtract:
            return "-";
        case BinaryOperator::multiply:
            return "*";
        case BinaryOperator::unsigned_divide:
            return "/u";
        case BinaryOperator::unsigned_remainder:
            return "%u";
        case BinaryOperator::bit_and:
            return "&";
        case BinaryOperator::bit_or:
            return "|";
        case BinaryOperator::bit_xor:
            return "^";
        case BinaryOperator::shift_left:
            return "<<";
        case BinaryOperator::logical_shift_right:
            return ">>u";
        case BinaryOperator::arithmetic_shift_right:
            return ">>s";
        case BinaryOperator::equal:
            return "==";
        case BinaryOperator::unsigned_less:
            return "<u";
        case BinaryOperator::unsigned_less_equal:
            return "<=u";
        case BinaryOperator::signed_less:
            return "<s";
        case BinaryOperator::signed_less_equal:
            return "<=s";
    }
    return "?";
}

const char* sign(UnaryOperator op, Width width) {
    switch (op) {
        case UnaryOperator::bit_not:
            return width == 1 ? "!" : "~";
        case UnaryOperator::negate:
            return "-";
    }
    return "?";
}

struct ExpressionPrinter {
    Width width;

    std::string operator()(const Constant& node) const { return number(node.value) + ":" + std::to_string(width); }
    std::string operator()(const Read& node) const { return node.place; }
    std::string operator()(const Unary& node) const { return sign(node.op, width) + to_string(*node.operand); }
    std::string operator()(const Binary& node) const {
        return "(" + to_string(*node.left) + " " + sign(node.op) + " " + to_string(*node.right) + ")";
    }
    std::string operator()(const Select& node) const {
        return "(" + to_string(*node.condition) + " ? " + to_string(*node.then_value) + " : " +
               to_string(*node.else_value) + ")";
    }
    std::string operator()(const Extract& node) const {
        return to_string(*node.operand) + "[" + std::to_string(node.low + width - 1) + ":" + std::to_string(node.low) +
               "]";
    }
    std::string operator()(const Extend& node) const {
        return (node.is_signed ? "sign_extend" : "zero_extend") + std::to_string(width) + "(" +
               to_string(*node.operand) + ")";
    }
};

template <typename Items, typename Print>
std::string joined(const Items& items, Print&& print) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : ", ") + print(item);
    return text;
}

// Collects lines; the source goes to a column of its own where the line is short enough.
class BodyPrinter {
public:
    std::string print(const Body& body, unsigned depth) {
        for (const Statement& statement : body)
            std::visit([&](const auto& node) { statement_(node, depth, statement.source); }, statement.node);
        return std::move(text_);
    }

private:
    void line(unsigned depth, const std::string& words, const Source& source) {
        std::string text = std::string(4 * depth, ' ') + words;
        text.resize(std::max<std::size_t>(text.size() + 2, 64), ' ');
        text_ += text + "# " + to_string(source) + "\n";
    }

    void closing(unsigned depth, const std::string& words) { text_ += std::string(4 * depth, ' ') + words + "\n"; }

    void nested(const Body& body, unsigned depth) { text_ += BodyPrinter().print(body, depth); }

    void statement_(const Assign& node, unsigned depth, const Source& source) {
        line(depth, node.place + " := " + to_string(*node.value), source);
    }
    void statement_(const If& node, unsigned depth, const Source& source) {
        line(depth, "if " + to_string(*node.condition) + " {", source);
        nested(node.then_body, depth + 1);
        if (!node.else_body.empty()) {
            closing(depth, "} else {");
            nested(node.else_body, depth + 1);
        }
        closing(depth, "}");
    }
    void statement_(const Block& node, unsigned depth, const Source& source) {
        line(depth, "block " + node.label + " {", source);
        nested(node.body, depth + 1);
        closing(depth, "}");
    }
    void statement_(const Leave& node, unsigned depth, const Source& source) {
        line(depth, "leave " + node.label, source);
    }
    void statement_(const Call& node, unsigned depth, const Source& source) {
        const std::string arguments = joined(node.arguments, [](const Argument& argument) {
            return argument.value != nullptr ? to_string(*argument.value) : "&" + argument.reference;
        });
        const std::string target = node.result.empty() ? "" : node.result + " := ";
        line(depth, target + "call " + node.function + "(" + arguments + ")", source);
    }
    void statement_(const Return& node, unsigned depth, const Source& source) {
        line(depth, node.value == nullptr ? "return" : "return " + to_string(*node.value), source);
    }
    void statement_(const Halt&, unsigned depth, const Source& source) { line(depth, "halt", source); }
    void statement_(const Hook& node, unsigned depth, const Source& source) {
        const std::string fields = joined(node.fields, [](const Field& field) {
            return std::string(field.shown ? "" : "hidden ") + field.name + " = " + to_string(*field.value);
        });
        const std::string answers =
            joined(node.answers, [](const Answer& answer) { return answer.place + " := " + answer.name; });
        const std::string observer = node.observer.empty() ? "nobody" : node.observer;
        const std::string sharing = node.sharing == Sharing::history ? "history" : "function";
        line(depth,
             "hook " + node.name + " shows " + observer + " '" + node.kind + "' (" + fields + ") answers by " +
                 sharing + " (" + answers + ")",
             source);
    }

    std::string text_;
};

std::string flags_to_string(const Program& program) {
    std::string text;
    for (const FlagBit& bit : program.flag_bits)
        text += "bit " + bit.name + " = " + bit.word + " bit " + std::to_string(bit.bit) + "  # " +
                to_string(bit.source) + "\n";
    for (const FlagMask& mask : program.flag_masks)
        text += "mask " + mask.name + " = " + mask.word + " " + number(mask.value) + " holds (" +
                joined(mask.members, [](const std::string& member) { return member; }) + ")  # " +
                to_string(mask.source) + "\n";
    return text;
}

}  // namespace

std::string to_string(const Expression& expression) {
    return std::visit(ExpressionPrinter{expression.width}, expression.node);
}

std::string to_string(const Function& function) {
    const std::string parameters = joined(function.parameters, [](const Parameter& parameter) {
        return std::string(parameter.by_reference ? "&" : "") + parameter.name + ":" + std::to_string(parameter.width);
    });
    const std::string result = function.result == 0 ? "" : " -> " + std::to_string(function.result);
    std::string text =
        "function " + function.name + "(" + parameters + ")" + result + "  # " + to_string(function.source) + "\n";
    for (const Local& local : function.locals)
        text += "    local " + local.name + ":" + std::to_string(local.width) + "\n";
    return text + BodyPrinter().print(function.body, 1);
}

std::string to_string(const Program& program) {
    std::string text = "program " + program.name + "\nentry " + program.entry + "\n\n";
    for (const auto& [name, cell] : program.cells)
        text += "cell " + name + ":" + std::to_string(cell.width) + (cell.meaning.empty() ? "" : "  # ") +
                cell.meaning + "\n";
    text += flags_to_string(program);
    for (const auto& [name, function] : program.functions) text += "\n" + to_string(function);
    return text;
}

}  // namespace entryproof::ir
