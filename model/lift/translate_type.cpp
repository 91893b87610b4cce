// SPDX-License-Identifier: MIT
// Types as they are written in declarations, parameters and casts.
#include "model/lift/lifter.h"
#include "model/lift/translator.h"
#include "model/lift/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace entryproof::lift {

namespace {

struct BaseType {
    std::string_view name;
    ir::Width width;
    bool is_signed;
};

constexpr std::array base_types = {
    BaseType{"bool", 1, false},       BaseType{"char", 8, false},  // unsigned on arm64
    BaseType{"int", 32, true},        BaseType{"size_t", 64, false},   BaseType{"ssize_t", 64, true},
    BaseType{"uintptr_t", 64, false}, BaseType{"intptr_t", 64, true},  BaseType{"uint8_t", 8, false},
    BaseType{"int8_t", 8, true},      BaseType{"uint16_t", 16, false}, BaseType{"int16_t", 16, true},
    BaseType{"uint32_t", 32, false},  BaseType{"int32_t", 32, true},   BaseType{"uint64_t", 64, false},
    BaseType{"int64_t", 64, true},
};

}  // namespace

std::string_view Translator::declared_name(Node declarator) {
    while (declarator && !declarator.is("identifier")) {
        const Node inner = declarator.field("declarator");
        declarator = inner || !declarator.is("parenthesized_declarator") ? inner : declarator.children().front();
    }
    return declarator ? declarator.text() : std::string_view();
}

bool Translator::is_constant(const Node& specifiers) {
    const std::vector<Node> children = specifiers.children();
    return std::any_of(children.begin(), children.end(),
                       [](const Node& child) { return child.is("type_qualifier") && child.text() == "const"; });
}

// `specifiers` is a declaration, parameter, function or type descriptor; `declarator` may be null.
Type Translator::type_of(const Node& specifiers, const Node& declarator) {
    Type type = base_type(specifiers);
    for (Node part = declarator; part;) {
        const bool is_pointer = part.is("pointer_declarator") || part.is("abstract_pointer_declarator");
        const bool is_array = part.is("array_declarator") || part.is("abstract_array_declarator");
        if (is_pointer || is_array) {
            if (type.kind == Type::Kind::integer) {
                type.kind = Type::Kind::place_pointer;
            } else if (type.kind == Type::Kind::syscall_pointer) {
                type = syscall_table();
            } else if (is_pointer && type.kind == Type::Kind::nothing) {
                type = task_pointer(type.structure);
            } else {
                unsupported(part, "a pointer or array of this type", "");
            }
        } else if (!part.is("identifier") && !part.is("init_declarator") && !part.is("function_declarator") &&
                   !part.is("abstract_function_declarator")) {
            unsupported(part, "this kind of declarator", "");
        }
        part = part.field("declarator");
    }
    if (type.kind == Type::Kind::nothing && !type.structure.empty())
        unsupported(specifiers, "struct " + type.structure + " by value", "only pointers to the task's structures");
    return type;
}

// `nothing` with a structure stands for the structure itself until a pointer is made of it.
Type Translator::base_type(const Node& specifiers) {
    for (const Node& child : specifiers.children()) {
        const bool understood = !child.is("attribute_specifier") && !child.is("ms_declspec_modifier") &&
                                !child.is("attribute_declaration") && !child.is("ms_call_modifier");
        if (!understood) unsupported(child, "this attribute", "add it to the vocabulary if it changes nothing");
        if (child.is("type_qualifier") && child.text() != "const") unsupported(child, "this qualifier", "");
    }
    return named_type(specifiers.field("type"));
}

// C11 6.7.2: which of the words go together, in any order.
Type Translator::sized_type(const Node& node) {
    std::map<std::string_view, unsigned> words;
    for (const Node& child : node.all_children()) ++words[child.text()];
    const auto take = [&](std::string_view word) { return std::exchange(words[word], 0); };
    const unsigned is_unsigned = take("unsigned"), is_signed = take("signed");
    const unsigned longs = take("long"), shorts = take("short"), chars = take("char"), ints = take("int");
    const bool is_known = std::all_of(words.begin(), words.end(), [](const auto& word) { return word.second == 0; });
    const bool one_sign = is_unsigned + is_signed <= 1;
    const bool one_size = longs <= 2 && shorts <= 1 && chars <= 1 && ints <= 1 &&
                          (longs > 0) + (shorts > 0) + (chars > 0) <= 1 && chars + ints <= 1;
    if (!is_known || !one_sign || !one_size) unsupported(node, "the type " + std::string(node.text()), "");
    if (chars) return integer(8, is_signed != 0);
    if (shorts) return integer(16, !is_unsigned);
    return integer(longs ? 64 : 32, !is_unsigned);
}

Type Translator::named_type(const Node& node) {
    const std::string_view text = node.text();
    if (node.is("primitive_type")) {
        if (text == "void") return {};
        for (const BaseType& base : base_types)
            if (base.name == text) return integer(base.width, base.is_signed);
        unsupported(node, "the type " + std::string(text), "");
    }
    if (node.is("sized_type_specifier")) return sized_type(node);
    if (node.is("struct_specifier") && node.field("name") && !node.field("body")) {
        Type type;
        type.structure = std::string(node.field("name").text());
        return type;
    }
    if (node.is("enum_specifier") && !node.field("body"))
        return integer(32, lifter_.is_signed_enumeration(node.field("name"), context_.unit, context_.assumption));
    if (node.is("type_identifier")) {
        if (is_syscall_function(text)) return {Type::Kind::syscall_pointer, 64, false, ""};
        const std::string meaning = lifter_.type_name(text, context_.unit, context_.assumption);
        if (meaning.rfind("struct ", 0) == 0) {
            Type type;
            type.structure = meaning.substr(7);
            return type;
        }
        for (const BaseType& base : base_types)
            if (base.name == meaning) return integer(base.width, base.is_signed);
    }
    if (find_local(text))
        unsupported(node, "a product in parentheses that looks like a cast",
                    "swap its operands or drop the parentheses");
    unsupported(node, "the type " + std::string(text), "integers and pointers to the task's structures are");
}

}  // namespace entryproof::lift
