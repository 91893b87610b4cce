// SPDX-License-Identifier: MIT
// Functions and their variants. A function is lifted once for all options: where an option decides its text, it is
// lifted for either choice, and the variants are merged.
#include "model/lift/lifter.h"

#include "model/ir/printer.h"
#include "model/lift/if_expression.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_functions = 2000;

// "f.31": the constants of a specialised function, "_" for other arguments.
std::string suffix_of(const ConstantArguments& constants) {
    std::string suffix;
    std::string pending;
    for (const auto& constant : constants) {
        pending += constant ? "." + std::to_string(static_cast<std::int64_t>(*constant)) : "._";
        if (constant) suffix += std::exchange(pending, "");
    }
    return suffix;
}

// Collects options and hooks from a body.
struct Mentions {
    std::set<std::string> options;
    std::set<std::string> hooks;

    void expression(const ir::ExpressionRef& expression) {
        if (!expression) return;
        if (const auto* read = std::get_if<ir::Read>(&expression->node)) {
            if (expression->width == 1 && read->place.rfind("CONFIG_", 0) == 0) options.insert(read->place);
        } else if (const auto* unary = std::get_if<ir::Unary>(&expression->node)) {
            this->expression(unary->operand);
        } else if (const auto* binary = std::get_if<ir::Binary>(&expression->node)) {
            this->expression(binary->left);
            this->expression(binary->right);
        } else if (const auto* select = std::get_if<ir::Select>(&expression->node)) {
            this->expression(select->condition);
            this->expression(select->then_value);
            this->expression(select->else_value);
        } else if (const auto* extract = std::get_if<ir::Extract>(&expression->node)) {
            this->expression(extract->operand);
        } else if (const auto* extend = std::get_if<ir::Extend>(&expression->node)) {
            this->expression(extend->operand);
        }
    }

    void body(const ir::Body& body) {
        for (const ir::Statement& statement : body) {
            if (const auto* assign = std::get_if<ir::Assign>(&statement.node)) expression(assign->value);
            if (const auto* value = std::get_if<ir::Return>(&statement.node)) expression(value->value);
            if (const auto* block = std::get_if<ir::Block>(&statement.node)) this->body(block->body);
            if (const auto* choice = std::get_if<ir::If>(&statement.node)) {
                expression(choice->condition);
                this->body(choice->then_body);
                this->body(choice->else_body);
            }
            if (const auto* call = std::get_if<ir::Call>(&statement.node)) {
                if (hook(call->function)) hooks.insert(call->function);
                for (const ir::Argument& argument : call->arguments) expression(argument.value);
            }
        }
    }
};

}  // namespace

LiftError::LiftError(std::string file, unsigned line, unsigned column, std::string construct, std::string reason,
                     std::string hint)
    : std::runtime_error(reason),
      file(std::move(file)),
      line(line),
      column(column),
      construct(std::move(construct)),
      reason(reason),
      hint(std::move(hint)) {}

// FNV-1a, 64 bits.
std::string Lifter::hash_of(const std::vector<std::string_view>& texts) {
    std::uint64_t hash = 14695981039346656037u;
    for (const std::string_view text : texts)
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string result(16, '0');
    for (std::size_t at = 16; at-- > 0; hash >>= 4) result[at] = digits[hash & 15];
    return result;
}

const FunctionInfo& Lifter::function(const std::string& name, Unit& unit, Conditions::Id context,
                                     const ConstantArguments& constants, FileId file, Offset at) {
    Request request{name, hook_of(name) ? name + ".stub" : name, resolve(name, unit, file, at), {}, "", std::nullopt};
    if (hook_of(name))
        std::erase_if(request.definitions, [&](const Definition& definition) { return !is_stub(definition); });
    if (request.definitions.empty())
        throw sources_.error(file, at, "unknown function " + name,
                             "its definition was not found; the vocabulary has no row for it either");
    const FunctionInfo* info = nullptr;
    if (!specialised_.count(name)) {
        try {
            info = &lifted(request);
        } catch (const NeedsConstant&) {
            if (std::none_of(constants.begin(), constants.end(), [](const auto& value) { return value.has_value(); }))
                throw;
            specialised_.insert(name);
        }
    }
    if (!info) {
        request.constants = constants;
        request.ir_name += suffix_of(constants);
        info = &lifted(request);
    }
    if (!conditions_.implies(context, info->domain))
        throw sources_.error(file, at, "there is no " + name + " for some of the options under which it is called",
                             "is a header missing?");
    return *info;
}

const FunctionInfo& Lifter::lifted(const Request& request) {
    const auto known = functions_.find(request.ir_name);
    if (known != functions_.end()) return known->second;
    const Definition& first = request.definitions.front();
    const Offset at = first.item ? first.item->name_at : 0;
    if (!in_progress_.insert(request.ir_name).second)
        throw sources_.error(first.file, at, "recursion is not supported", "");
    if (in_progress_.size() > 100 || functions_.size() > max_functions)
        throw sources_.error(first.file, at, "too many functions are reached",
                             "is a hook missing from the vocabulary?");
    struct Leave {
        std::set<std::string>& names;
        const std::string& name;
        ~Leave() { names.erase(name); }
    };
    const Leave leave{in_progress_, request.ir_name};
    FunctionInfo info = lift_function(request);
    return functions_[request.ir_name] = std::move(info);
}

FunctionInfo Lifter::lift_function(const Request& request) {
    FunctionBuild build;
    build.info.ir_name = request.ir_name;
    std::vector<Variant> variants;
    Conditions::Id domain = Conditions::never;
    for (const Definition& definition : request.definitions) {
        require_decidable(definition.condition, request.name);
        lift_variants(request, definition, definition.condition, build, variants, 0);
        domain = conditions_.either(domain, definition.condition);
    }
    build.info.domain = domain;
    build.function.body = merge_variants(
        std::move(variants), conditions_, [this](Conditions::Id condition) { return expression_of(condition); },
        build.function.source);
    record(request, build);
    lifted_.program.functions[request.ir_name] = std::move(build.function);
    return std::move(build.info);
}

void Lifter::lift_variants(const Request& request, const Definition& definition, Conditions::Id assumption,
                           FunctionBuild& build, std::vector<Variant>& variants, unsigned splits) {
    const FunctionBuild before = build;
    std::optional<Conditions::Id> open;
    try {
        variants.push_back(lift_variant(request, definition, assumption, build));
        return;
    } catch (const Undecided& undecided) {
        open = undecided.condition;
    }
    build = before;
    require_decidable(*open, "the text of " + request.name);
    const Conditions::Id yes = conditions_.both(assumption, *open);
    const Conditions::Id no = conditions_.both(assumption, conditions_.negation(*open));
    if (splits >= max_splits || yes == Conditions::never || no == Conditions::never)
        throw sources_.error(definition.file, definition.item ? definition.item->name_at : 0,
                             "too many options decide the text of " + request.name, "");
    lift_variants(request, definition, yes, build, variants, splits + 1);
    lift_variants(request, definition, no, build, variants, splits + 1);
}

Variant Lifter::lift_variant(const Request& request, const Definition& definition, Conditions::Id assumption,
                             FunctionBuild& build) {
    if (request.text.empty()) refuse_directives(definition, definition.item->begin, definition.item->end, assumption);
    std::vector<Token> tokens = request.text.empty()
                                    ? tokens_of(definition, definition.item->begin, definition.item->end, assumption)
                                    : own_tokens(request.text, definition);
    const Syntax syntax(prepared(std::move(tokens), definition, assumption));
    if (const Node error = syntax.first_error()) {
        const Token& token = error.token();
        throw sources_.error(token.file, token.offset, "this is not C that can be parsed",
                             "is a macro missing from the vocabulary?");
    }
    const VariantContext context{*definition.unit,  definition.instance, assumption,
                                 request.constants, request.name,        request.source};
    return {assumption, Translator(*this, syntax, context, build).run()};
}

// The #if of an opaque atom is where the trouble is.
void Lifter::require_decidable(Conditions::Id condition, const std::string& what) {
    for (const std::string& atom : conditions_.atoms(condition)) {
        if (!is_opaque(atom)) continue;
        const std::size_t column = atom.rfind(':'), line = atom.rfind(':', column - 1);
        const unsigned line_number = static_cast<unsigned>(std::stoul(atom.substr(line + 1)));
        const unsigned column_number = static_cast<unsigned>(std::stoul(atom.substr(column + 1)));
        throw LiftError(atom.substr(1, line - 1), line_number, column_number, "",
                        "this #if cannot be evaluated, and " + what + " depends on it",
                        "only CONFIG_ options and macros of the tree are known");
    }
}

ir::ExpressionRef Lifter::expression_of(Conditions::Id condition) {
    require_decidable(condition, "a step of the path");
    if (condition <= Conditions::always) return ir::truth(condition == Conditions::always);
    const Conditions::Node node = conditions_.node(condition);
    use_cell(conditions_.name(node.variable), 1, "build option");
    const ir::ExpressionRef option = ir::read(conditions_.name(node.variable), 1);
    const ir::ExpressionRef high = expression_of(node.high), low = expression_of(node.low);
    if (node.low == Conditions::never) return folded(ir::BinaryOperator::bit_and, option, high);
    if (node.high == Conditions::always) return folded(ir::BinaryOperator::bit_or, option, low);
    if (node.high == Conditions::never) return folded(ir::BinaryOperator::bit_and, folded_not(option), low);
    if (node.low == Conditions::always) return folded(ir::BinaryOperator::bit_or, folded_not(option), high);
    return folded_select(option, high, low);
}

void Lifter::record(const Request& request, const FunctionBuild& build) {
    LiftedFunction lifted;
    lifted.name = request.ir_name;
    std::vector<std::string_view> texts;
    Offset longest = 0;
    for (const Definition& definition : request.definitions) {
        if (!definition.item) continue;
        const Item& item = *definition.item;
        texts.push_back(sources_.text(definition.file).substr(item.begin, item.end - item.begin));
        if (item.end - item.begin <= longest) continue;
        longest = item.end - item.begin;
        lifted.file = sources_.path(definition.file);
        lifted.first_line = sources_.position(definition.file, item.begin).line;
        lifted.last_line = sources_.position(definition.file, item.end - 1).line;
    }
    lifted.hash = hash_of(texts);
    Mentions mentions;
    mentions.body(build.function.body);
    lifted.options = std::move(mentions.options);
    lifted.hooks = std::move(mentions.hooks);
    recorded_[request.ir_name] = std::move(lifted);
}

void Lifter::use_cell(const std::string& name, ir::Width width, const std::string& meaning) {
    lifted_.program.cells.try_emplace(name, ir::Cell{name, width, meaning});
}

void Lifter::abstract(const ir::Source& source, const std::string& construct, const std::string& why) {
    const auto same = [&](const Abstracted& known) {
        return known.file == source.file && known.line == source.line && known.construct == construct;
    };
    if (std::none_of(lifted_.abstracted.begin(), lifted_.abstracted.end(), same))
        lifted_.abstracted.push_back({source.file, source.line, construct, why});
}

void Lifter::note(const std::string& text) {
    if (std::find(lifted_.notes.begin(), lifted_.notes.end(), text) == lifted_.notes.end())
        lifted_.notes.push_back(text);
}

}  // namespace entryproof::lift
