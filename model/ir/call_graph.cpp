// SPDX-License-Identifier: MIT
// One walk over each function collects its callees and the places it names; a fixed point closes the touched cells over
// calls.
#include "model/ir/call_graph.h"

#include <algorithm>
#include <unordered_set>

namespace entryproof::ir {

namespace {

// Every place a body names and every function it calls.
class Names {
public:
    std::set<std::string> places;
    std::set<std::string> callees;

    void collect(const Body& body) {
        for (const Statement& statement : body) std::visit([&](const auto& node) { in(node); }, statement.node);
    }

private:
    void in(const Assign& node) {
        places.insert(node.place);
        in(node.value);
    }
    void in(const If& node) {
        in(node.condition);
        collect(node.then_body);
        collect(node.else_body);
    }
    void in(const Block& node) { collect(node.body); }
    void in(const Leave&) {}
    void in(const Call& node) {
        callees.insert(node.function);
        places.insert(node.result);
        for (const Argument& argument : node.arguments) {
            places.insert(argument.reference);
            in(argument.value);
        }
    }
    void in(const Return& node) { in(node.value); }
    void in(const Halt&) {}
    void in(const Hook& node) {
        for (const Field& field : node.fields) in(field.value);
        for (const Answer& answer : node.answers) places.insert(answer.place);
    }

    void in(const ExpressionRef& expression) {
        if (expression == nullptr || !seen_.insert(expression.get()).second) return;
        std::visit([&](const auto& node) { in_expression(node); }, expression->node);
    }
    void in_expression(const Constant&) {}
    void in_expression(const Read& node) { places.insert(node.place); }
    void in_expression(const Unary& node) { in(node.operand); }
    void in_expression(const Binary& node) {
        in(node.left);
        in(node.right);
    }
    void in_expression(const Select& node) {
        in(node.condition);
        in(node.then_value);
        in(node.else_value);
    }
    void in_expression(const Extract& node) { in(node.operand); }
    void in_expression(const Extend& node) { in(node.operand); }

    std::unordered_set<const Expression*> seen_;
};

}  // namespace

CallGraph::CallGraph(const Program& program) {
    for (const auto& [name, function] : program.functions) {
        Names names;
        names.collect(function.body);
        callees_[name] = names.callees;
        std::set<std::string>& touched = touched_[name];
        for (const std::string& place : names.places)
            if (program.cells.count(place) != 0) touched.insert(place);
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [name, callees] : callees_) {
            std::set<std::string>& touched = touched_[name];
            const std::size_t before = touched.size();
            for (const std::string& callee : callees)
                touched.insert(touched_cells(callee).begin(), touched_cells(callee).end());
            grown = grown || touched.size() != before;
        }
    }
}

const std::set<std::string>& CallGraph::touched_cells(const std::string& function) const {
    static const std::set<std::string> none;
    const auto found = touched_.find(function);
    return found == touched_.end() ? none : found->second;
}

std::vector<std::string> CallGraph::way(const std::string& from, const std::string& to) const {
    std::map<std::string, std::string> came_from;
    std::vector<std::string> queue{from};
    for (std::size_t next = 0; next < queue.size() && came_from.count(to) == 0; ++next) {
        const std::string caller = queue[next];
        const auto found = callees_.find(caller);
        if (found == callees_.end()) continue;
        for (const std::string& callee : found->second)
            if (came_from.emplace(callee, caller).second) queue.push_back(callee);
    }
    if (came_from.count(to) == 0) return {};
    std::vector<std::string> way{to};
    do way.push_back(came_from.at(way.back()));
    while (way.back() != from);
    std::reverse(way.begin(), way.end());
    return way;
}

}  // namespace entryproof::ir
