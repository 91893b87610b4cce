// SPDX-License-Identifier: MIT
// Calls: primitives of the vocabulary, hooks, calls without effect, and functions of the tree.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <cerrno>

namespace entryproof::lift {

namespace {

using ir::BinaryOperator;
using ir::ExpressionRef;

bool only_finds_the_task(std::string_view name) {
    const auto known = primitive(name);
    return known == Primitive::task_struct_of || known == Primitive::thread_info_of || known == Primitive::pt_regs_of;
}

bool has_effect(const Node& node) {
    if (node.is("assignment_expression") || node.is("update_expression")) return true;
    if (node.is("call_expression")) {
        const std::string_view name = node.field("function").text();
        if (!only_reads(name) && !only_finds_the_task(name)) return true;
    }
    const std::vector<Node> children = node.children();
    return std::any_of(children.begin(), children.end(), has_effect);
}

// __builtin_expect, which WARN_ON ends with too, has the type long.
Value truth_as_long(const ExpressionRef& condition) { return {integer(64, true), resized(condition, 64, false), ""}; }

}  // namespace

Value Translator::call(const Node& node) {
    Node callee = node.field("function");
    while (callee.is("parenthesized_expression") && callee.children().size() == 1) callee = callee.children().front();
    const std::vector<Node> arguments = node.field("arguments").children();
    if (callee.is("subscript_expression")) return call_body(node, subscript_value(callee), arguments);
    if (!callee.is("identifier")) unsupported(callee, "calling this", "only functions by name are");
    if (find_local(callee.text())) return call_body(node, expression(callee), arguments);
    const std::string name = lifter_.present_name(std::string(callee.text()), context_.unit, context_.assumption);
    lifter_.check_declaration(name, context_.unit, context_.assumption);
    if (primitive(name)) return call_primitive(node, name, arguments);
    const std::string_view why = reason_to_drop(name);
    if (!why.empty()) {
        drop_call(node, name, why, arguments);
        return {};
    }
    if (lifter_.hook_of(name) && !lifter_.is_stubbed(name, context_.unit, context_.assumption))
        return call_hook(node, name, arguments);
    return call_function(node, name, arguments);
}

void Translator::require_count(const Node& node, const std::vector<Node>& arguments, std::size_t count) {
    if (arguments.size() != count)
        fail(node, "expected " + std::to_string(count) + " arguments here, got " + std::to_string(arguments.size()),
             "has the signature changed? the vocabulary must follow");
}

// The arguments are not evaluated, so they must do nothing but read.
void Translator::drop_call(const Node& node, std::string_view name, std::string_view why,
                           const std::vector<Node>& arguments) {
    for (const Node& argument : arguments)
        if (has_effect(argument)) unsupported(argument, "an effect in the argument of a call that is dropped", "");
    lifter_.abstract(source_of(node), std::string(name), std::string(why));
}

Value Translator::call_primitive(const Node& node, std::string_view name, const std::vector<Node>& arguments) {
    const auto one = [&] {
        require_count(node, arguments, 1);
        return arguments.front();
    };
    switch (*primitive(name)) {
        case Primitive::expectation:
            return truth_as_long(condition(one()));
        case Primitive::option:
            return option(node, arguments);
        case Primitive::static_key:
            return static_key(node, arguments);
        case Primitive::cpu_feature: {
            const auto number = constant_value(integer_expression(one()).expression);
            if (!number) unsupported(node, "asking for this feature", "");
            return truth_value(cell("cpu_feature." + std::to_string(*number), 1, "processor feature"));
        }
        case Primitive::read_once:
            return load(place(one()));
        case Primitive::write_once: {
            require_count(node, arguments, 2);
            Operands operands(*this);
            const Value value = operands.watch([&] { return expression(arguments[1]); });
            const Place target = operands.watch([&] { return place(arguments[0]); });
            operands.check(node);
            store(node, target, value);
            return {};
        }
        case Primitive::warning: {
            lifter_.abstract(source_of(node), std::string(name), "a kernel warning; no observer sees it");
            return truth_as_long(condition(one()));
        }
        case Primitive::warning_text: {
            if (arguments.empty()) require_count(node, arguments, 2);
            drop_call(node, name, "a kernel warning; no observer sees it", {arguments.begin() + 1, arguments.end()});
            return truth_as_long(condition(arguments.front()));
        }
        case Primitive::interrupts_off: {
            require_count(node, arguments, 0);
            lifter_.abstract(source_of(node), std::string(name), "interrupts are on from entry work to exit work");
            return truth_value(ir::truth(false));
        }
        case Primitive::from_user_mode: {
            require_count(node, arguments, 1);
            lifter_.abstract(source_of(node), std::string(name), "the path begins in user mode");
            return truth_value(ir::truth(true));
        }
        case Primitive::user_read:
            return user_read(node, arguments);
        case Primitive::build_check: {
            lifter_.abstract(source_of(node), std::string(name), "checked when the kernel is built");
            return {};
        }
        case Primitive::clamped_index: {
            require_count(node, arguments, 2);
            const std::vector<Value> values = evaluate_all(node, arguments);
            if (!values[0].type.is_integer() || !values[1].type.is_integer()) unsupported(node, "this index", "");
            const Type wide = integer(64, false);
            const ExpressionRef inside =
                folded(BinaryOperator::unsigned_less, converted(values[0], wide), converted(values[1], wide));
            const Type& type = values[0].type;
            return {type, folded_select(inside, values[0].expression, ir::constant(type.width, 0)), ""};
        }
        case Primitive::copy: {
            require_count(node, arguments, 3);
            copy(node, arguments);
            return {};
        }
        case Primitive::set_bit:
        case Primitive::clear_bit:
        case Primitive::test_bit:
        case Primitive::test_and_set_bit:
        case Primitive::test_and_clear_bit:
            return bit_primitive(node, name, arguments);
        case Primitive::task_struct_of:
            unsupported(node, "calling this", "");
        case Primitive::thread_info_of:
        case Primitive::pt_regs_of: {
            require_count(node, arguments, name.rfind("current", 0) == 0 ? 0 : 1);
            for (const Node& argument : arguments) {
                const Value task = expression(argument);
                if (task.type.kind != Type::Kind::task_pointer || task.type.structure != "task_struct" ||
                    task.expression)
                    unsupported(argument, "another task than the one that is modelled", "");
            }
            return {task_pointer(*primitive(name) == Primitive::pt_regs_of ? "pt_regs" : "thread_info"), nullptr, ""};
        }
    }
    return {};
}

// __get_user(x, address): x is assigned either way, 0 when the address cannot be read; the value is 0 or -EFAULT.
Value Translator::user_read(const Node& node, const std::vector<Node>& arguments) {
    require_count(node, arguments, 2);
    Operands operands(*this);
    const Value address = operands.watch([&] { return integer_expression(arguments[1]); });
    const Place target = operands.watch([&] { return place(arguments[0]); });
    operands.check(node);
    if (!target.type.is_integer() || target.type.width > 32)
        unsupported(arguments[0], "reading this from user memory", "");
    const kernel::Signature& signature = *hook("user_read");
    build_.info.is_pure = false;
    ++effects_.impure_calls;
    const Value answer = emit_call(node, signature.name, {ir::by_value(resized(address.expression, 64, false))},
                                   integer(signature.result, signature.result_signed));
    store(
        node, target,
        {integer(target.type.width, target.type.is_signed), resized(answer.expression, target.type.width, false), ""});
    const ExpressionRef failed = ir::extract(answer.expression, 63, 1);
    return {integer(32, true),
            folded_select(failed, ir::constant(32, static_cast<std::uint32_t>(-EFAULT)), ir::constant(32, 0)), ""};
}

// set_bit(n, &word): n must be known, so that it cannot reach past the word.
Value Translator::bit_primitive(const Node& node, std::string_view name, const std::vector<Node>& arguments) {
    require_count(node, arguments, 2);
    Operands operands(*this);
    const Value number = operands.watch([&] { return integer_expression(arguments[0]); });
    const Value word = operands.watch([&] { return expression(arguments[1]); });
    operands.check(node);
    if (word.type.kind != Type::Kind::place_pointer || word.is_array || word.type.width != 64)
        unsupported(arguments[1], "a bit of this", "only words of the task are");
    const auto known = flow_.values(number.expression);
    if (!known || known->size() != 1 || reads_unassigned(number.expression))
        needs_constant(arguments[0], "the number of the bit is not known here");
    if (*known->begin() >= 64) fail(arguments[0], "bit " + std::to_string(*known->begin()) + " is not in the word", "");
    const ExpressionRef mask = ir::constant(64, std::uint64_t{1} << *known->begin());
    const Place target{integer(64, false), word.place, nullptr, {}};
    const ExpressionRef old = load(target).expression;
    ExpressionRef was_set = folded_nonzero(folded(BinaryOperator::bit_and, old, mask));
    const Primitive which = *primitive(name);
    if (which == Primitive::test_bit) return truth_value(was_set);
    const bool tests = which == Primitive::test_and_set_bit || which == Primitive::test_and_clear_bit;
    if (tests) was_set = ir::read(keep(node, "was_set", was_set), 1);
    const bool sets = which == Primitive::set_bit || which == Primitive::test_and_set_bit;
    assign(node, word.place,
           sets ? folded(BinaryOperator::bit_or, old, mask)
                : folded(BinaryOperator::bit_and, old, folded(ir::UnaryOperator::bit_not, mask)));
    return tests ? truth_value(was_set) : Value{};
}

Value Translator::option(const Node& node, const std::vector<Node>& arguments) {
    require_count(node, arguments, 1);
    const std::string name(arguments.front().text());
    if (name.rfind("CONFIG_", 0) != 0) unsupported(arguments.front(), "asking for other than a CONFIG_ option", "");
    Conditions& conditions = lifter_.conditions();
    const Conditions::Id wanted = context_.unit.kconfig().option(name);
    if (conditions.implies(context_.assumption, wanted)) return int_value(1);
    if (conditions.both(context_.assumption, wanted) == Conditions::never) return int_value(0);
    return truth_value(lifter_.expression_of(wanted));
}

Value Translator::static_key(const Node& node, const std::vector<Node>& arguments) {
    require_count(node, arguments, 1);
    const Node& argument = arguments.front();
    const Node key =
        argument.is("pointer_expression") && argument.operator_text() == "&" ? argument.field("argument") : Node();
    if (!key || !key.is("identifier")) unsupported(argument, "this static key", "");
    return truth_value(cell(std::string(key.text()), 1, "static key"));
}

std::vector<Value> Translator::evaluate_all(const Node& node, const std::vector<Node>& arguments) {
    Operands operands(*this);
    std::vector<Value> values;
    for (const Node& argument : arguments) values.push_back(operands.watch([&] { return expression(argument); }));
    operands.check(node);
    return values;
}

Value Translator::emit_call(const Node& node, const std::string& ir_name, std::vector<ir::Argument> arguments,
                            const Type& result) {
    if (result.kind == Type::Kind::nothing) {
        emit(node, ir::Call{ir_name, std::move(arguments), ""});
        return {};
    }
    const std::string place = new_local("result", result.width);
    emit(node, ir::Call{ir_name, std::move(arguments), place});
    flow_.forget(place);
    return {result, ir::read(place, result.width), ""};
}

Value Translator::call_hook(const Node& node, const std::string& name, const std::vector<Node>& arguments) {
    const kernel::Signature& signature = *hook(name);
    const std::vector<Value> values = evaluate_all(node, arguments);
    std::vector<ir::Argument> passed;
    for (std::size_t index = 0; index < values.size(); ++index) {
        const Value& value = values[index];
        const bool is_pointer = value.type.kind == Type::Kind::task_pointer;
        if (is_pointer && (!value.expression || constant_value(value.expression) == 0))
            continue;  // the task's, or NULL
        if (!value.type.is_integer() || passed.size() >= signature.parameters.size())
            fail(arguments[index], "this argument does not fit the hook " + name, "has the signature changed?");
        const ir::Width width = signature.parameters[passed.size()].width;
        passed.push_back(ir::by_value(converted(value, integer(width, value.type.is_signed))));
    }
    if (passed.size() != signature.parameters.size())
        fail(node, "the hook " + name + " takes " + std::to_string(signature.parameters.size()) + " values",
             "has the signature changed?");
    build_.info.is_pure = false;
    ++effects_.impure_calls;
    Type result;
    if (signature.result != 0) result = integer(signature.result, signature.result_signed);
    return emit_call(node, name, std::move(passed), result);
}

// The event of the body shows the arguments where observers read them: there they must come from.
void Translator::require_arguments(const Node& node, const std::vector<Node>& arguments) {
    const auto& cells = lifter_.arch().arguments;
    require_count(node, arguments, cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Value value = expression(arguments[i]);
        const auto* read = value.expression ? std::get_if<ir::Read>(&value.expression->node) : nullptr;
        if (!read || read->place != cells[i])
            unsupported(arguments[i], "another argument of a system call than " + cells[i], "");
    }
}

// A call through a pointer out of the table of system calls: the body with that number.
Value Translator::call_body(const Node& node, const Value& function, const std::vector<Node>& arguments) {
    if (function.type.kind != Type::Kind::syscall_pointer) unsupported(node, "calling this", "");
    if (arguments.size() == 1) {
        const Value regs = expression(arguments.front());
        if (regs.type.structure != "pt_regs" || regs.expression) unsupported(arguments.front(), "this argument", "");
    } else {
        require_arguments(node, arguments);
    }
    const kernel::Signature& signature = *hook("syscall_body");
    build_.info.is_pure = false;
    ++effects_.impure_calls;
    return emit_call(node, signature.name,
                     {ir::by_value(resized(function.expression, signature.parameters[0].width, false)),
                      ir::by_value(ir::extract(function.expression, table_bit, 1))},
                     integer(signature.result, signature.result_signed));
}

void Translator::pass(const Node& node, const ParameterInfo& parameter, const Value& value,
                      std::vector<ir::Argument>& out) {
    if (parameter.is_unused) {
        if (value.type.kind != Type::Kind::task_pointer) fail(node, "a pointer is expected here", "");
    } else if (parameter.is_dropped()) {
        const bool is_void = parameter.type.structure.empty() && parameter.type.kind == Type::Kind::task_pointer;
        const std::string& wanted = is_void ? parameter.structure : parameter.type.structure;
        const bool was_void = value.type.kind == Type::Kind::task_pointer && value.type.structure.empty();
        const Value pointer = was_void && !wanted.empty() ? to_type(node, value, task_pointer(wanted)) : value;
        const bool fits = pointer.type.kind == parameter.type.kind && !pointer.expression &&
                          (pointer.type.structure == wanted || (is_void && wanted.empty()));
        if (!fits) fail(node, "this pointer is not the task's own struct " + wanted, "one task is modelled");
    } else if (parameter.type.kind == Type::Kind::place_pointer) {
        const Value pointer = to_type(node, value, parameter.type);
        if (pointer.is_array != (parameter.elements > 0))
            unsupported(node, "passing one value as an array, or one for another", "");
        if (!pointer.is_array) out.push_back(ir::by_reference(pointer.place));
        for (unsigned element = 0; element < parameter.elements; ++element)
            out.push_back(ir::by_reference(pointer.place + "[" + std::to_string(element) + "]"));
    } else if (!parameter.constant) {
        out.push_back(ir::by_value(to_type(node, value, parameter.type).expression));
    }
}

Value Translator::call_function(const Node& node, const std::string& name, const std::vector<Node>& arguments) {
    const std::vector<Value> values = evaluate_all(node, arguments);
    ConstantArguments constants;
    for (const Value& value : values) {
        const auto known = value.type.is_integer() ? flow_.values(value.expression) : std::nullopt;
        const bool is_one = known && known->size() == 1 && !reads_unassigned(value.expression);
        constants.push_back(is_one ? std::optional(*constant_value(resized(
                                         ir::constant(value.type.width, *known->begin()), 64, value.type.is_signed)))
                                   : std::nullopt);
    }
    const Token& where = node.token();
    const FunctionInfo callee =
        lifter_.function(name, context_.unit, context_.assumption, constants, where.file, where.offset);
    require_count(node, arguments, callee.parameters.size());
    std::vector<ir::Argument> passed;
    for (std::size_t index = 0; index < values.size(); ++index)
        pass(arguments[index], callee.parameters[index], values[index], passed);
    for (std::size_t a = 0; a < passed.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (!passed[a].reference.empty() && passed[a].reference == passed[b].reference)
                unsupported(node, "passing one variable twice by reference", "");
    build_.info.is_pure = build_.info.is_pure && callee.is_pure;
    ++(callee.is_pure ? effects_.calls_that_read : effects_.impure_calls);
    std::size_t at = 0;
    std::vector<std::pair<std::string, std::string>> references;  // of the callee, and ours
    for (const ParameterInfo& parameter : callee.parameters) {
        if (parameter.is_dropped() || parameter.constant) continue;
        if (parameter.type.kind != Type::Kind::place_pointer) {
            ++at;
            continue;
        }
        for (unsigned element = 0; element < std::max(1u, parameter.elements); ++element) {
            const std::string suffix = parameter.elements ? "[" + std::to_string(element) + "]" : "";
            references.emplace_back(parameter.place + suffix, passed[at++].reference);
        }
    }
    const Value result = emit_call(node, callee.ir_name, std::move(passed), callee.result);
    for (const auto& [theirs, ours] : references) {
        effects_.assigned.push_back(ours);
        effects_.read.push_back(ours);
        if (ours.find('.') != std::string::npos) {
            fail(node, "passing a field of the task by reference is not supported", "copy it to a local first");
        } else if (!callee.may_leave_unassigned.at(theirs)) {
            flow_.assign(ours, callee.out_values.at(theirs));
        } else if (flow_.may_hold_nothing(ours)) {
            flow_.declare_reference(ours);
        } else {
            flow_.forget(ours);
        }
    }
    return result;
}

}  // namespace entryproof::lift
