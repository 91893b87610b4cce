// SPDX-License-Identifier: MIT
// One source file, seen lexically: its #if arms, its macro definitions, its includes and its top-level items.
//
// Nothing is parsed and nothing evaluated; a name may be a wrong guess (the arguments of an annotation look like a
// function), which the parser finds out when somebody asks for the item.
#pragma once

#include "model/lift/token.h"

#include <string>
#include <string_view>
#include <vector>

namespace entryproof::lift {

// A stretch of a file between two directives of one #if. Arm 0 is the whole file.
struct Arm {
    enum class Kind { file, when, when_defined, when_undefined, otherwise };
    Kind kind = Kind::file;
    std::uint32_t parent = 0;
    std::uint32_t previous = 0;  // the arm before it in the same #if ... #endif, 0: it is the first
    std::uint32_t rank = 0;      // how many arms its condition may go through
    Offset begin = 0;            // of the expression
    Offset end = 0;
};

struct Item {
    enum class Kind { define, undef, function, prototype, type_name, enumerator, structure };
    Kind kind;
    std::string_view name;
    std::uint32_t arm;
    Offset name_at;
    Offset begin;  // of the whole item; of a macro: of its name
    Offset body;   // function, structure, enumerator: the opening brace; macro: after the name
    Offset end;
};

struct Include {
    std::string_view path;
    bool quoted;
    std::uint32_t arm;
    Offset at;
};

// Text without directives that belongs to one arm.
struct Segment {
    Offset begin;
    Offset end;
    std::uint32_t arm;
};

// A directive that is none of the above (#error, #pragma, an #include by macro): it must not stand in a function.
struct OtherDirective {
    std::uint32_t arm;
    Offset at;
};

struct FileIndex {
    std::vector<Arm> arms;
    std::vector<Item> items;
    std::vector<Include> includes;
    std::vector<Segment> segments;
    std::vector<OtherDirective> others;
    bool too_deep = false;  // #if nested beyond any sense; the index is not complete
};

// `text` must outlive the index. Unbalanced #if and braces are not judged here.
FileIndex index_file(std::string_view text);

struct Position {
    unsigned line;    // 1-based
    unsigned column;  // 1-based, in bytes
};
Position position_of(std::string_view text, Offset at);

}  // namespace entryproof::lift
