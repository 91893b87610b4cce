// SPDX-License-Identifier: MIT
// Small wrongs done to a program: each edit finds its place by what a statement says and throws std::runtime_error when
// the program no longer says it.
#pragma once

#include "model/ir/builder.h"
#include "model/ir/printer.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace entryproof::tests {

using namespace ir;

inline std::string arguments_text(const Call& call) {
    std::string text;
    for (const Argument& argument : call.arguments)
        text += (text.empty() ? "" : ", ") + (argument.value ? to_string(*argument.value) : "&" + argument.reference);
    return text;
}

// What a statement says before its blocks.
inline std::string head(const Statement& statement) {
    if (const auto* assign = std::get_if<Assign>(&statement.node))
        return assign->place + " := " + to_string(*assign->value);
    if (const auto* branch = std::get_if<If>(&statement.node)) return "if " + to_string(*branch->condition);
    if (const auto* call = std::get_if<Call>(&statement.node))
        return "call " + call->function + "(" + arguments_text(*call) + ")";
    return "";
}

// The first statement whose head holds the text, with the body it is in.
struct Place {
    Body* body = nullptr;
    std::size_t index = 0;
    Statement& statement() const { return (*body)[index]; }
};

inline Place find(Body& body, const std::string& text, unsigned& nth) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (head(body[i]).find(text) != std::string::npos && nth-- == 0) return {&body, i};
        std::vector<Body*> inner;
        if (auto* branch = std::get_if<If>(&body[i].node)) inner = {&branch->then_body, &branch->else_body};
        if (auto* block = std::get_if<Block>(&body[i].node)) inner = {&block->body};
        for (Body* one : inner)
            if (const Place place = find(*one, text, nth); place.body != nullptr) return place;
    }
    return {};
}

// `nth` counts matches in the order of the text from 0.
inline Place find(Program& program, const std::string& function, const std::string& text, unsigned nth = 0) {
    const auto found = program.functions.find(function);
    const Place place = found == program.functions.end() ? Place{} : find(found->second.body, text, nth);
    if (place.body == nullptr) throw std::runtime_error("the model has no '" + text + "' in " + function);
    return place;
}

using Edit = std::function<void(Program&)>;

inline Edit drop(const std::string& function, const std::string& text, unsigned nth = 0) {
    return [=](Program& program) {
        const Place place = find(program, function, text, nth);
        place.body->erase(place.body->begin() + static_cast<std::ptrdiff_t>(place.index));
    };
}

inline Edit swap_with_next(const std::string& function, const std::string& text) {
    return [=](Program& program) {
        const Place place = find(program, function, text);
        std::swap(place.body->at(place.index), place.body->at(place.index + 1));
    };
}

inline Edit assign(const std::string& function, const std::string& text, const ExpressionRef& value) {
    return [=](Program& program) { std::get<Assign>(find(program, function, text).statement().node).value = value; };
}

inline Edit condition(const std::string& function, const std::string& text, const ExpressionRef& value,
                      unsigned nth = 0) {
    return
        [=](Program& program) { std::get<If>(find(program, function, text, nth).statement().node).condition = value; };
}

inline Edit argument(const std::string& function, const std::string& text, std::size_t index,
                     const ExpressionRef& value, unsigned nth = 0) {
    return [=](Program& program) {
        std::get<Call>(find(program, function, text, nth).statement().node).arguments.at(index) = by_value(value);
    };
}

// A call becomes an assignment of its result.
inline Edit answer(const std::string& function, const std::string& text, const ExpressionRef& value) {
    return [=](Program& program) {
        Statement& statement = find(program, function, text).statement();
        statement.node = Assign{std::get<Call>(statement.node).result, value};
    };
}

// The statement once more, right behind itself.
inline Edit twice(const std::string& function, const std::string& text) {
    return [=](Program& program) {
        const Place place = find(program, function, text);
        const Statement copy = place.statement();
        place.body->insert(place.body->begin() + static_cast<std::ptrdiff_t>(place.index), copy);
    };
}

// `cell` := value, before everything else, or behind it.
enum class Where { first, last };
inline Edit insert(const std::string& function, Where where, const std::string& cell, const ExpressionRef& value) {
    return [=](Program& program) {
        Function& edited = program.functions.at(function);
        const Statement statement{Assign{cell, value}, edited.source};
        edited.body.insert(where == Where::first ? edited.body.begin() : edited.body.end(), statement);
    };
}

}  // namespace entryproof::tests
