// SPDX-License-Identifier: MIT
// Runs a program on numbers, statement by statement, the plainest way there is.
//
// 1. Order: operands left to right, arguments left to right, fields before the event, answers after it in their order.
// 2. Of a Select only the chosen arm is evaluated, as in C: a local read in the other arm is not read.
// 3. At a return the places passed by reference take their values first, in order; then the result is stored. Halt ends
//    the run at once, so nothing is copied back.
// 4. Every value is kept masked to its width.
#include "checker/interpret.h"

#include "checker/error.h"

#include <optional>
#include <stdexcept>
#include <unordered_map>

namespace entryproof::checker {

namespace {

bool sign_bit(std::uint64_t value, ir::Width width) { return (value >> (width - 1) & 1) != 0; }

std::uint64_t sign_extended(std::uint64_t value, ir::Width width) {
    return sign_bit(value, width) ? value | ~ir::mask_of(width) : value;
}

bool signed_less(std::uint64_t left, std::uint64_t right, ir::Width width) {
    const bool left_negative = sign_bit(left, width);
    return left_negative == sign_bit(right, width) ? left < right : left_negative;
}

std::uint64_t arithmetic_shift_right(std::uint64_t value, std::uint64_t amount, ir::Width width) {
    const std::uint64_t extended = sign_extended(value, width);
    const std::uint64_t ones = sign_bit(value, width) ? ~std::uint64_t{0} : 0;
    if (amount >= width) return ones;
    return amount == 0 ? extended : (extended >> amount) | (ones << (64 - amount));
}

// One arm per operator. Operands are masked to `width`; the result may need masking.
std::uint64_t apply(ir::BinaryOperator op, std::uint64_t left, std::uint64_t right, ir::Width width) {
    switch (op) {
        case ir::BinaryOperator::add:
            return left + right;
        case ir::BinaryOperator::subtract:
            return left - right;
        case ir::BinaryOperator::multiply:
            return left * right;
        case ir::BinaryOperator::unsigned_divide:
            return right == 0 ? ~std::uint64_t{0} : left / right;
        case ir::BinaryOperator::unsigned_remainder:
            return right == 0 ? left : left % right;
        case ir::BinaryOperator::bit_and:
            return left & right;
        case ir::BinaryOperator::bit_or:
            return left | right;
        case ir::BinaryOperator::bit_xor:
            return left ^ right;
        case ir::BinaryOperator::shift_left:
            return right >= width ? 0 : left << right;
        case ir::BinaryOperator::logical_shift_right:
            return right >= width ? 0 : left >> right;
        case ir::BinaryOperator::arithmetic_shift_right:
            return arithmetic_shift_right(left, right, width);
        case ir::BinaryOperator::equal:
            return left == right ? 1 : 0;
        case ir::BinaryOperator::unsigned_less:
            return left < right ? 1 : 0;
        case ir::BinaryOperator::unsigned_less_equal:
            return left <= right ? 1 : 0;
        case ir::BinaryOperator::signed_less:
            return signed_less(left, right, width) ? 1 : 0;
        case ir::BinaryOperator::signed_less_equal:
            return signed_less(right, left, width) ? 0 : 1;
    }
    throw InternalError("a binary operator is one of those of the step language");
}

std::uint64_t apply(ir::UnaryOperator op, std::uint64_t operand) {
    switch (op) {
        case ir::UnaryOperator::bit_not:
            return ~operand;
        case ir::UnaryOperator::negate:
            return std::uint64_t{0} - operand;
    }
    throw InternalError("a unary operator is one of those of the step language");
}

// A local or parameter; no value until something is stored.
struct Variable {
    ir::Width width;
    std::optional<std::uint64_t> value;
};

struct Frame {
    const ir::Function& function;
    std::map<std::string, Variable> variables;
};

// How a body ended.
struct Outcome {
    enum class Kind { fell_through, left, returned, halted } kind = Kind::fell_through;
    std::string label;        // of Leave
    std::uint64_t value = 0;  // of Return
};

class Machine {
public:
    Machine(const ir::Program& program, const Values& initial, Oracle& oracle, Watcher* watcher)
        : program_(program), oracle_(oracle), watcher_(watcher) {
        auto given = initial.begin();  // in the order of the cells
        for (const auto& [name, cell] : program.cells) {
            const bool is_given = given != initial.end() && given->first == name;
            cells_.emplace_hint(cells_.end(), name, is_given ? given->second & ir::mask_of(cell.width) : 0);
            if (is_given) ++given;
        }
        if (given != initial.end()) throw std::invalid_argument("no cell is called '" + given->first + "'");
        run_.initial = cells_;
    }

    Run run() {
        Frame frame{function(program_.entry), {}};
        check(frame.function.parameters.empty(), "a valid program's entry takes nothing");
        declare_locals(frame);
        run_.halted = run_body(frame).kind == Outcome::Kind::halted;
        run_.final = std::move(cells_);
        return std::move(run_);
    }

private:
    using Memo = std::unordered_map<const ir::Expression*, std::uint64_t>;

    const ir::Function& function(const std::string& name) const {
        const auto found = program_.functions.find(name);
        check(found != program_.functions.end(), "a valid program calls only functions it has");
        return found->second;
    }

    static void declare_locals(Frame& frame) {
        for (const ir::Local& local : frame.function.locals) frame.variables[local.name] = {local.width, std::nullopt};
    }

    Outcome run_body(Frame& frame) {
        if (watcher_ != nullptr) watcher_->enters(frame.function);
        Outcome outcome = execute(frame.function.body, frame);
        if (watcher_ != nullptr) watcher_->leaves(frame.function);
        return outcome;
    }

    // Places.

    ir::Width width_of(const std::string& place, const Frame& frame) const {
        const auto variable = frame.variables.find(place);
        if (variable != frame.variables.end()) return variable->second.width;
        const auto cell = program_.cells.find(place);
        check(cell != program_.cells.end(), "a valid program names only places it has");
        return cell->second.width;
    }

    std::uint64_t& cell(const std::string& place) {
        const auto found = cells_.find(place);
        check(found != cells_.end(), "a valid program names only places it has");
        return found->second;
    }

    void store(const std::string& place, std::uint64_t value, Frame& frame) {
        const auto variable = frame.variables.find(place);
        if (variable != frame.variables.end())
            variable->second.value = value & ir::mask_of(variable->second.width);
        else
            cell(place) = value & ir::mask_of(width_of(place, frame));
    }

    std::uint64_t load(const std::string& place, Frame& frame, const ir::Source& source) {
        if (watcher_ != nullptr) watcher_->reads(place);
        const auto found = frame.variables.find(place);
        if (found == frame.variables.end()) return cell(place);
        Variable& variable = found->second;
        if (!variable.value.has_value()) variable.value = undefined(place, variable.width, frame, source);
        return *variable.value;
    }

    std::uint64_t undefined(const std::string& place, ir::Width width, const Frame& frame, const ir::Source& source) {
        Event event;
        event.observer = "undefined";
        event.kind = "uninitialised read";
        event.subject = frame.function.name + ":" + place;
        event.source = source;
        event.call_chain = call_chain_;
        const std::uint64_t value = oracle_.undefined(frame.function.name, place, width) & ir::mask_of(width);
        event.answers.push_back({"value", value, width, false});
        record(std::move(event));
        return value;
    }

    // Expressions. A shared node has one value in one evaluation, so it is computed once.

    std::uint64_t evaluate(const ir::ExpressionRef& expression, Frame& frame, const ir::Source& source) {
        Memo memo;
        return evaluate(expression, frame, source, memo);
    }

    std::uint64_t evaluate(const ir::ExpressionRef& expression, Frame& frame, const ir::Source& source, Memo& memo) {
        const auto known = memo.find(expression.get());
        if (known != memo.end()) return known->second;
        const std::uint64_t value =
            std::visit([&](const auto& node) { return compute(node, frame, source, memo); }, expression->node) &
            ir::mask_of(expression->width);
        memo.emplace(expression.get(), value);
        return value;
    }

    std::uint64_t compute(const ir::Constant& node, Frame&, const ir::Source&, Memo&) { return node.value; }

    std::uint64_t compute(const ir::Read& node, Frame& frame, const ir::Source& source, Memo&) {
        return load(node.place, frame, source);
    }

    std::uint64_t compute(const ir::Unary& node, Frame& frame, const ir::Source& source, Memo& memo) {
        return apply(node.op, evaluate(node.operand, frame, source, memo));
    }

    std::uint64_t compute(const ir::Binary& node, Frame& frame, const ir::Source& source, Memo& memo) {
        const std::uint64_t left = evaluate(node.left, frame, source, memo);
        const std::uint64_t right = evaluate(node.right, frame, source, memo);
        return apply(node.op, left, right, node.left->width);
    }

    std::uint64_t compute(const ir::Select& node, Frame& frame, const ir::Source& source, Memo& memo) {
        const bool chosen = evaluate(node.condition, frame, source, memo) != 0;
        return evaluate(chosen ? node.then_value : node.else_value, frame, source, memo);
    }

    std::uint64_t compute(const ir::Extract& node, Frame& frame, const ir::Source& source, Memo& memo) {
        return evaluate(node.operand, frame, source, memo) >> node.low;
    }

    std::uint64_t compute(const ir::Extend& node, Frame& frame, const ir::Source& source, Memo& memo) {
        const std::uint64_t value = evaluate(node.operand, frame, source, memo);
        return node.is_signed ? sign_extended(value, node.operand->width) : value;
    }

    // Statements.

    Outcome execute(const ir::Body& body, Frame& frame) {
        for (const ir::Statement& statement : body) {
            Outcome outcome =
                std::visit([&](const auto& node) { return step(node, frame, statement.source); }, statement.node);
            if (outcome.kind != Outcome::Kind::fell_through) return outcome;
        }
        return {};
    }

    Outcome step(const ir::Assign& node, Frame& frame, const ir::Source& source) {
        store(node.place, evaluate(node.value, frame, source), frame);
        return {};
    }

    Outcome step(const ir::If& node, Frame& frame, const ir::Source& source) {
        if (watcher_ != nullptr) watcher_->decides(*node.condition);
        return execute(evaluate(node.condition, frame, source) != 0 ? node.then_body : node.else_body, frame);
    }

    Outcome step(const ir::Block& node, Frame& frame, const ir::Source&) {
        Outcome outcome = execute(node.body, frame);
        if (outcome.kind == Outcome::Kind::left && outcome.label == node.label) return {};
        return outcome;
    }

    Outcome step(const ir::Leave& node, Frame&, const ir::Source&) { return {Outcome::Kind::left, node.label, 0}; }

    Outcome step(const ir::Return& node, Frame& frame, const ir::Source& source) {
        return {Outcome::Kind::returned, "", node.value == nullptr ? 0 : evaluate(node.value, frame, source)};
    }

    Outcome step(const ir::Halt&, Frame&, const ir::Source&) { return {Outcome::Kind::halted, "", 0}; }

    Outcome step(const ir::Call& node, Frame& frame, const ir::Source& source) {
        const ir::Function& callee = function(node.function);
        check(callee.parameters.size() == node.arguments.size(), "a valid program's calls match their callee");
        Frame inner{callee, {}};
        declare_locals(inner);
        for (std::size_t i = 0; i < node.arguments.size(); ++i)
            inner.variables[callee.parameters[i].name] = {callee.parameters[i].width,
                                                          passed(node.arguments[i], frame, source)};
        call_chain_.push_back(source);
        Outcome outcome = run_body(inner);
        call_chain_.pop_back();
        if (outcome.kind == Outcome::Kind::halted) return outcome;
        for (std::size_t i = 0; i < node.arguments.size(); ++i)
            copy_back(node.arguments[i], inner.variables[callee.parameters[i].name], frame);
        if (!node.result.empty()) store(node.result, outcome.value, frame);
        return {};
    }

    // What a parameter starts with. A reference to a local without a value passes no value, and is no read.
    std::optional<std::uint64_t> passed(const ir::Argument& argument, Frame& frame, const ir::Source& source) {
        if (argument.value != nullptr) return evaluate(argument.value, frame, source);
        const auto variable = frame.variables.find(argument.reference);
        if (variable != frame.variables.end()) return variable->second.value;
        return load(argument.reference, frame, source);
    }

    void copy_back(const ir::Argument& argument, const Variable& parameter, Frame& frame) {
        if (argument.value == nullptr && parameter.value.has_value())
            store(argument.reference, *parameter.value, frame);
    }

    Outcome step(const ir::Hook& node, Frame& frame, const ir::Source& source) {
        Event event{node.name, node.observer, node.kind, "", {}, {}, node.sharing, source, call_chain_};
        for (const ir::Field& field : node.fields)
            event.fields.push_back({field.name, evaluate(field.value, frame, source), field.value->width, field.shown});
        const unsigned occurrence = occurrences_[node.name]++;
        for (const ir::Answer& answer : node.answers) {
            const ir::Width width = width_of(answer.place, frame);
            const std::uint64_t value = oracle_.answer(event, occurrence, answer.name, width) & ir::mask_of(width);
            event.answers.push_back({answer.name, value, width, true});
            store(answer.place, value, frame);
        }
        record(std::move(event));
        return {};
    }

    void record(Event event) {
        run_.events.push_back(std::move(event));
        if (watcher_ != nullptr) watcher_->happens(run_.events.back());
    }

    const ir::Program& program_;
    Oracle& oracle_;
    Watcher* watcher_;  // null: nobody looks on
    Values cells_;
    std::map<std::string, unsigned> occurrences_;
    std::vector<ir::Source> call_chain_;
    Run run_;
};

}  // namespace

Run interpret(const ir::Program& program, const Values& initial, Oracle& oracle, Watcher* watcher) {
    return Machine(program, initial, oracle, watcher).run();
}

}  // namespace entryproof::checker
