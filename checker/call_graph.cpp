// SPDX-License-Identifier: MIT
#include "checker/call_graph.h"

#include "checker/whole.h"
#include "model/kernel/interface.h"

#include <algorithm>
#include <map>
#include <set>

namespace entryproof::checker {

namespace {

// The first observer that is shown something by what the environment does at this hook.
std::string observer_of(const ir::Program& whole, const std::string& function, std::set<std::string>& seen);

std::string observer_in(const ir::Program& whole, const ir::Body& body, std::set<std::string>& seen) {
    for (const ir::Statement& statement : body) {
        std::string found;
        if (const auto* hook = std::get_if<ir::Hook>(&statement.node)) found = hook->observer;
        if (const auto* call = std::get_if<ir::Call>(&statement.node)) found = observer_of(whole, call->function, seen);
        if (const auto* block = std::get_if<ir::Block>(&statement.node)) found = observer_in(whole, block->body, seen);
        if (const auto* branch = std::get_if<ir::If>(&statement.node)) {
            found = observer_in(whole, branch->then_body, seen);
            if (found.empty()) found = observer_in(whole, branch->else_body, seen);
        }
        if (!found.empty()) return found;
    }
    return "";
}

std::string observer_of(const ir::Program& whole, const std::string& function, std::set<std::string>& seen) {
    const auto found = whole.functions.find(function);
    if (found == whole.functions.end() || !seen.insert(function).second) return "";
    return observer_in(whole, found->second.body, seen);
}

class GraphBuilder {
public:
    GraphBuilder(const ir::Program& program, const ir::Program& whole) : program_(program), whole_(whole) {
        for (const kernel::Signature& hook : kernel::hooks()) hooks_.insert(hook.name);
    }

    CallGraph build() {
        graph_.entry = program_.entry;
        visit(program_.entry);
        return std::move(graph_);
    }

private:
    void visit(const std::string& function) {
        if (!seen_.insert(function).second) return;
        if (hooks_.count(function)) return add_hook(function);
        graph_.functions.push_back(function);
        calls(function, program_.functions.at(function).body, false);
    }

    void add_hook(const std::string& name) {
        std::set<std::string> seen;
        graph_.hooks.push_back({name, observer_of(whole_, name, seen)});
    }

    void calls(const std::string& from, const ir::Body& body, bool is_conditional) {
        for (const ir::Statement& statement : body) {
            if (const auto* call = std::get_if<ir::Call>(&statement.node)) edge(from, call->function, is_conditional);
            if (const auto* block = std::get_if<ir::Block>(&statement.node)) calls(from, block->body, is_conditional);
            if (const auto* branch = std::get_if<ir::If>(&statement.node)) {
                calls(from, branch->then_body, true);
                calls(from, branch->else_body, true);
            }
        }
    }

    // The first call of several stands for all.
    void edge(const std::string& from, const std::string& to, bool is_conditional) {
        if (!acts(to)) return;
        const auto same = [&](const GraphCall& known) { return known.from == from && known.to == to; };
        if (std::any_of(graph_.calls.begin(), graph_.calls.end(), same)) return;
        graph_.calls.push_back({from, to, is_conditional});
        visit(to);
    }

    // Calls a hook or changes a cell, itself or through what it calls.
    bool acts(const std::string& function) {
        if (hooks_.count(function)) return true;
        const auto known = acts_.find(function);
        if (known != acts_.end()) return known->second;
        const auto found = program_.functions.find(function);
        return acts_[function] = found != program_.functions.end() && acts(found->second.body);
    }

    bool acts(const ir::Body& body) {
        return std::any_of(body.begin(), body.end(), [&](const ir::Statement& statement) {
            if (const auto* assign = std::get_if<ir::Assign>(&statement.node))
                return program_.cells.count(assign->place) > 0;
            if (const auto* call = std::get_if<ir::Call>(&statement.node)) return acts(call->function);
            if (const auto* block = std::get_if<ir::Block>(&statement.node)) return acts(block->body);
            if (const auto* branch = std::get_if<ir::If>(&statement.node))
                return acts(branch->then_body) || acts(branch->else_body);
            return std::holds_alternative<ir::Hook>(statement.node) || std::holds_alternative<ir::Halt>(statement.node);
        });
    }

    const ir::Program& program_;
    const ir::Program& whole_;  // with the environment
    std::set<std::string> hooks_;
    std::set<std::string> seen_;
    std::map<std::string, bool> acts_;
    CallGraph graph_;
};

bool is_same(const ir::Source& left, const ir::Source& right) {
    return left.file == right.file && left.function == right.function && left.version == right.version &&
           left.line == right.line && left.column == right.column;
}

// Calls of a hand-built path may share their place, so that a chain is looked for, with steps back.
class ChainFinder {
public:
    ChainFinder(const ir::Program& whole, const Event& event) : whole_(whole), event_(event) {}

    std::vector<std::string> find() {
        visit(whole_.entry, 0);
        return std::move(found_);
    }

private:
    bool visit(const std::string& name, std::size_t depth) {
        const auto function = whole_.functions.find(name);
        if (function == whole_.functions.end()) return false;
        found_.push_back(name);
        if (search(function->second.body, depth)) return true;
        found_.pop_back();
        return false;
    }

    bool search(const ir::Body& body, std::size_t depth) {
        for (const ir::Statement& statement : body)
            if (leads(statement, depth)) return true;
        return false;
    }

    bool leads(const ir::Statement& statement, std::size_t depth) {
        if (const auto* hook = std::get_if<ir::Hook>(&statement.node))
            return depth == event_.call_chain.size() && hook->name == event_.hook &&
                   is_same(statement.source, event_.source);
        if (const auto* call = std::get_if<ir::Call>(&statement.node))
            return depth < event_.call_chain.size() && is_same(statement.source, event_.call_chain[depth]) &&
                   visit(call->function, depth + 1);
        if (const auto* block = std::get_if<ir::Block>(&statement.node)) return search(block->body, depth);
        if (const auto* branch = std::get_if<ir::If>(&statement.node))
            return search(branch->then_body, depth) || search(branch->else_body, depth);
        return false;
    }

    const ir::Program& whole_;
    const Event& event_;
    std::vector<std::string> found_;
};

}  // namespace

CallGraph call_graph(const LoadedPath& path) {
    const ir::Program whole = whole_programs({path}).front();
    return GraphBuilder(path.program, whole).build();
}

std::vector<std::string> functions_to(const ir::Program& whole, const Event& event) {
    return ChainFinder(whole, event).find();
}

std::string short_place(const ir::Source& source) {
    const std::string file = source.file.substr(source.file.rfind('/') + 1);
    return file + (source.line ? ":" + std::to_string(source.line) : "");
}

}  // namespace entryproof::checker
