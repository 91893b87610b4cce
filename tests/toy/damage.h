// SPDX-License-Identifier: MIT
// One damage to a valid program, at a random place, each of a kind that the validator must refuse.
#pragma once

#include "tests/toy/random_program.h"

namespace entryproof::toy {

enum class Damage {
    renames_a_place_read,
    renames_a_place_written,
    widens_a_value,
    drops_a_return,
    drops_an_argument,
    renames_a_callee,
    calls_itself,
    leaves_an_unknown_block,
    repeats_a_hook,
    answers_nowhere,
    drops_a_cell_that_is_read,
    renames_the_entry
};

constexpr Damage all_damages[] = {
    Damage::renames_a_place_read, Damage::renames_a_place_written,   Damage::widens_a_value,
    Damage::drops_a_return,       Damage::drops_an_argument,         Damage::renames_a_callee,
    Damage::calls_itself,         Damage::leaves_an_unknown_block,   Damage::repeats_a_hook,
    Damage::answers_nowhere,      Damage::drops_a_cell_that_is_read, Damage::renames_the_entry};

// All nodes of one kind, in all bodies.
template <typename Node>
void collect(ir::Body& body, std::vector<Node*>& nodes) {
    for (ir::Statement& statement : body) {
        if (auto* node = std::get_if<Node>(&statement.node)) nodes.push_back(node);
        if (auto* branch = std::get_if<ir::If>(&statement.node)) {
            collect(branch->then_body, nodes);
            collect(branch->else_body, nodes);
        }
        if (auto* block = std::get_if<ir::Block>(&statement.node)) collect(block->body, nodes);
    }
}

// One node of a kind for which `is_fit` holds; null when there is none.
template <typename Node, typename Fit>
Node* some(ir::Program& program, Dice& dice, Fit&& is_fit) {
    std::vector<Node*> nodes;
    for (auto& [name, function] : program.functions) collect(function.body, nodes);
    std::vector<Node*> fit;
    for (Node* node : nodes)
        if (is_fit(*node)) fit.push_back(node);
    return fit.empty() ? nullptr : dice.pick(fit);
}

template <typename Node>
Node* some(ir::Program& program, Dice& dice) {
    return some<Node>(program, dice, [](const Node&) { return true; });
}

inline bool drop_a_return(ir::Program& program, Dice& dice) {
    std::vector<ir::Function*> functions;
    for (auto& [name, function] : program.functions)
        if (function.result != 0) functions.push_back(&function);
    if (functions.empty()) return false;
    dice.pick(functions)->body.pop_back();
    return true;
}

inline bool call_itself(ir::Program& program, Dice& dice) {
    const std::string caller = "f" + std::to_string(dice.below(3));
    if (caller != "f0" && ir::CallGraph(program).way("f0", caller).empty()) return false;
    ir::Body& body = program.functions.at(caller).body;
    body.insert(body.begin(), {ir::Call{"f0", {}, ""}, {}});
    return true;
}

inline bool damage_value(ir::Program& program, Damage damage, Dice& dice) {
    ir::Assign* node = some<ir::Assign>(program, dice);
    if (node == nullptr) return false;
    const ir::Width width = node->value->width;
    if (damage == Damage::renames_a_place_read)
        node->value = ir::binary(ir::BinaryOperator::add, ir::read("nowhere", width), node->value);
    else if (damage == Damage::renames_a_place_written)
        node->place = "nowhere";
    else
        node->value = ir::constant(width == 64 ? 63 : width + 1, 0);
    return true;
}

inline bool damage_call(ir::Program& program, Damage damage, Dice& dice) {
    ir::Call* node = some<ir::Call>(program, dice, [&](const ir::Call& call) {
        return damage != Damage::drops_an_argument || !call.arguments.empty();
    });
    if (node == nullptr) return false;
    if (damage == Damage::drops_an_argument)
        node->arguments.pop_back();
    else
        node->function = "nowhere";
    return true;
}

inline bool damage_hook(ir::Program& program, Damage damage, Dice& dice) {
    ir::Hook* node = some<ir::Hook>(
        program, dice, [&](const ir::Hook& hook) { return damage == Damage::repeats_a_hook || !hook.answers.empty(); });
    if (node == nullptr) return false;
    if (damage == Damage::repeats_a_hook)
        program.functions.at("f0").body.push_back({*node, {}});
    else
        node->answers[dice.below(node->answers.size())].place = "nowhere";
    return true;
}

inline bool drop_a_cell(ir::Program& program, Dice& dice) {
    const ir::CallGraph calls(program);
    std::vector<std::string> touched;
    for (const auto& [name, function] : program.functions)
        for (const std::string& cell : calls.touched_cells(name)) touched.push_back(cell);
    return !touched.empty() && program.cells.erase(dice.pick(touched)) == 1;
}

// False when the program has nothing to damage in this way.
inline bool inflict(ir::Program& program, Damage damage, std::uint64_t seed) {
    Dice dice(seed);
    switch (damage) {
        case Damage::renames_a_place_read:
        case Damage::renames_a_place_written:
        case Damage::widens_a_value:
            return damage_value(program, damage, dice);
        case Damage::drops_a_return:
            return drop_a_return(program, dice);
        case Damage::drops_an_argument:
        case Damage::renames_a_callee:
            return damage_call(program, damage, dice);
        case Damage::calls_itself:
            return call_itself(program, dice);
        case Damage::leaves_an_unknown_block:
            program.functions.at("f0").body.push_back({ir::Leave{"l0"}, {}});
            return true;
        case Damage::repeats_a_hook:
        case Damage::answers_nowhere:
            return damage_hook(program, damage, dice);
        case Damage::drops_a_cell_that_is_read:
            return drop_a_cell(program, dice);
        case Damage::renames_the_entry:
            program.entry = "nowhere";
            return true;
    }
    return false;
}

}  // namespace entryproof::toy
