// SPDX-License-Identifier: MIT
#include "model/lift/token.h"

#include <array>

namespace entryproof::lift {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A string or character literal that is not closed ends with its line.
Offset literal_end(std::string_view text, Offset at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            ++at;
        } else if (text[at] == quote) {
            return at + 1;
        }
    }
    return at;
}

// Kernel numbers on the path are integers, so a sign never belongs to one.
Offset number_end(std::string_view text, Offset at) {
    while (at < text.size() && (is_identifier_part(text[at]) || text[at] == '.')) ++at;
    return at;
}

Offset punctuation_end(std::string_view text, Offset at) {
    constexpr std::string_view second = "<>=.-+&|#";
    if (at + 1 >= text.size() || second.find(text[at + 1]) == std::string_view::npos) return at + 1;
    static constexpr std::array<std::string_view, 23> longer = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                                "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                                "*=",  "/=",  "%=",  "&=", "|=", "^=", "##"};
    for (const std::string_view candidate : longer)
        if (text.substr(at, candidate.size()) == candidate) return at + static_cast<Offset>(candidate.size());
    return at + 1;
}

Token::Kind kind_of(std::string_view token) {
    if (is_identifier_start(token[0])) return Token::Kind::identifier;
    if (is_digit(token[0])) return Token::Kind::number;
    if (token[0] == '"') return Token::Kind::text;
    if (token[0] == '\'') return Token::Kind::character;
    return Token::Kind::punctuation;
}

}  // namespace

bool is_identifier_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_identifier_part(char c) { return is_identifier_start(c) || is_digit(c); }

Offset skip_blank(std::string_view text, Offset at, bool stop_at_newline) {
    while (at < text.size()) {
        const char c = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++at;
        } else if (c == '\n' && !stop_at_newline) {
            ++at;
        } else if (c == '\\' && next == '\n') {
            at += 2;
        } else if (c == '/' && next == '*') {
            const std::size_t close = text.find("*/", at + 2);
            at = close == std::string_view::npos ? static_cast<Offset>(text.size()) : static_cast<Offset>(close + 2);
        } else if (c == '/' && next == '/') {
            while (at < text.size() && text[at] != '\n') at += text[at] == '\\' && at + 1 < text.size() ? 2 : 1;
        } else {
            return at;
        }
    }
    return static_cast<Offset>(text.size());
}

Offset token_end(std::string_view text, Offset at) {
    const char c = text[at];
    if (is_identifier_start(c)) {
        while (at < text.size() && is_identifier_part(text[at])) ++at;
        return at;
    }
    if (is_digit(c)) return number_end(text, at);
    if (c == '"' || c == '\'') return literal_end(text, at);
    return punctuation_end(text, at);
}

std::vector<Token> tokenise(std::string_view text, FileId file, Offset begin, Offset end) {
    std::vector<Token> tokens;
    text = text.substr(0, end);
    for (Offset at = begin;;) {
        const Offset start = skip_blank(text, at, false);
        if (start >= text.size()) return tokens;
        const Offset stop = token_end(text, start);
        const std::string_view spelling = text.substr(start, stop - start);
        tokens.push_back({kind_of(spelling), spelling, file, start, start != at});
        at = stop;
    }
}

}  // namespace entryproof::lift
