// SPDX-License-Identifier: MIT
// One row a call: a tick from the caller's line, dashed where the call stands below an if. A function that was drawn
// above is only named again.
#include "checker/page/graph_figure.h"

#include "checker/call_graph.h"

#include <algorithm>

namespace entryproof::checker::page {

namespace {

constexpr unsigned row_height = 17;
constexpr unsigned indent = 16;
constexpr unsigned letter_width = 7;  // of the page's font for pictures, rounded up

std::string number(unsigned value) { return std::to_string(value); }

class Drawer {
public:
    Drawer(const LoadedPath& path, const Visited& run) : path_(path), run_(run), graph_(call_graph(path)) {}

    Markup draw() {
        node(graph_.entry, 0, false);
        Html figure;
        figure.open("figure", {{"class", "graph"}}).newline();
        figure.open("figcaption").element("b", path_.name).text(" " + path_.origin).close().newline();
        figure.open("svg", {{"viewBox", "0 0 " + number(width_) + " " + number(rows_ * row_height + 4)},
                            {"width", number(width_)},
                            {"height", number(rows_ * row_height + 4)},
                            {"role", "img"},
                            {"aria-label", "calls of " + path_.name + ": " + std::to_string(graph_.functions.size()) +
                                               " functions, " + std::to_string(graph_.hooks.size()) + " hooks"}});
        return figure.newline().add(svg_.finish()).close().newline().close().newline().finish();
    }

private:
    static unsigned x_of(unsigned depth) { return 8 + depth * indent; }
    static unsigned y_of(unsigned row) { return row * row_height + 11; }

    std::string class_of(const std::string& name) const {
        if (run_.marked.count(name) != 0) return " on-mark";
        if (run_.reached.count(name) != 0) return " reached";
        return run_.reached.empty() ? "" : " idle";
    }

    const GraphHook* hook(const std::string& name) const {
        const auto found = std::find_if(graph_.hooks.begin(), graph_.hooks.end(),
                                        [&](const GraphHook& one) { return one.name == name; });
        return found == graph_.hooks.end() ? nullptr : &*found;
    }

    // Draws a row and what is called from it.
    void node(const std::string& name, unsigned depth, bool is_conditional) {
        const unsigned row = rows_++;
        const bool is_again = !drawn_.insert(name).second;
        if (depth > 0) tick(depth, row, is_conditional);
        const GraphHook* as_hook = hook(name);
        if (as_hook != nullptr)
            svg_.open("circle", {{"cx", number(x_of(depth))},
                                 {"cy", number(y_of(row))},
                                 {"r", "4"},
                                 {"class", "hook" + class_of(name)}})
                .close();
        else
            svg_.open("rect", {{"x", number(x_of(depth) - 3)},
                               {"y", number(y_of(row) - 3)},
                               {"width", "6"},
                               {"height", "6"},
                               {"class", "function" + class_of(name)}})
                .close();
        label(name, depth, row, as_hook, is_again);
        if (as_hook != nullptr || is_again) return;
        unsigned last = row;
        for (const GraphCall& call : graph_.calls) {
            if (call.from != name) continue;
            last = rows_;
            node(call.to, depth + 1, call.is_conditional);
        }
        if (last != row) line(x_of(depth), y_of(row) + 4, x_of(depth), y_of(last), "");
    }

    void line(unsigned x1, unsigned y1, unsigned x2, unsigned y2, const std::string& kind) {
        svg_.open("line", {{"x1", number(x1)},
                           {"y1", number(y1)},
                           {"x2", number(x2)},
                           {"y2", number(y2)},
                           {"class", "call" + kind}})
            .close()
            .newline();
    }

    void tick(unsigned depth, unsigned row, bool is_conditional) {
        line(x_of(depth - 1), y_of(row), x_of(depth) - 4, y_of(row), is_conditional ? " conditional" : "");
    }

    void label(const std::string& name, unsigned depth, unsigned row, const GraphHook* as_hook, bool is_again) {
        std::string more;
        if (as_hook != nullptr) more = as_hook->observer.empty() ? "" : "seen by " + as_hook->observer;
        if (as_hook == nullptr && !is_again) more = short_place(path_.program.functions.at(name).source);
        if (is_again) more = "as above";
        const std::string sign = run_.marked.count(name) != 0 && as_hook != nullptr ? "\u2260 " : "";
        svg_.open("text", {{"x", number(x_of(depth) + 8)},
                           {"y", number(y_of(row) + 4)},
                           {"class", (is_again ? "again" : "name") + class_of(name)}});
        svg_.text(sign + name).element("tspan", " " + more, {{"class", "more"}, {"dx", "4"}});
        svg_.close().newline();
        const unsigned letters = static_cast<unsigned>(sign.size() + name.size() + more.size()) + 3;
        width_ = std::max(width_, x_of(depth) + 8 + letters * letter_width);
    }

    const LoadedPath& path_;
    const Visited& run_;
    const CallGraph graph_;
    Html svg_;
    std::set<std::string> drawn_;
    unsigned rows_ = 0;
    unsigned width_ = 0;
};

}  // namespace

Visited visited(const ir::Program& whole, const Run& run, int marked) {
    Visited result;
    for (std::size_t at = 0; at < run.events.size(); ++at) {
        const std::vector<std::string> names = functions_to(whole, run.events[at]);
        result.reached.insert(names.begin(), names.end());
        if (static_cast<int>(at) == marked) result.marked.insert(names.begin(), names.end());
    }
    return result;
}

Markup graph_figure(const LoadedPath& path, const Visited& run) { return Drawer(path, run).draw(); }

}  // namespace entryproof::checker::page
