// SPDX-License-Identifier: MIT
#include "checker/lift_dot.h"

#include "checker/whole.h"
#include "model/kernel/interface.h"
#include "spec/observer.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace entryproof::checker {

namespace {

// One call of a function in a picture.
struct Edge {
    std::string from;
    std::string to;
    bool is_conditional;
};

struct Picture {
    std::vector<std::string> functions;  // in order of discovery
    std::vector<std::string> hooks;
    std::vector<Edge> edges;
};

const std::array<const char*, 7>& colours() {
    static const std::array<const char*, 7> table = {"#f4a7a0", "#f7cf7f", "#f3ef8e", "#b5dd9e",
                                                     "#9ed3dd", "#b3b5e8", "#e3b0dc"};
    return table;
}

// Grey: nobody sees it.
std::string colour_of(const std::string& observer) {
    const std::vector<spec::Observer>& all = spec::observers();
    for (std::size_t at = 0; at < all.size() && at < colours().size(); ++at)
        if (all[at].name == observer) return colours()[at];
    return "#e4e4e4";
}

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

class Painter {
public:
    explicit Painter(const ir::Program& program) : program_(program) {
        for (const kernel::Signature& hook : kernel::hooks()) hooks_.insert(hook.name);
    }

    Picture paint() {
        visit(program_.entry);
        return std::move(picture_);
    }

private:
    void visit(const std::string& function) {
        if (!seen_.insert(function).second) return;
        if (hooks_.count(function)) return picture_.hooks.push_back(function);
        picture_.functions.push_back(function);
        calls(function, program_.functions.at(function).body, false);
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
        const auto same = [&](const Edge& known) { return known.from == from && known.to == to; };
        if (std::any_of(picture_.edges.begin(), picture_.edges.end(), same)) return;
        picture_.edges.push_back({from, to, is_conditional});
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
    std::set<std::string> hooks_;
    std::set<std::string> seen_;
    std::map<std::string, bool> acts_;
    Picture picture_;
};

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

// The file's own name and the line, or the version where there is none.
std::string short_place(const ir::Source& source) {
    const std::string file = source.file.substr(source.file.rfind('/') + 1);
    return file + (source.line ? ":" + std::to_string(source.line) : "");
}

std::string function_line(const ir::Program& program, const std::string& name) {
    const std::string place = short_place(program.functions.at(name).source);
    const std::string label = quoted(name + "\n" + place);
    std::string line = "  " + quoted(name) + " [label=" + label;
    for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n')) line.replace(at, 1, "\\n");
    return line + (name == program.entry ? ", penwidth=2" : "") + "];\n";
}

}  // namespace

std::string dot_of(const LoadedPath& path) {
    const ir::Program whole = whole_programs({path}).front();
    const Picture picture = Painter(path.program).paint();
    std::string text = "digraph path {\n  label=" + quoted(path.name + ": " + path.origin) +
                       ";\n  labelloc=t;\n  rankdir=TB;\n  ordering=out;\n  node [shape=box, fontname=\"sans-serif\", "
                       "fontsize=10, margin=\"0.08,0.04\"];\n  edge [arrowsize=0.6];\n";
    for (const std::string& name : picture.functions) text += function_line(path.program, name);
    std::map<std::string, std::string> observers;  // that are met, with their colour
    for (const std::string& name : picture.hooks) {
        std::set<std::string> seen;
        const std::string observer = observer_of(whole, name, seen);
        text += "  " + quoted(name) + " [shape=ellipse, style=filled, fillcolor=\"" + colour_of(observer) + "\"];\n";
        observers[observer.empty() ? "nobody" : observer] = colour_of(observer);
    }
    for (const Edge& edge : picture.edges)
        text += "  " + quoted(edge.from) + " -> " + quoted(edge.to) + (edge.is_conditional ? " [style=dashed]" : "") +
                ";\n";
    text += "  subgraph cluster_legend {\n    label=\"seen by\";\n    fontsize=10;\n    color=\"#bbbbbb\";\n";
    for (const auto& [observer, colour] : observers)
        text += "    " + quoted("legend " + observer) + " [label=" + quoted(observer) +
                ", shape=ellipse, style=filled, fillcolor=\"" + colour + "\"];\n";
    return text + "  }\n}\n";
}

}  // namespace entryproof::checker
