// SPDX-License-Identifier: MIT
// The header of a function, its names, and the translator's plumbing.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <set>

namespace entryproof::lift {

namespace {

constexpr unsigned max_depth = 250;

bool names(const Node& node, std::string_view name) {
    if (node.is("identifier")) return node.text() == name;
    const std::vector<Node> children = node.children();
    return std::any_of(children.begin(), children.end(), [&](const Node& child) { return names(child, name); });
}

// How often `name` is counted up on the way through that counts most; every p++ stands before the last *p.
unsigned steps_of(const Node& node, std::string_view name) {
    if (node.is("update_expression")) return node.field("argument").text() == name ? 1 : 0;
    if (node.is("if_statement")) {
        const Node other = node.field("alternative");
        return steps_of(node.field("condition"), name) +
               std::max(steps_of(node.field("consequence"), name), other ? steps_of(other, name) : 0);
    }
    unsigned steps = 0;
    for (const Node& child : node.children()) steps += steps_of(child, name);
    return steps;
}

}  // namespace

Translator::Depth::Depth(Translator& translator, const Node& node) : translator_(translator) {
    if (++translator.depth_ > max_depth) translator.unsupported(node, "nesting this deep", "");
}

// f() + regs->a: when f may write a cell, C leaves open what is read. x++ + y is well defined, x++ + x is not.
bool Translator::Operands::affects(const Range& one, const Range& other) const {
    const Effects& effects = translator_.effects_;
    const auto names = [](const std::vector<std::string>& all, std::size_t from, std::size_t to) {
        return std::set<std::string>(all.begin() + static_cast<std::ptrdiff_t>(from),
                                     all.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const std::set<std::string> assigned = names(effects.assigned, one.first.assigned, one.second.assigned);
    std::set<std::string> touched = names(effects.assigned, other.first.assigned, other.second.assigned);
    touched.merge(names(effects.read, other.first.read, other.second.read));
    const bool calls = one.first.impure_calls != one.second.impure_calls;
    const bool other_calls = other.first.impure_calls != other.second.impure_calls;
    const bool other_call_reads = other.first.calls_that_read != other.second.calls_that_read;
    const auto has_cell = [](const std::set<std::string>& all) {
        return std::any_of(all.begin(), all.end(), [](const std::string& name) { return is_cell_name(name); });
    };
    if (calls && (other_calls || other_call_reads || has_cell(touched))) return true;
    if (has_cell(assigned) && (other_calls || other_call_reads)) return true;
    return std::any_of(assigned.begin(), assigned.end(),
                       [&](const std::string& name) { return touched.count(name) > 0; });
}

void Translator::Operands::check(const Node& node) const {
    for (std::size_t i = 0; i < seen_.size(); ++i)
        for (std::size_t j = 0; j < seen_.size(); ++j)
            if (i != j && affects(seen_[i], seen_[j]))
                translator_.unsupported(node, "side effects whose order C leaves open", "split the expression");
}

void Translator::fail(const Node& node, const std::string& reason, const std::string& hint) const {
    const Token& token = node.token();
    throw lifter_.sources().error(token.file, token.offset, reason, hint);
}

void Translator::unsupported(const Node& node, const std::string& what, const std::string& hint) const {
    fail(node, what + " is not supported", hint);
}

void Translator::needs_constant(const Node& node, const std::string& reason) const {
    throw NeedsConstant{node.token().file, node.token().offset, reason};
}

ir::Source Translator::source_of(const Node& node) const {
    if (context_.source) return *context_.source;
    const Token& token = node.token();
    const Position where = lifter_.sources().position(token.file, token.offset);
    return {lifter_.sources().path(token.file), context_.name, lifter_.version(), where.line, where.column};
}

void Translator::emit(const Node& node, decltype(ir::Statement::node) statement) {
    body_->push_back({std::move(statement), source_of(node)});
}

ir::Body Translator::aside(const std::function<void()>& fill) {
    ir::Body body;
    ir::Body* const outer = body_;
    body_ = &body;
    fill();
    body_ = outer;
    return body;
}

ir::ExpressionRef Translator::cell(const std::string& name, ir::Width width, const std::string& meaning) {
    lifter_.use_cell(name, width, meaning);
    return ir::read(name, width);
}

ir::Body Translator::run() {
    Node definition;
    for (const Node& child : syntax_.root().children())
        if (child.is("function_definition")) definition = child;
    if (!definition || syntax_.root().children().size() != 1)
        fail(syntax_.root(), "this is not a single function definition",
             "is a macro or annotation missing from the vocabulary?");
    const std::vector<Node> words = definition.children();
    if (std::count_if(words.begin(), words.end(), [](const Node& word) { return word.is("storage_class_specifier"); }) >
        1)
        fail(definition, "two storage classes", "");
    Node declarator = definition.field("declarator");
    build_.info.result = type_of(definition, declarator);
    while (declarator && !declarator.is("function_declarator")) declarator = declarator.field("declarator");
    if (!declarator) unsupported(definition, "this kind of function header", "");
    if (declared_name(declarator) != context_.name)
        fail(declarator, "expected the function " + context_.name + " here", "is a macro hiding its header?");
    // The grammar lets words stand behind the parameters, where macros may be.
    if (declarator.children().size() != 2 || words.size() < 3)
        unsupported(declarator, "this kind of function header", "is an annotation missing from the vocabulary?");
    ir::Body body;
    body_ = &body;
    scopes_.emplace_back();
    exit_flow_.stop();
    const Node compound = definition.field("body");
    std::vector<ParameterInfo> parameters;
    if (declarator.field("parameters").children().empty())
        fail(declarator, "a function that does not say its parameters", "the kernel writes (void)");
    for (const Node& child : declarator.field("parameters").children())
        if (child.text() != "void") parameters.push_back(parameter(child, compound));
    declare_parameters(declarator, std::move(parameters));
    statements(compound.children(), 0, compound.children().size());
    finish(compound);
    return body;
}

// The parameters of the first variant are the function's; a later variant may name them otherwise.
void Translator::declare_parameters(const Node& declarator, std::vector<ParameterInfo> mine) {
    if (!build_.is_begun) {
        build_.is_begun = true;
        build_.function.name = build_.info.ir_name;
        build_.function.source = source_of(declarator);
        build_.function.result = build_.info.result.kind == Type::Kind::nothing ? 0 : build_.info.result.width;
        build_.info.parameters = mine;
        for (std::size_t index = 0; index < mine.size(); ++index) {
            if (index < context_.constants.size()) build_.info.parameters[index].constant = context_.constants[index];
            add_parameter(build_.info.parameters[index]);
        }
    }
    const std::vector<ParameterInfo>& all = build_.info.parameters;
    if (all.size() != mine.size()) fail(declarator, "the definitions of this function differ in their parameters", "");
    for (std::size_t index = 0; index < mine.size(); ++index) {
        const bool same =
            all[index].type.kind == mine[index].type.kind && all[index].type.width == mine[index].type.width &&
            all[index].type.is_signed == mine[index].type.is_signed && all[index].elements >= mine[index].elements;
        if (!same) fail(declarator, "the definitions of this function differ in parameter " + mine[index].name, "");
        bind_parameter(declarator, mine[index], index);
    }
}

// Gives a parameter its places in the IR function.
void Translator::add_parameter(ParameterInfo& info) {
    if (info.is_dropped() || info.constant) return;
    std::string name = info.name.empty() ? "unnamed" : info.name;
    auto& parameters = build_.function.parameters;
    const auto is_taken = [&](const std::string& wanted) {
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const auto& known) { return known.name == wanted; });
    };
    if (name[0] >= 'A' && name[0] <= 'Z') name = "v_" + name;
    while (is_taken(name)) name += "_";
    info.place = name;
    const bool by_reference = info.type.kind == Type::Kind::place_pointer;
    if (info.elements == 0) parameters.push_back({name, info.type.width, by_reference});
    for (unsigned element = 0; element < info.elements; ++element)
        parameters.push_back({name + "[" + std::to_string(element) + "]", info.type.width, true});
}

ParameterInfo Translator::parameter(const Node& node, const Node& body) {
    const Node declarator = node.field("declarator");
    ParameterInfo info;
    info.type = type_of(node, declarator);
    info.name = declarator ? std::string(declared_name(declarator)) : "";
    info.is_constant = info.type.is_integer() && is_constant(node);
    if (info.type.kind == Type::Kind::place_pointer) {
        const unsigned steps = steps_of(body, info.name);
        info.is_walked = steps > 0;
        info.elements = std::max(elements_used(body, info.name) + steps, info.is_walked ? steps + 1 : 0);
        if (info.elements >= 64) unsupported(node, "an array this long", "");
    }
    if (info.type.kind == Type::Kind::task_pointer && !info.type.structure.empty() &&
        !is_of_the_task(info.type.structure)) {
        info.is_unused = !names(body, info.name);
        if (info.is_unused) info.type = task_pointer("");
    }
    if (info.type.kind == Type::Kind::task_pointer && !info.type.structure.empty() &&
        !is_of_the_task(info.type.structure))
        unsupported(node, "a parameter that points to struct " + info.type.structure, "pass the task's own structures");
    return info;
}

// How far memcpy(&name[i], ..., n * sizeof(x)), or the same from it, reaches into the array; 0: another node.
unsigned Translator::elements_copied(const Node& node, std::string_view name) {
    if (!node.is("call_expression") || primitive(node.field("function").text()) != Primitive::copy) return 0;
    const std::vector<Node> arguments = node.field("arguments").children();
    require_count(node, arguments, 3);
    const auto literal = [&](const Node& count) {
        const auto value = count.is("number_literal") ? constant_value(number(count).expression) : std::nullopt;
        if (!value || *value >= 64) unsupported(node, "copying this much of an array parameter", "");
        return static_cast<unsigned>(*value);
    };
    unsigned reach = 0;
    for (const Node& outer : {arguments[0], arguments[1]}) {
        const Node pointer = without_parentheses(outer);
        const Node element =
            pointer.is("pointer_expression") ? without_parentheses(pointer.field("argument")) : pointer;
        const bool has_index = element.is("subscript_expression");
        if ((has_index ? element.field("argument") : element).text() != name) continue;
        const Node bytes = without_parentheses(arguments[2]);
        const bool is_product = bytes.is("binary_expression") && bytes.operator_text() == "*" &&
                                bytes.field("right").is("sizeof_expression");
        if (!is_product) unsupported(arguments[2], "copying this much of an array parameter", "");
        reach = std::max(reach, literal(bytes.field("left")) + (has_index ? literal(element.field("index")) : 0));
    }
    return reach;
}

// An array parameter is as long as its uses say: all are by constant index.
unsigned Translator::elements_used(const Node& body, std::string_view name) {
    unsigned elements = 0;
    std::vector<Node> open{body};
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        for (const Node& child : node.children()) open.push_back(child);
        elements = std::max(elements, elements_copied(node, name));
        if (!node.is("subscript_expression") || node.field("argument").text() != name) continue;
        const Node index = node.field("index");
        if (!index.is("number_literal")) unsupported(node, "indexing an array parameter by other than a number", "");
        const auto value = constant_value(number(index).expression);
        if (!value || *value >= 64) unsupported(node, "this index", "");
        elements = std::max(elements, static_cast<unsigned>(*value) + 1);
    }
    return elements;
}

void Translator::bind_parameter(const Node& node, const ParameterInfo& mine, std::size_t index) {
    const ParameterInfo& shared = build_.info.parameters[index];
    std::string place = shared.place;
    if (shared.constant) {
        place = new_local(mine.name.empty() ? "unnamed" : mine.name, mine.type.width);
        const Value given{integer(64, true), ir::constant(64, *shared.constant), ""};
        assign(node, place, converted(given, mine.type));
        effects_ = {};
    } else if (mine.type.kind == Type::Kind::place_pointer) {
        if (shared.elements == 0) flow_.declare_reference(place);
        for (unsigned element = 0; element < shared.elements; ++element)
            flow_.declare_reference(place + "[" + std::to_string(element) + "]");
    }
    std::string walk;
    if (mine.is_walked && !shared.constant) {
        walk = new_local(mine.name + "_at", 64);
        assign(node, walk, ir::constant(64, 0));
        effects_ = {};
    }
    if (!mine.name.empty() && scopes_.back().count(mine.name)) fail(node, mine.name + " is declared twice", "");
    if (!mine.name.empty())
        scopes_.back()[mine.name] = {mine.type, place, shared.elements, walk, index, mine.is_constant};
}

std::string Translator::new_local(const std::string& wanted, ir::Width width) {
    const bool starts_like_cell = wanted[0] >= 'A' && wanted[0] <= 'Z';
    const std::string base = starts_like_cell ? "v_" + wanted : wanted;
    for (unsigned number = 1;; ++number) {
        const std::string name = number == 1 ? base : base + "_" + std::to_string(number);
        const auto& parameters = build_.function.parameters;
        const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                              [&](const ir::Parameter& parameter) { return parameter.name == name; });
        if (is_parameter || own_locals_.count(name)) continue;
        auto& locals = build_.function.locals;
        const auto found =
            std::find_if(locals.begin(), locals.end(), [&](const ir::Local& local) { return local.name == name; });
        if (found != locals.end() && found->width != width) continue;
        if (found == locals.end()) locals.push_back({name, width});
        own_locals_.insert(name);
        return name;
    }
}

const Translator::Local* Translator::find_local(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    return nullptr;
}

// Joins what is known at a return into what the caller may rely on.
void Translator::leave_function() {
    exit_flow_.join(flow_);
    flow_.stop();
}

void Translator::finish(const Node& body) {
    if (flow_.is_live()) {
        if (build_.info.result.kind != Type::Kind::nothing)
            fail(body, "the end of this function is reached without a value", "every way must return one");
        leave_function();
    }
    for (const ir::Parameter& parameter : build_.function.parameters) {
        if (!parameter.by_reference) continue;
        const auto here = exit_flow_.values(parameter.name);
        const bool is_new = build_.info.out_values.count(parameter.name) == 0;
        auto& known = build_.info.out_values[parameter.name];
        if (is_new) {
            known = here;
        } else if (known && here) {
            known->insert(here->begin(), here->end());
        } else {
            known.reset();
        }
        build_.info.may_leave_unassigned[parameter.name] |= exit_flow_.may_hold_nothing(parameter.name);
    }
}

}  // namespace entryproof::lift
