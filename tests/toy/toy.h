// SPDX-License-Identifier: MIT
// The toy system that all unit tests share: a gate with a guard. A visitor (task.visitor) comes; when the gate is
// watched (task.watched) the guard is asked first and may change who is let in or send the visitor away; then the door
// opens.
//
//   enter:  if task.watched { go := call ask_guard(&who) ; if !go return } ; call open_door(who)
//
// Two hooks: "ask" (observer guard, by history) and "door" (observer owner, a function of what it is asked).
#pragma once

#include "model/ir/builder.h"

namespace entryproof::toy {

struct Variant {
    bool shows_hour = false;         // the guard is also shown the hour
    bool ignores_refusal = false;    // the door opens whatever the guard says
    bool forgets_to_copy = false;    // `who` has no value when nobody watches
    bool door_before_guard = false;  // the owner sees the visitor before the guard does
};

inline ir::Source source(const std::string& function) { return {"toy/gate.c", function, "1", 0, 0}; }

inline ir::Function ask_guard(const Variant& variant) {
    ir::Function function{"ask_guard", {{"visitor", 8, true}}, {{"answer", 1}}, 1, {}, source("ask_guard")};
    ir::BodyBuilder body(function.source);
    ir::Hook ask{"ask", "guard", "question", {{"visitor", ir::read("visitor", 8)}}, {}, ir::Sharing::history};
    if (variant.shows_hour) ask.fields.push_back({"hour", ir::read("task.hour", 32)});
    ask.answers = {{"go", "answer"}, {"visitor", "visitor"}};
    body.hook(std::move(ask));
    body.return_(ir::read("answer", 1));
    function.body = body.take();
    return function;
}

inline ir::Function open_door() {
    ir::Function function{"open_door", {{"visitor", 8}}, {}, 0, {}, source("open_door")};
    ir::BodyBuilder body(function.source);
    body.hook({"door",
               "owner",
               "guest",
               {{"visitor", ir::read("visitor", 8)}, {"hour", ir::read("task.hour", 32), false}},
               {{"seat", "task.hour"}},
               ir::Sharing::function});
    function.body = body.take();
    return function;
}

inline ir::Function enter(const Variant& variant) {
    ir::Function function{"enter", {}, {{"who", 8}, {"go", 1}}, 0, {}, source("enter")};
    ir::BodyBuilder body(function.source);
    if (!variant.forgets_to_copy) body.assign("who", ir::read("task.visitor", 8));
    if (variant.door_before_guard) body.call("open_door", {ir::by_value(ir::read("who", 8))});
    body.if_(ir::read("task.watched", 1), [&](ir::BodyBuilder& watched) {
        if (variant.forgets_to_copy) watched.assign("who", ir::read("task.visitor", 8));
        watched.call("ask_guard", {ir::by_reference("who")}, "go");
        if (!variant.ignores_refusal)
            watched.if_(ir::negation(ir::read("go", 1)), [](ir::BodyBuilder& refused) { refused.return_(); });
    });
    if (!variant.door_before_guard) body.call("open_door", {ir::by_value(ir::read("who", 8))});
    function.body = body.take();
    return function;
}

inline ir::Program gate(const Variant& variant = {}) {
    ir::Program program;
    program.name = "gate";
    program.entry = "enter";
    program.cells = {{"task.visitor", {"task.visitor", 8, "who comes"}},
                     {"task.watched", {"task.watched", 1, "the guard is there"}},
                     {"task.hour", {"task.hour", 32, "when; afterwards the seat given"}}};
    program.functions = {{"ask_guard", ask_guard(variant)}, {"open_door", open_door()}, {"enter", enter(variant)}};
    return program;
}

}  // namespace entryproof::toy
