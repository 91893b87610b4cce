// SPDX-License-Identifier: MIT
// Statements. Code after a return or goto that nothing jumps to is unreachable and gives no IR.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <array>

namespace entryproof::lift {

namespace {

bool mentions(const Node& node, std::string_view name) {
    if (node.is("identifier") && node.text() == name) return true;
    const std::vector<Node> children = node.children();
    return std::any_of(children.begin(), children.end(), [&](const Node& child) { return mentions(child, name); });
}

bool contains(const Node& node, std::string_view type) {
    if (node.is(type)) return true;
    for (const Node& child : node.children())
        if (contains(child, type)) return true;
    return false;
}

bool is_less(std::uint64_t left, std::uint64_t right, const Type& type) {
    const auto less = type.is_signed ? ir::BinaryOperator::signed_less : ir::BinaryOperator::unsigned_less;
    return *constant_value(folded(less, ir::constant(type.width, left), ir::constant(type.width, right))) != 0;
}

ir::ExpressionRef within(const ir::ExpressionRef& value, std::uint64_t first, std::uint64_t last, const Type& type) {
    const ir::ExpressionRef low = ir::constant(type.width, first), high = ir::constant(type.width, last);
    if (first == last) return folded(ir::BinaryOperator::equal, value, low);
    const auto at_most =
        type.is_signed ? ir::BinaryOperator::signed_less_equal : ir::BinaryOperator::unsigned_less_equal;
    return folded(ir::BinaryOperator::bit_and, folded(at_most, low, value), folded(at_most, value, high));
}

}  // namespace

void Translator::block(const Node& node, Label label, const std::function<void()>& inside) {
    label.name = (label.c_name.empty() ? "block" : label.c_name) + "_" + std::to_string(++build_.labels);
    std::replace(label.name.begin(), label.name.end(), ' ', '_');
    label.flow.stop();
    labels_.push_back(label);
    ir::Body body = aside(inside);
    flow_.join(labels_.back().flow);
    labels_.pop_back();
    emit(node, ir::Block{label.name, std::move(body)});
}

void Translator::leave(const Node& node, const std::function<bool(const Label&)>& takes, const std::string& what) {
    const auto end = labels_.rend() - static_cast<std::ptrdiff_t>(labels_within_);
    const auto label = std::find_if(labels_.rbegin(), end, takes);
    if (label == end) unsupported(node, what, "only jumps forward, out of nested statements, are");
    label->flow.join(flow_);
    flow_.stop();
    emit(node, ir::Leave{label->name});
}

void Translator::goto_statement(const Node& node) {
    const std::string target(node.field("label").text());
    leave(
        node, [&](const Label& label) { return label.c_name == target; }, "this goto");
}

// A label in a list ends a Block that holds everything before it.
void Translator::statements(const std::vector<Node>& nodes, std::size_t from, std::size_t to) {
    for (std::size_t at = to; at-- > from;) {
        if (!nodes[at].is("labeled_statement")) continue;
        const std::vector<Node> parts = nodes[at].children();
        Label label;
        label.c_name = std::string(nodes[at].field("label").text());
        if (!label_names_.insert(label.c_name).second) fail(nodes[at], "this label stands twice", "");
        block(nodes[at], label, [&] { statements(nodes, from, at); });
        for (std::size_t part = 1; part < parts.size(); ++part) statement(parts[part]);
        for (std::size_t rest = at + 1; rest < to; ++rest) statement(nodes[rest]);
        return;
    }
    for (std::size_t at = from; at < to; ++at) statement(nodes[at]);
}

void Translator::scoped(const Node& compound) {
    scopes_.emplace_back();
    const std::vector<Node> nodes = compound.children();
    statements(nodes, 0, nodes.size());
    scopes_.pop_back();
}

void Translator::statement(const Node& node) {
    const Depth depth(*this, node);
    if (!flow_.is_live()) {
        if (contains(node, "labeled_statement")) unsupported(node, "a label inside unreachable code", "");
        return;
    }
    if (node.is("compound_statement")) return scoped(node);
    if (node.is("declaration")) return declaration(node);
    if (node.is("if_statement")) return if_statement(node);
    if (node.is("return_statement")) return return_statement(node);
    if (node.is("goto_statement")) return goto_statement(node);
    if (node.is("do_statement")) return do_statement(node);
    if (node.is("switch_statement")) return switch_statement(node);
    if (node.is("break_statement"))
        return leave(
            node, [](const Label& label) { return label.takes_break; }, "break here");
    if (node.is("continue_statement"))
        return leave(
            node, [](const Label& label) { return label.takes_continue; }, "continue here");
    if (node.is("expression_statement")) {
        for (const Node& child : node.children()) full_expression(child);
        return;
    }
    if (node.is("for_statement") || node.is("while_statement"))
        unsupported(node, "a loop", "only hooks may loop; add this one to the vocabulary if it stands for an event");
    if (node.is("gnu_asm_expression"))
        unsupported(node, "inline assembly", "add the function around it to the vocabulary");
    unsupported(node, "this statement (" + std::string(node.type()) + ")", "");
}

void Translator::declaration(const Node& node) {
    for (const Node& child : node.children())
        if (child.is("storage_class_specifier")) unsupported(child, "a local that outlives its function", "");
    static constexpr std::array specifiers = {"primitive_type",  "sized_type_specifier", "type_identifier",
                                              "enum_specifier",  "struct_specifier",     "type_qualifier",
                                              "union_specifier", "attribute_specifier"};
    bool declares = false;
    for (const Node& child : node.children()) {
        const bool is_declarator = child.is("identifier") || child.is("init_declarator") ||
                                   child.is("pointer_declarator") || child.is("array_declarator");
        const bool is_specifier = std::any_of(specifiers.begin(), specifiers.end(),
                                              [&](const char* specifier) { return child.is(specifier); });
        if (child.is("function_declarator")) unsupported(child, "a function declared inside a function", "");
        if (!is_declarator && !is_specifier) unsupported(child, "this declaration", "");
        if (is_declarator) declare(node, child);
        declares = declares || is_declarator;
    }
    if (!declares) unsupported(node, "a declaration of nothing", "");
}

void Translator::declare(const Node& specifiers, Node declarator) {
    const Node initial = declarator.is("init_declarator") ? declarator.field("value") : Node();
    if (declarator.is("init_declarator")) declarator = declarator.field("declarator");
    const std::string name(declared_name(declarator));
    if (scopes_.back().count(name)) fail(declarator, name + " is declared twice", "");
    Local local;
    local.type = type_of(specifiers, declarator);
    local.is_constant = local.type.is_integer() && is_constant(specifiers);
    if (declarator.is("array_declarator")) {
        if (local.type.kind != Type::Kind::place_pointer || initial) unsupported(declarator, "this array", "");
        const auto size = declarator.field("size")
                              ? constant_value(integer_expression(declarator.field("size")).expression)
                              : std::nullopt;
        if (!size || *size == 0 || *size > 64) unsupported(declarator, "an array of this size", "");
        local.elements = static_cast<unsigned>(*size);
        local.place = new_local(name + "[0]", local.type.width);
        local.place.resize(local.place.size() - 3);
        for (unsigned element = 1; element < local.elements; ++element)
            flow_.declare(new_local(local.place + "[" + std::to_string(element) + "]", local.type.width));
        flow_.declare(local.place + "[0]");
    } else if (local.type.kind == Type::Kind::place_pointer || local.type.kind == Type::Kind::syscall_table ||
               local.type.kind == Type::Kind::nothing) {
        unsupported(declarator, "a local of this type", "");
    } else {
        // The name is the new local's from its own initialiser on.
        const bool needs_no_value = local.type.kind == Type::Kind::task_pointer && is_of_the_task(local.type.structure);
        if (!needs_no_value) {
            local.place = new_local(name, local.type.width);
            flow_.declare(local.place);
        }
        scopes_.back()[name] = local;
        Value value;
        if (initial) value = to_type(initial, expression(initial), local.type);
        if (needs_no_value && (!initial || value.expression || mentions(initial, name)))
            unsupported(declarator, "a pointer to the task that may be something else",
                        "initialise it with the task's own");
        if (!needs_no_value && initial) assign(initial, local.place, value.expression);
    }
    scopes_.back()[name] = local;
}

void Translator::branch(const ir::ExpressionRef& condition, const Node& node, const std::function<void()>& then_part,
                        const std::function<void()>& else_part) {
    const Flow before = flow_;
    ir::Body then_body = aside(then_part);
    Flow after_then = std::move(flow_);
    flow_ = before;
    ir::Body else_body = aside(else_part);
    after_then.join(flow_);
    flow_ = std::move(after_then);
    if (!then_body.empty() || !else_body.empty())
        emit(node, ir::If{condition, std::move(then_body), std::move(else_body)});
}

void Translator::if_statement(const Node& node) {
    const ir::ExpressionRef test = condition(node.field("condition"));
    const Node then_node = node.field("consequence");
    Node else_node = node.field("alternative");
    if (else_node && else_node.is("else_clause"))
        else_node = else_node.children().empty() ? Node() : else_node.children().front();
    const auto part = [&](const Node& which) {
        return [this, which] {
            if (!which) return;
            scopes_.emplace_back();
            statement(which);
            scopes_.pop_back();
        };
    };
    if (const auto value = constant_value(test)) {
        const Node dead = *value ? else_node : then_node;
        if (dead && contains(dead, "labeled_statement"))
            unsupported(dead, "a label inside code that is never compiled", "");
        part (*value ? then_node : else_node)();
        return;
    }
    branch(test, node, part(then_node), part(else_node));
}

void Translator::return_statement(const Node& node) {
    if (in_expression_) unsupported(node, "leaving the function inside an expression", "");
    const Type& result = build_.info.result;
    const std::vector<Node> parts = node.children();
    const bool returns_nothing = result.kind == Type::Kind::nothing;
    if (parts.empty() != returns_nothing) {
        if (!returns_nothing) fail(node, "a value is missing here", "");
        if (expression(parts.front()).type.kind != Type::Kind::nothing)
            fail(node, "a function without result returns one", "");
        emit(node, ir::Return{nullptr});
    } else if (returns_nothing) {
        emit(node, ir::Return{nullptr});
    } else {
        const Value value = to_type(parts.front(), expression(parts.front()), result);
        if (!value.expression) unsupported(node, "returning a pointer to the task", "");
        emit(node, ir::Return{value.expression});
    }
    leave_function();
}

// do { ... } while (0), as macros use it.
void Translator::do_statement(const Node& node) {
    Label label;
    label.takes_break = label.takes_continue = true;
    const Node body = node.field("body");
    if (!contains(body, "break_statement") && !contains(body, "continue_statement")) {
        statement(body);
    } else {
        block(node, label, [&] { statement(body); });
    }
    const Flow after = flow_;
    if (constant_value(condition(node.field("condition"))) != 0)
        unsupported(node, "a loop", "only do { } while (0) is");
    flow_ = after;
}

// The first and the last value of a case, in the type of the selector.
std::pair<std::uint64_t, std::uint64_t> Translator::case_range(const Node& label, const Type& type) {
    std::vector<Node> ends{label, label};
    if (label.is("call_expression") && label.field("function").text() == range_of_cases) {
        ends = label.field("arguments").children();
        require_count(label, ends, 2);
    }
    std::vector<std::uint64_t> values;
    for (const Node& end : ends) {
        const Value value = integer_expression(end);
        const auto constant = constant_value(converted(value, type));
        if (!constant) unsupported(end, "a case that is no constant", "");
        values.push_back(*constant);
    }
    if (is_less(values[1], values[0], type)) fail(label, "this range of cases is empty", "");
    return {values[0], values[1]};
}

// One Block for every case, innermost the first: leaving it runs the case and falls through to the next.
void Translator::switch_statement(const Node& node) {
    const Value value = integer_expression(node.field("condition"));
    const Type type = promoted(value.type);
    const std::string selector = keep(node, "selector", converted(value, type));
    std::vector<Node> cases;
    for (const Node& child : node.field("body").children()) {
        if (!child.is("case_statement")) unsupported(child, "a statement before the first case", "");
        cases.push_back(child);
    }
    const auto dispatch = [&] {
        std::optional<std::size_t> otherwise;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
        for (std::size_t at = 0; at < cases.size(); ++at) {
            const Node label = cases[at].field("value");
            if (!label) {
                if (otherwise) fail(cases[at], "default stands twice", "");
                otherwise = at;
                continue;
            }
            const auto [first, last] = case_range(label, type);
            for (const auto& [other_first, other_last] : taken)
                if (!is_less(last, other_first, type) && !is_less(other_last, first, type))
                    fail(label, "this case stands twice", "");
            taken.emplace_back(first, last);
            const ir::ExpressionRef hit = within(ir::read(selector, type.width), first, last, type);
            const std::string name = "case " + std::to_string(at);
            branch(
                hit, label,
                [&] {
                    leave(
                        label, [&](const Label& l) { return l.c_name == name; }, "case");
                },
                [] {});
        }
        const std::string name = otherwise ? "case " + std::to_string(*otherwise) : "";
        leave(
            node, [&](const Label& l) { return otherwise ? l.c_name == name : l.takes_break; }, "default");
    };
    const std::function<void(std::size_t)> up_to = [&](std::size_t count) {
        if (count == 0) return dispatch();
        Label label;
        label.c_name = "case " + std::to_string(count - 1);
        block(cases[count - 1], label, [&] { up_to(count - 1); });
        std::vector<Node> body = cases[count - 1].children();
        if (cases[count - 1].field("value")) body.erase(body.begin());
        statements(body, 0, body.size());
    };
    Label end;
    end.takes_break = true;
    scopes_.emplace_back();
    block(node, end, [&] { up_to(cases.size()); });
    scopes_.pop_back();
}

}  // namespace entryproof::lift
