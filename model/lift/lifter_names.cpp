// SPDX-License-Identifier: MIT
// What a name means in a unit: functions (also of other files), enumerators, typedefs, fields.
#include "model/lift/declaration.h"
#include "model/lift/expand.h"
#include "model/lift/lifter.h"
#include "model/lift/vocabulary.h"

#include <algorithm>

namespace entryproof::lift {

namespace {

constexpr Offset max_function_bytes = 1u << 18;
constexpr int max_brackets = 150;

bool opens(const Token& token) { return token.text == "(" || token.text == "[" || token.text == "{"; }
bool closes(const Token& token) { return token.text == ")" || token.text == "]" || token.text == "}"; }

// Tokens without annotations, with the kernel's integer types under the parser's names.
std::vector<Token> without_annotations(const std::vector<Token>& tokens) {
    std::vector<Token> kept;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const Annotation kind = annotation(tokens[at].text);
        if (kind == Annotation::none) {
            kept.push_back(tokens[at]);
            const std::string_view type = integer_type(tokens[at].text);
            if (!type.empty()) kept.back().text = type;
        } else if (kind == Annotation::with_arguments && at + 1 < tokens.size() && tokens[at + 1].text == "(") {
            int depth = 0;
            do {
                ++at;
                depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
            } while (depth > 0 && at + 1 < tokens.size());
        }
    }
    return kept;
}

// case A ... B: becomes case $range(A, B):, which the parser's grammar knows.
std::vector<Token> with_ranges_as_calls(const std::vector<Token>& tokens) {
    std::vector<Token> result;
    const auto add = [&](std::string_view text, const Token& like) {
        Token token = like;
        token.text = text;
        token.kind = is_identifier_start(text[0]) ? Token::Kind::identifier : Token::Kind::punctuation;
        result.push_back(token);
    };
    std::size_t last_case = 0;  // just behind the word in `result`; 0: none is open
    std::size_t ellipsis = 0;
    int questions = 0;
    for (const Token& token : tokens) {
        if (token.text == "case") {
            result.push_back(token);
            last_case = result.size();
            ellipsis = 0;
            questions = 0;
            continue;
        }
        if (last_case && token.text == "?") ++questions;
        if (last_case && token.text == "...") {
            ellipsis = result.size();
            add(",", token);
            continue;
        }
        if (last_case && token.text == ":" && questions-- == 0) {
            if (ellipsis) {
                add(")", token);
                const Token& like = result[last_case];
                Token name = like, open = like;
                name.text = range_of_cases;
                name.kind = Token::Kind::identifier;
                open.text = "(";
                open.kind = Token::Kind::punctuation;
                result.insert(result.begin() + static_cast<std::ptrdiff_t>(last_case), {name, open});
            }
            last_case = 0;
        }
        result.push_back(token);
    }
    return result;
}

bool is_static(std::string_view text, const Item& item) {
    for (const Token& token : tokenise(text, 0, item.begin, item.name_at))
        if (token.text == "static") return true;
    return false;
}

std::string joined(const std::vector<Token>& tokens) {
    std::string text;
    for (const Token& token : tokens) text += (text.empty() ? "" : " ") + std::string(token.text);
    return text;
}

}  // namespace

Unit& Lifter::unit(const std::string& path) {
    std::unique_ptr<Unit>& unit = units_[path];
    if (!unit) {
        const auto file = sources_.file(path);
        if (!file) throw LiftError(path, 0, 0, "", "the file is missing", "is this the root of a kernel tree?");
        unit = std::make_unique<Unit>(sources_, conditions_, kconfig_, *file);
    }
    return *unit;
}

const std::vector<Lifter::Definition>& Lifter::resolve(const std::string& name, Unit& unit, FileId file, Offset at) {
    const auto key = std::pair<const Unit*, std::string>(&unit, name);
    const auto known = resolved_.find(key);
    if (known != resolved_.end()) return known->second;
    std::vector<Definition> found;
    Conditions::Id covered = Conditions::never;
    for (const Unit::Definition& definition : unit.definitions(name, Item::Kind::function)) {
        if (conditions_.both(covered, definition.condition) != Conditions::never)
            throw sources_.error(definition.file, definition.item->name_at, name + " is defined twice", "");
        covered = conditions_.either(covered, definition.condition);
        found.push_back({&unit, definition.instance, definition.file, definition.item, definition.condition});
    }
    bool declared_elsewhere = found.empty();
    for (const Unit::Definition& prototype : unit.definitions(name, Item::Kind::prototype))
        declared_elsewhere = declared_elsewhere || !conditions_.implies(prototype.condition, covered);
    if (declared_elsewhere) search_elsewhere(name, unit, found, covered);
    std::set<const Item*> meaning;
    for (const Definition& definition : found) meaning.insert(definition.item);
    const auto [bound, fresh] = meanings_.try_emplace(name, meaning);
    if (!fresh && bound->second != meaning)
        throw sources_.error(file, at, name + " means different functions in different files of the path", "");
    return resolved_[key] = std::move(found);
}

// The file, and the .c files that it includes: their functions are its own.
std::vector<FileId> Lifter::with_included_sources(FileId file) {
    std::vector<FileId> texts = {file};
    for (const Include& include : sources_.index(file).includes) {
        const bool is_source = include.path.size() > 2 && include.path.substr(include.path.size() - 2) == ".c";
        if (!is_source) continue;
        if (const auto found = sources_.resolve(file, include)) texts.push_back(*found);
    }
    return texts;
}

bool Lifter::exports(FileId file, const std::string& name) const {
    const std::vector<Item>& items = sources_.index(file).items;
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
        return item.kind == Item::Kind::function && item.name == name && !is_static(sources_.text(file), item);
    });
}

void Lifter::search_elsewhere(const std::string& name, Unit& here, std::vector<Definition>& found,
                              Conditions::Id covered) {
    for (const std::string& path : files_that_may_define(name, arch_)) {
        if (covered == Conditions::always) return;
        const auto file = sources_.file(path);
        if (!file || *file == here.root()) continue;
        const std::vector<FileId> texts = with_included_sources(*file);
        if (std::none_of(texts.begin(), texts.end(), [&](FileId text) { return exports(text, name); })) continue;
        Unit& other = unit(path);
        for (const Unit::Definition& definition : other.definitions(name, Item::Kind::function)) {
            if (std::find(texts.begin(), texts.end(), definition.file) == texts.end()) continue;
            const Conditions::Id fresh = conditions_.both(definition.condition, conditions_.negation(covered));
            if (fresh == Conditions::never) continue;
            covered = conditions_.either(covered, fresh);
            found.push_back({&other, definition.instance, definition.file, definition.item, fresh});
        }
    }
}

// A body that does nothing, or returns one constant: what a header gives when an option is off.
bool Lifter::is_stub(const Definition& definition) {
    const Item& item = *definition.item;
    if (item.end - item.body > 200) return false;
    const std::vector<Token> body =
        tokenise(sources_.text(definition.file), definition.file, item.body + 1, item.end - 1);
    if (body.empty()) return true;
    if (body.front().text != "return" || body.size() > 3) return false;
    return body.size() < 3 || body[1].kind == Token::Kind::number || body[1].text == "true" ||
           body[1].text == "false" || body[1].text == "NULL";
}

const kernel::Signature* Lifter::hook_of(const std::string& name) {
    const kernel::Signature* row = hook(name);
    if (!row || row->unless.empty()) return row;
    const auto file = sources_.file(row->source.substr(0, row->source.find_first_of(":@")));
    return file && exports(*file, row->unless) ? nullptr : row;
}

bool Lifter::is_stubbed(const std::string& name, Unit& unit, Conditions::Id context) {
    for (const Unit::Definition& definition : unit.definitions(name, Item::Kind::function)) {
        if (conditions_.both(context, definition.condition) == Conditions::never) continue;
        if (!is_stub({&unit, definition.instance, definition.file, definition.item, definition.condition})) continue;
        if (conditions_.implies(context, definition.condition)) return true;
        throw Undecided{definition.condition};
    }
    return false;
}

// Other directives are not part of the text that is lifted, so they must not have a say in it.
void Lifter::refuse_directives(const Definition& definition, Offset begin, Offset end, Conditions::Id assumption) {
    const FileIndex& index = sources_.index(definition.file);
    const auto refuse = [&](std::uint32_t arm, Offset at) {
        if (at < begin || at >= end) return;
        const Conditions::Id here = definition.unit->condition(definition.instance, arm);
        if (conditions_.both(assumption, here) == Conditions::never) return;
        throw sources_.error(definition.file, at, "this directive inside a function is not supported", "");
    };
    for (const OtherDirective& other : index.others) refuse(other.arm, other.at);
    for (const Include& include : index.includes) refuse(include.arm, include.at);
}

// What is compiled of text[begin, end) under the assumption.
std::vector<Token> Lifter::tokens_of(const Definition& definition, Offset begin, Offset end,
                                     Conditions::Id assumption) {
    if (end - begin > max_function_bytes) throw sources_.error(definition.file, begin, "this function is too long", "");
    std::vector<Token> tokens;
    for (const Segment& segment : sources_.index(definition.file).segments) {
        if (segment.end <= begin || segment.begin >= end) continue;
        const Conditions::Id here = definition.unit->condition(definition.instance, segment.arm);
        if (conditions_.both(assumption, here) == Conditions::never) continue;
        if (!conditions_.implies(assumption, here)) throw Undecided{here};
        const std::vector<Token> part = tokenise(sources_.text(definition.file), definition.file,
                                                 std::max(begin, segment.begin), std::min(end, segment.end));
        tokens.insert(tokens.end(), part.begin(), part.end());
    }
    return tokens;
}

std::vector<Token> Lifter::own_tokens(const std::string& text, const Definition& where) {
    const std::string_view kept = sources_.keep(text);
    std::vector<Token> tokens = tokenise(kept, where.file, 0, static_cast<Offset>(kept.size()));
    const Offset at = where.item ? where.item->name_at : static_cast<Offset>(sources_.text(where.file).size());
    for (Token& token : tokens) token.offset = at;
    return tokens;
}

std::vector<Token> Lifter::prepared(std::vector<Token> tokens, const Definition& definition,
                                    Conditions::Id assumption) {
    const Expansion expansion{*definition.unit, definition.instance, assumption, is_known};
    tokens = with_ranges_as_calls(without_annotations(expand(expansion, std::move(tokens))));
    int depth = 0;
    for (const Token& token : tokens) {
        depth += opens(token) ? 1 : closes(token) ? -1 : 0;
        if (depth > max_brackets) throw sources_.error(token.file, token.offset, "brackets are nested too deeply", "");
    }
    if (tokens.empty()) throw sources_.error(definition.file, 0, "nothing is left of this after macros", "");
    return tokens;
}

std::optional<Lifter::Definition> Lifter::only(std::string_view name, Item::Kind kind, Unit& unit,
                                               Conditions::Id context) {
    std::optional<Definition> found;
    for (const Unit::Definition& definition : unit.definitions(name, kind)) {
        if (conditions_.both(context, definition.condition) == Conditions::never) continue;
        if (!conditions_.implies(context, definition.condition)) throw Undecided{definition.condition};
        if (found && found->item != definition.item && kind == Item::Kind::enumerator)
            throw sources_.error(definition.file, definition.item->name_at, std::string(name) + " is defined twice",
                                 "");
        if (!found)
            found = Definition{&unit, definition.instance, definition.file, definition.item, definition.condition};
    }
    return found;
}

std::uint64_t Lifter::constant(std::vector<Token> tokens, const Definition& where, Conditions::Id assumption) {
    std::vector<Token> whole = own_tokens("long lifted_constant(void) { return (", where);
    const std::vector<Token> end = own_tokens("); }", where);
    if (!tokens.empty())
        for (Token& token : whole) token.offset = tokens.front().offset;
    whole.insert(whole.end(), tokens.begin(), tokens.end());
    whole.insert(whole.end(), end.begin(), end.end());
    const Syntax syntax(prepared(std::move(whole), where, assumption));
    const Token& first = syntax.tokens()[syntax.tokens().size() / 2];
    if (syntax.first_error()) throw sources_.error(first.file, first.offset, "this is not a constant expression", "");
    FunctionBuild build;
    const ConstantArguments none;
    const VariantContext context{*where.unit, where.instance, assumption, none, "lifted_constant", std::nullopt};
    const ir::Body body = Translator(*this, syntax, context, build).run();
    const auto* value = body.size() == 1 ? std::get_if<ir::Return>(&body.front().node) : nullptr;
    const auto number = value ? constant_value(value->value) : std::nullopt;
    if (!number) throw sources_.error(first.file, first.offset, "this is not a constant expression", "");
    return *number;
}

std::optional<std::int64_t> Lifter::enumerator(std::string_view name, Unit& unit, Conditions::Id context) {
    const auto found = only(name, Item::Kind::enumerator, unit, context);
    if (!found) return std::nullopt;
    const auto known = enumerators_.find(found->item);
    if (known != enumerators_.end()) return known->second;
    const std::string guard = "enum " + std::string(name);
    if (!in_progress_.insert(guard).second)
        throw sources_.error(found->file, found->item->name_at, "this enumerator depends on itself", "");
    struct Leave {
        std::set<std::string>& names;
        const std::string& name;
        ~Leave() { names.erase(name); }
    };
    const Leave leave{in_progress_, guard};
    const std::string_view text = sources_.text(found->file);
    const Offset limit = std::min<Offset>(static_cast<Offset>(text.size()), found->item->name_at + 4096);
    const std::vector<Token> tokens = tokens_of(*found, found->item->body + 1, limit, context);
    std::int64_t next = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const std::string_view here = tokens[at].text;
        std::vector<Token> value;
        int depth = 0;
        for (++at; at < tokens.size() && (depth > 0 || (tokens[at].text != "," && tokens[at].text != "}")); ++at) {
            depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
            value.push_back(tokens[at]);
        }
        if (!value.empty() && value.front().text == "=") {
            value.erase(value.begin());
            next = static_cast<std::int64_t>(constant(value, *found, context));
        } else if (!value.empty()) {
            throw sources_.error(found->file, value.front().offset, "this enumerator is not understood", "");
        }
        if (here == name) break;
        ++next;
    }
    if (next < -0x80000000l || next > 0x7fffffffl)
        throw sources_.error(found->file, found->item->name_at, std::string(name) + " does not fit an int",
                             "then its type depends on all of its enumeration");
    return enumerators_[found->item] = next;
}

bool Lifter::is_signed_enumeration(const Node& tag, Unit& unit, Conditions::Id context) {
    const auto found = tag ? only(tag.text(), Item::Kind::structure, unit, context) : std::nullopt;
    const auto is_word = [&](const Token& token) { return token.kind == Token::Kind::identifier; };
    const Token& where = tag.token();
    if (!found || tokens_of(*found, found->item->begin, found->item->body, context).front().text != "enum")
        throw sources_.error(where.file, where.offset, "the declaration of this enum was not found", "");
    const std::string_view text = sources_.text(found->file);
    const Offset behind = skip_blank(text, found->item->end, false);
    if (behind >= text.size() || text[behind] != ';')
        throw sources_.error(found->file, found->item->name_at, "an attribute of an enum is not supported", "");
    const std::vector<Token> tokens = tokens_of(*found, found->item->body + 1, found->item->end - 1, context);
    bool is_signed = false;
    int depth = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
        const bool is_name = depth == 0 && is_word(tokens[at]) && (at == 0 || tokens[at - 1].text == ",");
        if (is_name) is_signed = is_signed || enumerator(tokens[at].text, unit, context).value_or(-1) < 0;
    }
    return is_signed;
}

std::string Lifter::type_name(std::string_view name, Unit& unit, Conditions::Id context) {
    for (unsigned steps = 0; steps < 16; ++steps) {
        const auto found = only(name, Item::Kind::type_name, unit, context);
        if (!found) return "";
        std::vector<Token> tokens = tokens_of(*found, found->item->begin, found->item->name_at, context);
        tokens.erase(tokens.begin());
        tokens = without_annotations(tokens);
        const std::string text = joined(tokens);
        if (tokens.size() == 2 && tokens[0].text == "struct") return text;
        if (const std::string integer = normal_integer(text); !integer.empty()) return integer;
        if (tokens.size() != 1) return "";
        name = tokens.front().text;
    }
    return "";
}

void Lifter::check_declaration(const std::string& name, Unit& unit, Conditions::Id context) {
    if (const ExpectedDeclaration* expected = expected_declaration(name))
        check_declaration(name, *expected, unit, context);
}

std::string Lifter::present_name(const std::string& name, Unit& unit, Conditions::Id context) {
    for (const kernel::OldName& old : arch_.old_names) {
        if (old.name != name) continue;
        check_declaration(name, ExpectedDeclaration{old.name, old.declaration, false}, unit, context);
        return old.hook;
    }
    return name;
}

void Lifter::check_declaration(const std::string& name, const ExpectedDeclaration& expected, Unit& unit,
                               Conditions::Id context) {
    const std::string wanted = normal_declaration(expected.text, name);
    const auto refuse = [&](const Unit::Definition& at, const std::string& found) {
        return sources_.error(
            at.file, at.item->name_at,
            name + " is declared as " + found + ", the vocabulary expects " + std::string(expected.text),
            "its row in model/lift/declaration.cpp, and what it stands for, must follow the tree");
    };
    for (const Item::Kind kind : {Item::Kind::function, Item::Kind::prototype})
        for (const Unit::Definition& found : unit.definitions(name, kind)) {
            if (conditions_.both(found.condition, context) == Conditions::never) continue;
            if (!checked_declarations_.emplace(found.item, context).second) continue;
            const Definition definition{&unit, found.instance, found.file, found.item, found.condition};
            const Offset end = kind == Item::Kind::function ? found.item->body : found.item->end;
            const auto tokens = without_annotations(
                tokens_of(definition, found.item->begin, end, conditions_.both(found.condition, context)));
            const auto declared = normal_declaration(tokens, name);
            if (!declared) continue;  // a mention, no declaration
            const bool differs =
                expected.is_macro ? parameters_of(*declared) != parameters_of(wanted) : *declared != wanted;
            if (differs) throw refuse(found, *declared);
        }
    for (const Unit::Definition& found : unit.definitions(name, Item::Kind::define)) {
        if (conditions_.both(found.condition, context) == Conditions::never) continue;
        const Macro& macro = sources_.macro(found.file, *found.item);
        if (!macro.takes_arguments) continue;
        const std::size_t count = macro.parameters.size() + (macro.variadic ? 1 : 0);
        if (count != parameters_of(wanted))
            throw refuse(found, "a macro with " + std::to_string(count) + " parameters");
    }
}

// The width and sign of the field in the tree must be the cell's.
void Lifter::check_field(const std::string& structure, const kernel::FieldCell& cell, Unit& unit,
                         Conditions::Id context, const Token& where) {
    const std::string field = cell.field.substr(0, cell.field.find('['));
    if (!checked_fields_.insert(structure + "." + field).second) return;
    const auto fail = [&](const std::string& reason) {
        return sources_.error(where.file, where.offset, reason, "model/kernel/cells.cpp must follow the tree");
    };
    for (const Unit::Definition& found : unit.definitions(structure, Item::Kind::structure)) {
        if (conditions_.both(found.condition, context) == Conditions::never) continue;
        std::vector<Token> tokens;
        for (const Segment& segment : sources_.index(found.file).segments) {
            if (segment.end <= found.item->body || segment.begin >= found.item->end) continue;
            if (conditions_.both(unit.condition(found.instance, segment.arm), context) == Conditions::never) continue;
            const auto part = tokenise(sources_.text(found.file), found.file, std::max(found.item->body, segment.begin),
                                       std::min(found.item->end, segment.end));
            tokens.insert(tokens.end(), part.begin(), part.end());
        }
        const auto is_field = [&](const Token& token) { return token.text == field && (&token)[1].text != "."; };
        auto at = std::find_if(tokens.begin(), tokens.end() - 1, is_field);
        if (at == tokens.end() - 1) {
            tokens = expand({unit, found.instance, context, is_known}, tokens);
            at = std::find_if(tokens.begin(), tokens.end() - 1, is_field);
        }
        if (at == tokens.end() - 1) continue;
        auto begin = at;
        const auto ends = [&](const Token& token) {  // a comma where a type stands behind it is a macro's
            return token.text == ";" || opens(token) || closes(token) || (token.text == "," && begin != at);
        };
        while (begin != tokens.begin() && !ends(*(begin - 1))) --begin;
        const std::string type = joined(without_annotations({begin, at}));
        const bool is_pointer = type.find('*') != std::string::npos;
        const std::string expected =
            cell.width == 1 ? "bool" : std::string(cell.is_signed ? "int" : "uint") + std::to_string(cell.width) + "_t";
        if (is_pointer ? cell.width == 64 : (type == "bool" ? type : normal_integer(type)) == expected) return;
        throw fail("struct " + structure + " declares " + field + " as " + type + ", the cell is " + expected);
    }
    throw fail("the declaration of " + field + " in struct " + structure + " was not found");
}

}  // namespace entryproof::lift
