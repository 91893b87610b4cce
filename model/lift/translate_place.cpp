// SPDX-License-Identifier: MIT
// What can be assigned: locals, cells behind the task's pointers, array elements.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <algorithm>

namespace entryproof::lift {

namespace {

std::string_view cell_structure(std::string_view structure) {
    return structure == "user_pt_regs" ? "pt_regs" : structure;
}

const kernel::FieldCell* find_cell(const kernel::Arch& arch, std::string_view structure, std::string_view field) {
    for (const kernel::FieldCell& row : arch.fields)
        if (row.structure == cell_structure(structure) && row.field == field) return &row;
    return nullptr;
}

// The cells of an array field, in order; empty when it is none.
std::vector<const kernel::FieldCell*> find_array(const kernel::Arch& arch, std::string_view structure,
                                                 std::string_view field) {
    std::vector<const kernel::FieldCell*> cells;
    while (const kernel::FieldCell* row =
               find_cell(arch, structure, std::string(field) + "[" + std::to_string(cells.size()) + "]"))
        cells.push_back(row);
    return cells;
}

// A pointer that is itself a cell, and what it points to.
std::string_view pointee(std::string_view cell) {
    return cell == "task.last_siginfo" ? "kernel_siginfo" : std::string_view();
}

// *p++
bool is_step(const Node& node) {
    return node.is("pointer_expression") && node.field("argument").is("update_expression") &&
           node.field("argument").field("argument").is("identifier");
}

bool contains_step(const Node& node) {
    if (node.is("update_expression") || node.is("call_expression")) return true;
    const std::vector<Node> children = node.children();
    return std::any_of(children.begin(), children.end(), contains_step);
}

}  // namespace

Translator::Place Translator::place(const Node& outer) {
    Node node = outer;
    while (node.is("parenthesized_expression")) node = node.children().front();
    if (node.is("identifier")) {
        const Local* local = find_local(node.text());
        if (!local) fail(node, "unknown name " + std::string(node.text()), "global variables are not cells");
        return {local->type, local->place, nullptr, {}, local->is_constant};
    }
    if (node.is("field_expression")) return field(node);
    if (node.is("subscript_expression")) return subscript(node);
    if (node.is("pointer_expression") && node.operator_text() == "*") {
        if (const auto element = walked(node.field("argument"))) return *element;
        return pointed_to(node, expression(node.field("argument")));
    }
    unsupported(node, "assigning to this", "");
}

Translator::Place Translator::pointed_to(const Node& node, const Value& pointer) {
    if (pointer.type.kind != Type::Kind::place_pointer || pointer.is_array)
        unsupported(node, "reading through this pointer", "");
    return {integer(pointer.type.width, pointer.type.is_signed), pointer.place, nullptr, {}};
}

Translator::Place Translator::field(const Node& node) {
    const Node argument = node.field("argument");
    const std::string name(node.field("field").text());
    const Value base = node.operator_text() == "->" ? expression(argument) : embedded_in_task(argument);
    if (base.type.kind != Type::Kind::task_pointer || base.type.structure.empty())
        unsupported(argument, "a field of this pointer", "");
    const kernel::FieldCell* row = find_cell(lifter_.arch(), base.type.structure, name);
    if (!row)
        fail(node, "struct " + base.type.structure + " has no cell for " + name,
             "add a row to model/kernel/cells.cpp if the path depends on it");
    lifter_.check_field(base.type.structure, *row, context_.unit, context_.assumption, node.token());
    lifter_.use_cell(row->cell, row->width, row->meaning);
    const std::string_view target = pointee(row->cell);
    const Type type = target.empty() ? integer(row->width, row->is_signed) : task_pointer(std::string(target));
    return {type, row->cell, nullptr, {}};
}

// *p and *p++ where p walks along an array parameter: the element is known, as no way through may leave that open.
std::optional<Translator::Place> Translator::walked(const Node& pointer) {
    const bool counts = pointer.is("update_expression");
    const Node name = counts ? pointer.field("argument") : pointer;
    const Local* local = name.is("identifier") ? find_local(name.text()) : nullptr;
    if (!local || local->walk.empty()) return std::nullopt;
    const Elements rest = elements(name);
    if (rest.places.empty()) fail(pointer, "this is behind the end of the array", "");
    if (counts) step(pointer, *local);
    return Place{rest.type, rest.places.front(), nullptr, {}};
}

// The element that a walking pointer points to.
std::uint64_t Translator::walked_to(const Node& pointer, const Local& local) {
    const auto known = flow_.values(ir::read(local.walk, 64));
    if (!known || known->size() != 1) unsupported(pointer, "this walk along an array", "");
    return *known->begin();
}

// p++, of a pointer that walks; its value is nobody's here.
void Translator::step(const Node& node, const Local& local) {
    const bool is_postfix = node.operator_text() == "++" && node.all_children().back().text() == "++";
    if (!is_postfix) unsupported(node, "this walk along an array", "");
    assign(node, local.walk, ir::constant(64, walked_to(node, local) + 1));
}

// A structure named as a field of another: current->syscall_dispatch.
Value Translator::embedded_in_task(const Node& node) {
    if (node.is("field_expression") && node.operator_text() == "->") {
        const Value outer = expression(node.field("argument"));
        if (outer.type.kind == Type::Kind::task_pointer && !outer.expression)
            if (const auto inner = embedded(outer.type.structure, node.field("field").text()))
                return {task_pointer(std::string(*inner)), nullptr, ""};
    }
    unsupported(node, "a field of this", "only structures behind the task's pointers");
}

Translator::Elements Translator::elements(const Node& array) {
    Elements found;
    if (array.is("field_expression")) {
        if (array.operator_text() != "->") unsupported(array, "a field of this", "only structures behind pointers");
        const Value base = expression(array.field("argument"));
        const auto cells = find_array(lifter_.arch(), base.type.structure, array.field("field").text());
        if (base.type.kind != Type::Kind::task_pointer || cells.empty())
            unsupported(array, "an element of this array", "");
        lifter_.check_field(base.type.structure, *cells[0], context_.unit, context_.assumption, array.token());
        for (const kernel::FieldCell* row : cells) {
            lifter_.use_cell(row->cell, row->width, row->meaning);
            found.places.push_back(row->cell);
        }
        found.type = integer(cells[0]->width, cells[0]->is_signed);
        return found;
    }
    const Value pointer = expression(array);
    const Local* local = array.is("identifier") ? find_local(array.text()) : nullptr;
    if (pointer.type.kind != Type::Kind::place_pointer || !pointer.is_array || !local)
        unsupported(array, "an element of this", "");
    for (std::uint64_t element = local->walk.empty() ? 0 : walked_to(array, *local); element < local->elements;
         ++element)
        found.places.push_back(local->place + "[" + std::to_string(element) + "]");
    found.type = integer(pointer.type.width, pointer.type.is_signed);
    return found;
}

Translator::Place Translator::subscript(const Node& node) {
    const Value index = integer_expression(node.field("index"));
    const Elements all = elements(node.field("argument"));
    return chosen(node, all.type, index.expression, all.places);
}

// &a[i], or a.
Translator::Elements Translator::elements_from(const Node& outer) {
    const Node pointer = without_parentheses(outer);
    const bool is_address = pointer.is("pointer_expression") && pointer.operator_text() == "&";
    const Node element = is_address ? without_parentheses(pointer.field("argument")) : pointer;
    const bool has_index = is_address && element.is("subscript_expression");
    if (is_address != has_index) unsupported(outer, "copying from or to this", "");
    Elements rest = elements(has_index ? element.field("argument") : element);
    if (!has_index) return rest;
    const auto first = constant_value(integer_expression(element.field("index")).expression);
    if (!first || *first > rest.places.size()) needs_constant(element, "the index is not provably in range");
    rest.places.erase(rest.places.begin(), rest.places.begin() + static_cast<std::ptrdiff_t>(*first));
    return rest;
}

// memcpy(to, from, bytes). C leaves overlapping arrays open.
void Translator::copy(const Node& node, const std::vector<Node>& arguments) {
    const Elements to = elements_from(arguments[0]);
    const Elements from = elements_from(arguments[1]);
    const auto bytes = constant_value(integer_expression(arguments[2]).expression);
    if (!bytes) needs_constant(arguments[2], "the number of bytes is not known");
    const unsigned size = to.type.width / 8;
    if (size == 0 || to.type.width != from.type.width || *bytes % size != 0)
        unsupported(node, "copying parts of elements", "");
    const std::uint64_t count = *bytes / size;
    if (count > to.places.size() || count > from.places.size())
        fail(node, std::to_string(count) + " elements do not fit", "the arrays are shorter");
    for (std::uint64_t i = 0; i < count; ++i)
        if (std::find(from.places.begin(), from.places.end(), to.places[i]) != from.places.end())
            unsupported(node, "copying inside one array", "");
    for (std::uint64_t i = 0; i < count; ++i)
        store(node, {to.type, to.places[i], nullptr, {}}, load({from.type, from.places[i], nullptr, {}}));
}

// The element, when the index is one number; else a choice among the few numbers it can be.
Translator::Place Translator::chosen(const Node& node, const Type& type, const ir::ExpressionRef& index,
                                     const std::vector<std::string>& names) {
    const auto values = flow_.values(index);
    if (!values || values->empty()) needs_constant(node, "the index is not provably in range");
    for (const std::uint64_t value : *values)
        if (value >= names.size()) fail(node, "the index may be " + std::to_string(value) + ", out of range", "");
    if (values->size() == 1 && !reads_unassigned(index)) return {type, names[*values->begin()], nullptr, {}};
    Place place{type, "", index, {}};
    for (const std::uint64_t value : *values) place.choices.emplace_back(value, names[value]);
    return place;
}

Value Translator::load(const Place& place) {
    const auto read = [&](const std::string& name) {
        effects_.read.push_back(name);
        return ir::read(name, place.type.width);
    };
    if (!place.index) return {place.type, read(place.name), ""};
    ir::ExpressionRef value = read(place.choices.back().second);
    for (std::size_t at = place.choices.size() - 1; at-- > 0;) {
        const ir::ExpressionRef number = ir::constant(place.index->width, place.choices[at].first);
        value = folded_select(folded(ir::BinaryOperator::equal, place.index, number), read(place.choices[at].second),
                              value);
    }
    return {place.type, value, ""};
}

void Translator::assign(const Node& node, const std::string& name, const ir::ExpressionRef& value) {
    emit(node, ir::Assign{name, value});
    effects_.assigned.push_back(name);
    assigned_.push_back(name);
    if (is_cell_name(name)) {
        build_.info.is_pure = false;
    } else {
        flow_.assign(name, flow_.values(value));
    }
}

std::string Translator::keep(const Node& node, const std::string& wanted, const ir::ExpressionRef& value) {
    const std::string name = new_local(wanted, value->width);
    emit(node, ir::Assign{name, value});
    flow_.assign(name, flow_.values(value));
    return name;
}

void Translator::store(const Node& node, const Place& place, const Value& value) {
    if (place.is_constant) fail(node, "assigning to a constant", "");
    const Value fitted = to_type(node, value, place.type);
    if (!fitted.expression) {
        const bool same_pointer = place.name.empty() && !place.index && fitted.type.structure == place.type.structure;
        if (!same_pointer) unsupported(node, "assigning this pointer", "");
        return;
    }
    if (place.name.empty() && !place.index) unsupported(node, "assigning another pointer to this", "");
    if (!place.index) return assign(node, place.name, fitted.expression);
    ir::Body chain;
    for (auto choice = place.choices.rbegin(); choice != place.choices.rend(); ++choice) {
        const ir::ExpressionRef hit =
            folded(ir::BinaryOperator::equal, place.index, ir::constant(place.index->width, choice->first));
        ir::Body one = aside([&] { assign(node, choice->second, fitted.expression); });
        ir::Body next;
        next.push_back({ir::If{hit, std::move(one), std::move(chain)}, source_of(node)});
        chain = std::move(next);
    }
    body_->push_back(std::move(chain.front()));
    for (const auto& [number, name] : place.choices)
        if (!is_cell_name(name)) flow_.forget(name);
}

Value Translator::assignment(const Node& node) {
    const std::string_view op = node.operator_text();
    Operands operands(*this);
    const std::size_t assigned_before = assigned_.size();
    const Value right = operands.watch([&] { return expression(node.field("right")); });
    const bool only_walks = is_step(node.field("left")) && !contains_step(node.field("right"));
    const Place target = operands.watch([&] {
        const Effects before = effects_;
        const Place found = place(node.field("left"));
        if (only_walks) effects_ = before;  // nothing on the right reads or moves the pointer
        return found;
    });
    require_unassigned_since(node, assigned_before, target);
    if (op == "=") {
        operands.check(node);
        return stored(node, target, right);
    }
    const Value old = operands.watch([&] { return load(target); });
    operands.check(node);
    if (!right.type.is_integer() || !target.type.is_integer()) unsupported(node, "arithmetic on pointers", "");
    return stored(node, target, arithmetic(node, op.substr(0, op.size() - 1), old, right));
}

// x = x++: C does not say which of the two comes last.
void Translator::require_unassigned_since(const Node& node, std::size_t since, const Place& target) const {
    for (std::size_t at = since; at < assigned_.size(); ++at) {
        bool is_target = assigned_[at] == target.name;
        for (const auto& [number, name] : target.choices) is_target = is_target || assigned_[at] == name;
        if (is_target) unsupported(node, "assigning twice to one place in one expression", "split the expression");
    }
}

// Stores, and gives the value of the assignment. Of an element chosen by a value it is kept: storing may change which
// one is chosen.
Value Translator::stored(const Node& node, const Place& target, const Value& value) {
    if (!target.index) {
        store(node, target, value);
        return target.name.empty() ? Value{target.type, nullptr, ""} : load(target);
    }
    const Value fitted = to_type(node, value, target.type);
    const Value kept{target.type, ir::read(keep(node, "stored", fitted.expression), target.type.width), ""};
    store(node, target, kept);
    return kept;
}

Value Translator::update(const Node& node) {
    if (const Local* local = find_local(node.field("argument").text()); local && !local->walk.empty()) {
        step(node, *local);
        return {};
    }
    const Place target = place(node.field("argument"));
    if (!target.type.is_integer() || target.index) unsupported(node, "counting this", "");
    const bool is_prefix = node.all_children().front().text() == node.operator_text();
    Value old = load(target);
    if (!is_prefix) {
        const std::string kept = keep(node, "before", old.expression);
        old = {target.type, ir::read(kept, target.type.width), ""};
    }
    store(node, target, arithmetic(node, node.operator_text() == "++" ? "+" : "-", old, int_value(1)));
    return is_prefix ? load(target) : old;
}

Value Translator::address_of(const Node& node) {
    Node argument = node.field("argument");
    while (argument.is("parenthesized_expression")) argument = argument.children().front();
    if (argument.is("field_expression") && argument.operator_text() == "->") {
        const Value base = expression(argument.field("argument"));
        if (base.type.kind == Type::Kind::task_pointer && embedded(base.type.structure, argument.field("field").text()))
            return embedded_in_task(argument);
    }
    const Place target = place(argument);
    if (target.index || target.name.empty() || !target.type.is_integer()) unsupported(node, "the address of this", "");
    Type type = target.type;
    type.kind = Type::Kind::place_pointer;
    return {type, nullptr, target.name};
}

Value Translator::subscript_value(const Node& node) {
    const Node array = node.field("argument");
    const Local* local = array.is("identifier") ? find_local(array.text()) : nullptr;
    const bool is_table =
        (local && local->type.kind == Type::Kind::syscall_table) || (!local && is_syscall_table(array.text()));
    if (!is_table) return load(place(node));
    const Value index = integer_expression(node.field("index"));
    const ir::ExpressionRef number = ir::zero_extend(resized(index.expression, 32, index.type.is_signed), 64);
    const ir::ExpressionRef table = ir::zero_extend(expression(array).expression, 64);
    const ir::ExpressionRef entry = folded(ir::BinaryOperator::bit_or, number,
                                           folded(ir::BinaryOperator::shift_left, table, ir::constant(64, table_bit)));
    return {{Type::Kind::syscall_pointer, 64, false, ""}, entry, ""};
}

}  // namespace entryproof::lift
