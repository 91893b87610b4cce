// SPDX-License-Identifier: MIT
#include "model/lift/overlay_target.h"

#include <algorithm>

#include "model/lift/file_index.h"
#include "model/lift/lift.h"

namespace entryproof::lift {

void refuse(const OverlayEdit& edit, const std::string& reason) {
    throw LiftError(edit.origin, edit.line, 0, "", edit.file + ": " + reason, "");
}

namespace {

using Action = OverlayEdit::Action;

std::string kind_name(Item::Kind kind) {
    switch (kind) {
        case Item::Kind::define:
            return "macro";
        case Item::Kind::function:
            return "function";
        case Item::Kind::prototype:
            return "prototype";
        case Item::Kind::structure:
            return "type";
        case Item::Kind::undef:
        case Item::Kind::type_name:
        case Item::Kind::enumerator:
            break;
    }
    return "item";
}

// The arm of #if that the text at `at` belongs to; a directive belongs to none.
std::uint32_t arm_at(const FileIndex& index, Offset at) {
    for (const Segment& segment : index.segments)
        if (segment.begin <= at && at < segment.end) return segment.arm;
    return ~0u;
}

// The index takes any word before a parenthesis for a name: here it must be the declarator, and nothing that could be
// another declaration (a macro that needs no semicolon) may stand before it.
bool is_declarator(std::string_view text, const Item& item) {
    if (item.kind != Item::Kind::function && item.kind != Item::Kind::prototype) return true;
    for (const Token& token : tokenise(text, 0, item.begin, item.name_at))
        if (token.text == "(") return false;
    int depth = 0;
    for (const Token& token : tokenise(text, 0, item.name_at + static_cast<Offset>(item.name.size()), item.end)) {
        if (token.text == "(") ++depth;
        if (token.text == ")" && --depth == 0) return true;
        if (depth == 0) return false;
    }
    return false;
}

Item find(const OverlayEdit& edit, const FileIndex& index, std::string_view text, Item::Kind kind,
          const std::string& name) {
    if (index.too_deep) refuse(edit, "#if is nested too deeply");
    const Item* found = nullptr;
    for (const Item& item : index.items) {
        if (item.kind != kind || item.name != name) continue;
        if (found != nullptr) refuse(edit, "there is more than one " + kind_name(kind) + " '" + name + "'");
        found = &item;
    }
    if (found == nullptr) refuse(edit, "there is no " + kind_name(kind) + " '" + name + "'");
    if (!is_declarator(text, *found)) refuse(edit, "cannot tell where '" + name + "' begins");
    if (kind != Item::Kind::define && arm_at(index, found->begin) != arm_at(index, found->end - 1))
        refuse(edit, "'" + name + "' begins and ends in different arms of #if");
    return *found;
}

std::string line_ends(std::string_view text) {
    return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
}

Replacement removal(std::string_view text, Offset begin, Offset end) {
    return {begin, end, line_ends(text.substr(begin, end - begin))};
}

Offset line_start(std::string_view text, Offset at) {
    const std::size_t newline = text.substr(0, at).rfind('\n');
    return newline == std::string_view::npos ? 0 : static_cast<Offset>(newline) + 1;
}

// The directive with its '#'.
Replacement macro_removal(const OverlayEdit& edit, std::string_view text, const Item& item) {
    const Offset begin = line_start(text, item.begin);
    const Offset hash = skip_blank(text, begin, true);
    if (text[hash] != '#') refuse(edit, "cannot tell where '" + edit.name + "' begins");
    return removal(text, hash, item.end);
}

// Only a definition that declares nothing else.
Replacement type_removal(const OverlayEdit& edit, std::string_view text, const Item& item) {
    const Offset semicolon = skip_blank(text, item.end, false);
    if (semicolon >= text.size() || text[semicolon] != ';')
        refuse(edit, "more than the type '" + edit.name + "' is declared there");
    return removal(text, item.begin, semicolon + 1);
}

// The last field, on the line of the closing brace.
Replacement field(const OverlayEdit& edit, std::string_view text, const Item& item) {
    const std::vector<Token> added = tokenise(edit.name, 0, 0, static_cast<Offset>(edit.name.size()));
    const bool is_plain = added.size() >= 2 && std::all_of(added.begin(), added.end(), [](const Token& token) {
                              return token.kind == Token::Kind::identifier || token.text == "*";
                          });
    if (!is_plain || added.back().kind != Token::Kind::identifier)
        refuse(edit, "'" + edit.name + "' is not a type and a name");
    for (const Token& token : tokenise(text, 0, item.body, item.end))
        if (token.text == added.back().text)
            refuse(edit, "'" + edit.to + "' knows '" + std::string(token.text) + "' already");
    const Offset brace = item.end - 1;
    return {brace, brace, edit.name + "; "};
}

Replacement last_line(std::string_view text, const std::string& line) {
    const Offset end = static_cast<Offset>(text.size());
    return {end, end, (text.empty() || text.back() == '\n' ? "" : "\n") + line + "\n"};
}

Replacement include(const OverlayEdit& edit, std::string_view text, const FileIndex& index) {
    for (const Include& one : index.includes)
        if (one.path == edit.name) refuse(edit, "includes '" + edit.name + "' already");
    return last_line(text, "#include <" + edit.name + ">");
}

Replacement function_replacement(const OverlayEdit& edit, std::string_view text, const Item& item) {
    if (line_start(text, item.begin) != item.begin) refuse(edit, "'" + edit.name + "' does not begin its line");
    Replacement change = removal(text, item.begin, item.end);
    change.text = "#include \"" + edit.to + "\"" + change.text;
    return change;
}

}  // namespace

Replacement replacement_in_c(const OverlayEdit& edit, std::string_view text) {
    const FileIndex index = index_file(text);
    const auto item = [&](Item::Kind kind) { return find(edit, index, text, kind, edit.name); };
    switch (edit.action) {
        case Action::remove_function: {
            const Item function = item(Item::Kind::function);
            return removal(text, function.begin, function.end);
        }
        case Action::replace_function:
            return function_replacement(edit, text, item(Item::Kind::function));
        case Action::remove_prototype: {
            const Item prototype = item(Item::Kind::prototype);
            return removal(text, prototype.begin, prototype.end);
        }
        case Action::remove_macro:
            return macro_removal(edit, text, item(Item::Kind::define));
        case Action::remove_type:
            return type_removal(edit, text, item(Item::Kind::structure));
        case Action::add_field:
            return field(edit, text, find(edit, index, text, Item::Kind::structure, edit.to));
        case Action::add_include:
            return include(edit, text, index);
        case Action::add_file:
        case Action::replace_file:
        case Action::add_select:
        case Action::remove_select:
        case Action::add_object:
        case Action::remove_object:
            break;
    }
    refuse(edit, "this is no edit of C");
}

void require_function(const OverlayEdit& edit, std::string_view text) {
    const FileIndex index = index_file(text);
    const auto is_it = [&](const Item& item) {
        return item.kind == Item::Kind::function && item.name == edit.name && is_declarator(text, item);
    };
    if (std::count_if(index.items.begin(), index.items.end(), is_it) != 1)
        refuse(edit, edit.to + " does not define '" + edit.name + "' exactly once");
}

}  // namespace entryproof::lift
