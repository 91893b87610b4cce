// SPDX-License-Identifier: MIT
// Ways of calls and touched cells, also where the program is wrong.
#include "model/ir/call_graph.h"

#include <doctest/doctest.h>

#include "tests/toy/toy.h"

using namespace entryproof;

using Names = std::vector<std::string>;
using NameSet = std::set<std::string>;

TEST_CASE("a function touches the cells that its callees touch") {
    const ir::Program gate = toy::gate();
    const ir::CallGraph calls(gate);
    CHECK(calls.touched_cells("open_door") == NameSet{"task.hour"});
    CHECK(calls.touched_cells("enter") == NameSet{"task.hour", "task.visitor", "task.watched"});
}

TEST_CASE("cells are touched through any number of calls, in whatever order the functions are named") {
    ir::Program gate = toy::gate();
    const auto calls_only = [&](const std::string& name, const std::string& callee) {
        ir::BodyBuilder body(toy::source(name));
        body.call(callee);
        gate.functions[name] = {name, {}, {}, 0, body.take(), toy::source(name)};
    };
    calls_only("a", "b");
    calls_only("b", "c");
    calls_only("c", "enter");
    CHECK(ir::CallGraph(gate).touched_cells("a") == NameSet{"task.hour", "task.visitor", "task.watched"});
}

TEST_CASE("locals, and functions that nobody knows, touch no cell") {
    const ir::Program gate = toy::gate();
    const ir::CallGraph calls(gate);
    CHECK(calls.touched_cells("ask_guard").empty());
    CHECK(calls.touched_cells("nowhere").empty());
}

TEST_CASE("there is a way of calls to a callee but none back") {
    const ir::Program gate = toy::gate();
    const ir::CallGraph calls(gate);
    CHECK(calls.way("enter", "open_door") == Names{"enter", "open_door"});
    CHECK(calls.way("open_door", "enter").empty());
    CHECK(calls.way("enter", "enter").empty());
}

TEST_CASE("a circle of calls is a way from a function to itself") {
    ir::Program gate = toy::gate();
    ir::BodyBuilder body(toy::source("open_door"));
    body.call("ask_guard", {ir::by_reference("visitor")});
    body.call("enter");
    gate.functions.at("open_door").body = body.take();
    const ir::CallGraph calls(gate);
    CHECK(calls.way("enter", "enter") == Names{"enter", "open_door", "enter"});
    CHECK(calls.touched_cells("open_door") == NameSet{"task.visitor", "task.watched"});
}
