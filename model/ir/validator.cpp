// SPDX-License-Identifier: MIT
// One pass over each function. A flaw never stops the pass: everything wrong is listed, so that a lifter or a person
// mends it in one go. Nothing is executed and no invalid name is followed.
#include "model/ir/validator.h"

#include "model/ir/call_graph.h"

#include <set>
#include <unordered_set>

namespace entryproof::ir {

namespace {

std::string quoted(const std::string& name) { return "'" + name + "'"; }
std::string bits(Width width) { return std::to_string(width) + (width == 1 ? " bit" : " bits"); }
bool is_width(Width width) { return width >= 1 && width <= 64; }

// Whether the end of a body can be reached, and which labels it leaves to.
class Ends {
public:
    bool falls_through(const Body& body) {
        for (const Statement& statement : body)
            if (!std::visit([&](const auto& node) { return goes_on(node); }, statement.node)) return false;
        return true;
    }

private:
    bool goes_on(const Assign&) { return true; }
    bool goes_on(const Call&) { return true; }
    bool goes_on(const Hook&) { return true; }
    bool goes_on(const Return&) { return false; }
    bool goes_on(const Halt&) { return false; }
    bool goes_on(const If& node) {
        const bool after_then = falls_through(node.then_body);
        const bool after_else = falls_through(node.else_body);
        return after_then || after_else;
    }
    bool goes_on(const Block& node) {
        const bool after_body = falls_through(node.body);
        return left_.count(node.label) != 0 || after_body;
    }
    bool goes_on(const Leave& node) {
        left_.insert(node.label);
        return false;
    }

    std::set<std::string> left_;
};

// Where each hook was met first, over the whole program.
using HookPlaces = std::map<std::string, std::string>;

class FunctionValidator {
public:
    FunctionValidator(const Program& program, const CallGraph& calls, const Function& function, HookPlaces& hooks,
                      std::vector<Flaw>& flaws)
        : program_(program), calls_(calls), function_(function), hooks_(hooks), flaws_(flaws) {}

    void validate() {
        source_ = &function_.source;
        if (function_.result > 64) flaw("the result has " + bits(function_.result));
        for (const Parameter& parameter : function_.parameters) declare("parameter", parameter.name, parameter.width);
        for (const Local& local : function_.locals) declare("local", local.name, local.width);
        in(function_.body);
        source_ = &function_.source;
        if (function_.result != 0 && Ends().falls_through(function_.body))
            flaw("returns " + bits(function_.result) + " but can reach its end without Return");
    }

private:
    void flaw(const std::string& message) { flaws_.push_back({function_.name, *source_, message}); }

    void declare(const std::string& what, const std::string& name, Width width) {
        if (name.empty()) flaw("a " + what + " has no name");
        if (!is_width(width)) flaw(what + " " + quoted(name) + " has " + bits(width) + ", not 1 to 64");
        if (program_.cells.count(name) != 0) flaw(what + " " + quoted(name) + " has the name of a cell");
        if (!variables_.emplace(name, width).second) flaw("the name " + quoted(name) + " is declared twice");
    }

    // The width of a place; 0, and a flaw, when there is none.
    Width width_of(const std::string& place) {
        const auto variable = variables_.find(place);
        if (variable != variables_.end()) return variable->second;
        const auto cell = program_.cells.find(place);
        if (cell != program_.cells.end()) return cell->second.width;
        flaw("no local or cell is called " + quoted(place));
        return 0;
    }

    // Width 0 means that a flaw was reported already.
    void agree(Width expected, Width met, const std::string& where) {
        if (expected != 0 && met != 0 && expected != met)
            flaw(where + ": " + bits(met) + " where " + bits(expected) + " are needed");
    }

    // Expressions. `in` returns the width, 0 for a null one; each shared node is looked at once per function.

    Width in(const ExpressionRef& expression, const std::string& where) {
        if (expression == nullptr) {
            flaw(where + ": no value");
            return 0;
        }
        if (!seen_.insert(expression.get()).second) return expression->width;
        if (!is_width(expression->width)) flaw(where + ": a value of " + bits(expression->width) + ", not 1 to 64");
        std::visit([&](const auto& node) { in_expression(node, expression->width, where); }, expression->node);
        return expression->width;
    }

    void in_expression(const Constant&, Width, const std::string&) {}
    void in_expression(const Read& node, Width width, const std::string& where) {
        agree(width_of(node.place), width, where + ": read of " + quoted(node.place));
    }
    void in_expression(const Unary& node, Width width, const std::string& where) {
        agree(in(node.operand, where), width, where + ": unary operation");
    }
    void in_expression(const Binary& node, Width width, const std::string& where) {
        const Width left = in(node.left, where);
        agree(left, in(node.right, where), where + ": right operand");
        agree(is_comparison(node.op) ? 1 : left, width, where + ": binary operation");
    }
    void in_expression(const Select& node, Width width, const std::string& where) {
        agree(1, in(node.condition, where), where + ": condition of a select");
        agree(width, in(node.then_value, where), where + ": select");
        agree(width, in(node.else_value, where), where + ": select");
    }
    void in_expression(const Extract& node, Width width, const std::string& where) {
        const Width operand = in(node.operand, where);
        if (operand != 0 && std::uint64_t{node.low} + width > operand)
            flaw(where + ": extract of " + bits(width) + " from bit " + std::to_string(node.low) + " of " +
                 bits(operand));
    }
    void in_expression(const Extend& node, Width width, const std::string& where) {
        const Width operand = in(node.operand, where);
        if (operand > width) flaw(where + ": extension of " + bits(operand) + " to " + bits(width));
    }

    // Statements.

    void in(const Body& body) {
        for (const Statement& statement : body) {
            source_ = &statement.source;
            std::visit([&](const auto& node) { in_statement(node); }, statement.node);
        }
    }

    void in_statement(const Assign& node) {
        const std::string where = "assignment to " + quoted(node.place);
        agree(width_of(node.place), in(node.value, where), where);
    }

    void in_statement(const If& node) {
        agree(1, in(node.condition, "condition"), "condition");
        in(node.then_body);
        in(node.else_body);
    }

    void in_statement(const Block& node) {
        if (node.label.empty()) flaw("a block has no label");
        if (!labels_.insert(node.label).second) flaw("the label " + quoted(node.label) + " is used twice");
        open_labels_.insert(node.label);
        in(node.body);
        open_labels_.erase(node.label);
    }

    void in_statement(const Leave& node) {
        if (open_labels_.count(node.label) == 0) flaw("no block " + quoted(node.label) + " around this leave");
    }

    void in_statement(const Return& node) {
        if (node.value == nullptr) {
            if (function_.result != 0) flaw("return without a value of " + bits(function_.result));
            return;
        }
        const Width width = in(node.value, "return");
        if (function_.result == 0)
            flaw("return of a value from a function that returns nothing");
        else
            agree(function_.result, width, "return");
    }

    void in_statement(const Halt&) {}

    void in_statement(const Call& node) {
        const std::string where = "call of " + quoted(node.function);
        const auto found = program_.functions.find(node.function);
        if (found == program_.functions.end()) {
            flaw("no function is called " + quoted(node.function));
            return;
        }
        const Function& callee = found->second;
        refuse_recursion(node.function);
        if (callee.parameters.size() != node.arguments.size())
            flaw(where + ": " + std::to_string(node.arguments.size()) + " arguments where " +
                 std::to_string(callee.parameters.size()) + " are needed");
        else
            for (std::size_t i = 0; i < node.arguments.size(); ++i)
                in_argument(node.arguments[i], callee.parameters[i], where);
        in_result(node, callee, where);
        refuse_aliases(node, where);
    }

    void refuse_recursion(const std::string& callee) {
        if (callee != function_.name && calls_.way(callee, function_.name).empty()) return;
        std::string text = function_.name + " -> " + callee;
        if (callee != function_.name) {
            const std::vector<std::string> way = calls_.way(callee, function_.name);
            for (std::size_t i = 1; i < way.size(); ++i) text += " -> " + way[i];
        }
        flaw("recursion: " + text);
    }

    void in_argument(const Argument& argument, const Parameter& parameter, const std::string& where) {
        const std::string here = where + ", parameter " + quoted(parameter.name);
        if ((argument.value == nullptr) == argument.reference.empty())
            flaw(here + ": the argument is neither one value nor one reference");
        else if (parameter.by_reference != (argument.value == nullptr))
            flaw(here + (parameter.by_reference ? ": needs a reference" : ": needs a value"));
        if (argument.value != nullptr) agree(parameter.width, in(argument.value, here), here);
        if (!argument.reference.empty()) agree(parameter.width, width_of(argument.reference), here);
    }

    void in_result(const Call& node, const Function& callee, const std::string& where) {
        if (node.result.empty()) return;
        const Width width = width_of(node.result);
        if (callee.result == 0)
            flaw(where + ": it returns nothing");
        else
            agree(width, callee.result, where + ": result");
    }

    void refuse_aliases(const Call& node, const std::string& where) {
        std::set<std::string> passed;
        for (const Argument& argument : node.arguments) {
            const std::string& place = argument.reference;
            if (place.empty()) continue;
            if (!passed.insert(place).second) flaw(where + ": " + quoted(place) + " is passed by reference twice");
            if (place == node.result)
                flaw(where + ": " + quoted(place) + " is passed by reference and takes the result");
            if (variables_.count(place) == 0 && calls_.touched_cells(node.function).count(place) != 0)
                flaw(where + ": the cell " + quoted(place) + " is passed by reference and touched inside");
        }
    }

    void in_statement(const Hook& node) {
        const std::string where = "hook " + quoted(node.name);
        if (node.name.empty()) flaw("a hook has no name");
        if (node.kind.empty()) flaw(where + ": no kind");
        if (node.observer == "order" || node.observer == "undefined")
            flaw(where + ": the observer " + quoted(node.observer) + " is not for hooks");
        const auto [place, is_new] = hooks_.emplace(node.name, function_.name + ", " + to_string(*source_));
        if (!is_new) flaw(where + ": the name is used already in " + place->second);
        std::set<std::string> names;
        for (const Field& field : node.fields) {
            in(field.value, where + ", field " + quoted(field.name));
            if (field.name.empty() || !names.insert(field.name).second)
                flaw(where + ": field " + quoted(field.name) + " has no name of its own");
        }
        in_answers(node, where);
    }

    void in_answers(const Hook& node, const std::string& where) {
        std::set<std::string> names;
        std::set<std::string> places;
        for (const Answer& answer : node.answers) {
            width_of(answer.place);
            if (answer.name.empty() || !names.insert(answer.name).second)
                flaw(where + ": answer " + quoted(answer.name) + " has no name of its own");
            if (!places.insert(answer.place).second) flaw(where + ": two answers go to " + quoted(answer.place));
        }
    }

    const Program& program_;
    const CallGraph& calls_;
    const Function& function_;
    HookPlaces& hooks_;
    std::vector<Flaw>& flaws_;
    const Source* source_ = nullptr;
    std::map<std::string, Width> variables_;
    std::set<std::string> labels_;
    std::set<std::string> open_labels_;
    std::unordered_set<const Expression*> seen_;
};

void validate_cells(const Program& program, std::vector<Flaw>& flaws) {
    for (const auto& [name, cell] : program.cells) {
        if (name.empty() || name != cell.name)
            flaws.push_back({"", {}, "cell " + quoted(cell.name) + " is filed under " + quoted(name)});
        if (!is_width(cell.width))
            flaws.push_back({"", {}, "cell " + quoted(name) + " has " + bits(cell.width) + ", not 1 to 64"});
    }
}

// The word of a flag or mask is a cell that is wide enough for bit `top`.
void validate_word(const Program& program, const std::string& what, const std::string& word, Width top,
                   const Source& source, std::vector<Flaw>& flaws) {
    const auto cell = program.cells.find(word);
    if (cell == program.cells.end())
        flaws.push_back({"", source, what + ": no cell is called " + quoted(word)});
    else if (top >= cell->second.width)
        flaws.push_back({"", source,
                         what + ": bit " + std::to_string(top) + " of " + quoted(word) + ", which has " +
                             bits(cell->second.width)});
}

void validate_flags(const Program& program, std::vector<Flaw>& flaws) {
    std::map<std::string, std::string> word_of;
    for (const FlagBit& flag : program.flag_bits) {
        validate_word(program, "flag bit " + quoted(flag.name), flag.word, flag.bit, flag.source, flaws);
        if (!word_of.emplace(flag.name, flag.word).second)
            flaws.push_back({"", flag.source, "flag bit " + quoted(flag.name) + " is defined twice"});
    }
    std::set<std::string> masks;
    for (const FlagMask& mask : program.flag_masks) {
        const std::string what = "flag mask " + quoted(mask.name);
        Width top = 0;
        while (top < 63 && mask.value >> (top + 1) != 0) ++top;
        validate_word(program, what, mask.word, top, mask.source, flaws);
        if (!masks.insert(mask.name).second) flaws.push_back({"", mask.source, what + " is defined twice"});
        for (const std::string& member : mask.members) {
            const auto found = word_of.find(member);
            if (found == word_of.end())
                flaws.push_back({"", mask.source, what + ": no flag bit is called " + quoted(member)});
            else if (found->second != mask.word)
                flaws.push_back({"", mask.source, what + ": " + quoted(member) + " is a bit of another word"});
        }
    }
}

void validate_entry(const Program& program, std::vector<Flaw>& flaws) {
    const auto entry = program.functions.find(program.entry);
    if (entry == program.functions.end())
        flaws.push_back({"", {}, "no function is called " + quoted(program.entry) + ", the entry"});
    else if (!entry->second.parameters.empty())
        flaws.push_back({"", entry->second.source, "the entry " + quoted(program.entry) + " takes parameters"});
}

}  // namespace

std::vector<Flaw> validate(const Program& program) {
    std::vector<Flaw> flaws;
    validate_entry(program, flaws);
    validate_cells(program, flaws);
    validate_flags(program, flaws);
    const CallGraph calls(program);
    HookPlaces hooks;
    for (const auto& [name, function] : program.functions) {
        if (name.empty() || name != function.name)
            flaws.push_back(
                {name, function.source, "function " + quoted(function.name) + " is filed under " + quoted(name)});
        FunctionValidator(program, calls, function, hooks, flaws).validate();
    }
    return flaws;
}

}  // namespace entryproof::ir
