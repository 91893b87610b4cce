// SPDX-License-Identifier: MIT
#include "checker/lift_dot.h"

#include "checker/call_graph.h"
#include "spec/observer.h"

#include <array>
#include <map>

namespace entryproof::checker {

namespace {

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

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
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
    const CallGraph graph = call_graph(path);
    std::string text = "digraph path {\n  label=" + quoted(path.name + ": " + path.origin) +
                       ";\n  labelloc=t;\n  rankdir=TB;\n  ordering=out;\n  node [shape=box, fontname=\"sans-serif\", "
                       "fontsize=10, margin=\"0.08,0.04\"];\n  edge [arrowsize=0.6];\n";
    for (const std::string& name : graph.functions) text += function_line(path.program, name);
    std::map<std::string, std::string> observers;  // that are met, with their colour
    for (const auto& [name, observer] : graph.hooks) {
        text += "  " + quoted(name) + " [shape=ellipse, style=filled, fillcolor=\"" + colour_of(observer) + "\"];\n";
        observers[observer.empty() ? "nobody" : observer] = colour_of(observer);
    }
    for (const GraphCall& edge : graph.calls)
        text += "  " + quoted(edge.from) + " -> " + quoted(edge.to) + (edge.is_conditional ? " [style=dashed]" : "") +
                ";\n";
    text += "  subgraph cluster_legend {\n    label=\"seen by\";\n    fontsize=10;\n    color=\"#bbbbbb\";\n";
    for (const auto& [observer, colour] : observers)
        text += "    " + quoted("legend " + observer) + " [label=" + quoted(observer) +
                ", shape=ellipse, style=filled, fillcolor=\"" + colour + "\"];\n";
    return text + "  }\n}\n";
}

}  // namespace entryproof::checker
