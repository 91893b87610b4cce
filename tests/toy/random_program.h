// SPDX-License-Identifier: MIT
// Small valid programs, start values and answers out of a seed: the same seed gives the same everywhere.
//
// The programs use every kind of expression and statement, cells and locals of odd widths, by reference and by value
// passing, locals that may be read without a value, leaves over several blocks, halts, hooks of all kinds. Answers are
// a function of (seed, hook, occurrence, name), undefined values of (seed, function, variable).
#pragma once

#include "checker/interpret.h"
#include "model/ir/builder.h"
#include "model/ir/call_graph.h"

#include <random>

namespace entryproof::toy {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t roll() { return engine_(); }
    unsigned below(std::size_t count) { return static_cast<unsigned>(engine_() % count); }
    bool one_in(unsigned count) { return below(count) == 0; }
    template <typename Item>
    const Item& pick(const std::vector<Item>& items) {
        return items[below(items.size())];
    }

private:
    std::mt19937_64 engine_;
};

// Often a corner of its width, so that carries and signs are met.
inline std::uint64_t random_value(Dice& dice, ir::Width width) {
    switch (dice.below(6)) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:
            return ir::mask_of(width);
        case 3:
            return std::uint64_t{1} << (width - 1);
        case 4:
            return dice.below(70) & ir::mask_of(width);
        default:
            return dice.roll() & ir::mask_of(width);
    }
}

class ProgramMaker {
public:
    explicit ProgramMaker(std::uint64_t seed) : dice_(seed) {}

    ir::Program make() {
        program_.name = "random";
        program_.entry = "f0";
        const std::vector<ir::Width> widths = {1, 3, 8, 32, 64};
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string name = "task.c" + std::to_string(i);
            program_.cells[name] = {name, widths[i], ""};
        }
        for (unsigned number = 3; number-- > 0;) make_function(number);
        return std::move(program_);
    }

private:
    struct Place {
        std::string name;
        ir::Width width;
        bool is_local;
    };

    void make_function(unsigned number) {
        const std::string name = "f" + std::to_string(number);
        ir::Function function{name, {}, {}, 0, {}, {"random.c", name, "1", number + 1, 1}};
        if (number != 0) {
            for (unsigned i = dice_.below(4); i-- > 0;)
                function.parameters.push_back({"p" + std::to_string(i), width(), dice_.one_in(2)});
            if (!dice_.one_in(3)) function.result = width();
        }
        for (unsigned i = 2 + dice_.below(3); i-- > 0;) function.locals.push_back({"v" + std::to_string(i), width()});
        places_.clear();
        for (const auto& [cell_name, cell] : program_.cells) places_.push_back({cell_name, cell.width, false});
        for (const ir::Parameter& parameter : function.parameters)
            places_.push_back({parameter.name, parameter.width, true});
        for (const ir::Local& local : function.locals) places_.push_back({local.name, local.width, true});
        result_ = function.result;
        source_ = function.source;
        label_count_ = 0;
        function.body = body(2, 4 + dice_.below(5));
        if (result_ != 0) function.body.push_back({ir::Return{expression(result_, 2)}, next_source()});
        program_.functions[name] = std::move(function);
    }

    ir::Width width() { return dice_.pick(std::vector<ir::Width>{1, 3, 8, 32, 64}); }

    const ir::Source& next_source() {
        ++source_.column;
        return source_;
    }

    // Expressions.

    ir::ExpressionRef leaf(ir::Width width) {
        std::vector<std::string> names;
        for (const Place& place : places_)
            if (place.width == width) names.push_back(place.name);
        if (names.empty() || dice_.one_in(3)) return ir::constant(width, random_value(dice_, width));
        return ir::read(dice_.pick(names), width);
    }

    // Operands are drawn into variables first: the order of a call's arguments differs between compilers.
    ir::ExpressionRef expression(ir::Width width, unsigned depth) {
        if (depth == 0) return leaf(width);
        switch (dice_.below(7)) {
            case 0:
                return leaf(width);
            case 1:
                return negated(width, depth);
            case 2:
                return choice(width, depth);
            case 3:
                return extract(width, depth);
            case 4:
                return extend(width, depth);
            default:
                return width == 1 && dice_.one_in(2) ? comparison(depth) : arithmetic(width, depth);
        }
    }

    ir::ExpressionRef negated(ir::Width width, unsigned depth) {
        const auto op = dice_.one_in(2) ? ir::UnaryOperator::bit_not : ir::UnaryOperator::negate;
        return ir::unary(op, expression(width, depth - 1));
    }

    ir::ExpressionRef choice(ir::Width width, unsigned depth) {
        const ir::ExpressionRef condition = expression(1, depth - 1);
        const ir::ExpressionRef then_value = expression(width, depth - 1);
        const ir::ExpressionRef else_value = expression(width, depth - 1);
        return ir::select(condition, then_value, else_value);
    }

    ir::ExpressionRef arithmetic(ir::Width width, unsigned depth) {
        using Op = ir::BinaryOperator;
        static const std::vector<Op> all = {Op::add,
                                            Op::subtract,
                                            Op::bit_and,
                                            Op::bit_or,
                                            Op::bit_xor,
                                            Op::bit_and,
                                            Op::bit_or,
                                            Op::shift_left,
                                            Op::logical_shift_right,
                                            Op::arithmetic_shift_right};
        static const std::vector<Op> costly = {Op::multiply, Op::unsigned_divide, Op::unsigned_remainder};
        const Op op = width <= 8 && dice_.one_in(4) ? dice_.pick(costly) : dice_.pick(all);
        return two_operands(op, width, depth);
    }

    ir::ExpressionRef comparison(unsigned depth) {
        using Op = ir::BinaryOperator;
        static const std::vector<Op> all = {Op::equal, Op::unsigned_less, Op::unsigned_less_equal, Op::signed_less,
                                            Op::signed_less_equal};
        const Op op = dice_.pick(all);
        return two_operands(op, width(), depth);
    }

    ir::ExpressionRef two_operands(ir::BinaryOperator op, ir::Width width, unsigned depth) {
        const ir::ExpressionRef left = expression(width, depth - 1);
        const ir::ExpressionRef right = expression(width, depth - 1);
        return ir::binary(op, left, right);
    }

    ir::ExpressionRef extract(ir::Width width, unsigned depth) {
        const ir::Width from = this->width();
        if (from < width) return leaf(width);
        const ir::Width low = dice_.below(from - width + 1);
        return ir::extract(expression(from, depth - 1), low, width);
    }

    ir::ExpressionRef extend(ir::Width width, unsigned depth) {
        const ir::Width from = this->width();
        if (from > width) return leaf(width);
        const ir::ExpressionRef operand = expression(from, depth - 1);
        return dice_.one_in(2) ? ir::zero_extend(operand, width) : ir::sign_extend(operand, width);
    }

    // Statements.

    ir::Body body(unsigned depth, unsigned length) {
        ir::Body statements;
        for (unsigned i = 0; i < length; ++i) statements.push_back({statement(depth), next_source()});
        return statements;
    }

    decltype(ir::Statement::node) statement(unsigned depth) {
        switch (dice_.below(12)) {
            case 0:
            case 1:
                return hook();
            case 2:
            case 3:
                return call();
            case 4:
                if (depth == 0) break;
                return block(depth);
            case 5:
            case 6:
                if (depth == 0) break;
                return branch(depth);
            default:
                break;
        }
        return assign();
    }

    ir::Assign assign() {
        const Place& place = dice_.pick(places_);
        return {place.name, expression(place.width, 3)};
    }

    ir::If branch(unsigned depth) {
        ir::If node{expression(1, 2), body(depth - 1, 1 + dice_.below(3)), {}};
        if (dice_.one_in(2)) node.else_body = body(depth - 1, 1 + dice_.below(3));
        if (dice_.one_in(3)) node.then_body.push_back({way_out(), next_source()});
        return node;
    }

    // Leaves an enclosing block, returns or halts; it ends a branch, so what follows stays reachable.
    decltype(ir::Statement::node) way_out() {
        if (!open_labels_.empty() && !dice_.one_in(4)) return ir::Leave{dice_.pick(open_labels_)};
        if (dice_.one_in(4)) return ir::Halt{};
        return ir::Return{result_ == 0 ? nullptr : expression(result_, 2)};
    }

    ir::Block block(unsigned depth) {
        const std::string label = "l" + std::to_string(label_count_++);
        open_labels_.push_back(label);
        ir::Block node{label, body(depth - 1, 2 + dice_.below(2))};
        open_labels_.pop_back();
        return node;
    }

    decltype(ir::Statement::node) call() {
        std::vector<std::string> names;
        for (const auto& [name, function] : program_.functions) names.push_back(name);
        if (names.empty()) return assign();
        const ir::Function& callee = program_.functions.at(dice_.pick(names));
        ir::Call node{callee.name, {}, ""};
        std::set<std::string> taken;
        for (const ir::Parameter& parameter : callee.parameters) {
            const std::string place = parameter.by_reference ? free_place(callee, parameter.width, taken) : "";
            if (parameter.by_reference && place.empty()) return assign();
            node.arguments.push_back(parameter.by_reference ? ir::by_reference(place)
                                                            : ir::by_value(expression(parameter.width, 2)));
            taken.insert(place);
        }
        if (callee.result != 0 && !dice_.one_in(4)) node.result = free_place({}, callee.result, taken);
        return node;
    }

    // A place of this width that is not taken and, when it is a cell, not touched by the callee; empty: none.
    std::string free_place(const ir::Function& callee, ir::Width width, const std::set<std::string>& taken) {
        const ir::CallGraph calls(program_);
        std::vector<std::string> names;
        for (const Place& place : places_)
            if (place.width == width && taken.count(place.name) == 0 &&
                (place.is_local || calls.touched_cells(callee.name).count(place.name) == 0))
                names.push_back(place.name);
        return names.empty() ? "" : dice_.pick(names);
    }

    ir::Hook hook() {
        const std::vector<std::string> observers = {"tracer", "audit", ""};
        ir::Hook node{"h" + std::to_string(hook_count_++),
                      dice_.pick(observers),
                      dice_.one_in(2) ? "stop" : "record",
                      {},
                      {},
                      dice_.one_in(2) ? ir::Sharing::history : ir::Sharing::function};
        for (unsigned i = dice_.below(3); i-- > 0;)
            node.fields.push_back({"a" + std::to_string(i), expression(width(), 2), !dice_.one_in(4)});
        std::set<std::string> taken;
        for (unsigned i = dice_.below(3); i-- > 0;) {
            const Place& place = dice_.pick(places_);
            if (taken.insert(place.name).second) node.answers.push_back({"r" + std::to_string(i), place.name});
        }
        return node;
    }

    Dice dice_;
    ir::Program program_;
    std::vector<Place> places_;
    std::vector<std::string> open_labels_;
    ir::Width result_ = 0;
    ir::Source source_;
    unsigned label_count_ = 0;
    unsigned hook_count_ = 0;
};

inline ir::Program random_program(std::uint64_t seed) { return ProgramMaker(seed).make(); }

inline checker::Values random_start(const ir::Program& program, std::uint64_t seed) {
    Dice dice(seed);
    checker::Values values;
    for (const auto& [name, cell] : program.cells) values[name] = random_value(dice, cell.width);
    return values;
}

// Answers out of the seed and what is asked, whenever it is asked.
class RandomOracle : public checker::Oracle {
public:
    explicit RandomOracle(std::uint64_t seed) : seed_(seed) {}

    std::uint64_t answer(const checker::Event& event, unsigned occurrence, const std::string& name,
                         ir::Width width) override {
        return value(event.hook + "#" + std::to_string(occurrence) + "." + name, width);
    }
    std::uint64_t undefined(const std::string& function, const std::string& variable, ir::Width width) override {
        return value(function + ":" + variable, width);
    }

private:
    std::uint64_t value(const std::string& text, ir::Width width) {
        std::uint64_t hash = 1469598103934665603u ^ seed_;  // FNV-1a
        for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
        Dice dice(hash);
        return random_value(dice, width);
    }

    std::uint64_t seed_;
};

}  // namespace entryproof::toy
