// SPDX-License-Identifier: MIT
// C tokens with the place they were written at.
// Comments and line continuations separate tokens and are dropped; nothing else is.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace entryproof::lift {

using FileId = std::uint32_t;
using Offset = std::uint32_t;

// Names of the macros a token came out of, which are not expanded in it again.
struct Hidden {
    std::string_view name;
    std::shared_ptr<const Hidden> rest;
};

struct Token {
    enum class Kind { identifier, number, text, character, punctuation };
    Kind kind;
    std::string_view text;
    FileId file;
    Offset offset;  // of a token out of a macro: where the macro was named
    bool space_before = false;
    std::shared_ptr<const Hidden> hidden = nullptr;
};

bool is_identifier_start(char c);
bool is_identifier_part(char c);

// Skips blanks, comments and line continuations from `at`; a newline stops it only when `stop_at_newline`.
Offset skip_blank(std::string_view text, Offset at, bool stop_at_newline);

// The end of the token that starts at `at` (which is not blank).
Offset token_end(std::string_view text, Offset at);

// Tokens of text[begin, end).
std::vector<Token> tokenise(std::string_view text, FileId file, Offset begin, Offset end);

}  // namespace entryproof::lift
