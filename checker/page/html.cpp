// SPDX-License-Identifier: MIT
#include "checker/page/html.h"

#include "checker/error.h"

#include <cstdint>

namespace entryproof::checker::page {

namespace {

constexpr const char* replacement = "\xef\xbf\xbd";  // U+FFFD

// One character of UTF-8 at the front of a text: its number and its length in bytes; length 0: there is none.
struct Character {
    std::uint32_t number = 0;
    std::size_t length = 0;
};

Character first_of(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || lead >= 0xf8 || text.size() < length) return {};
    std::uint32_t number = lead & (0x7fu >> length);
    for (std::size_t at = 1; at < length; ++at) {
        if ((byte(at) & 0xc0) != 0x80) return {};
        number = number << 6 | (byte(at) & 0x3fu);
    }
    const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    const bool is_surrogate = number >= 0xd800 && number < 0xe000;
    if (number < least || number > 0x10ffff || is_surrogate) return {};
    return {number, length};
}

// Turns the direction in which the rest is read, or is not for display at all.
bool is_deceptive(std::uint32_t number) {
    const bool is_direction = number == 0x200e || number == 0x200f || number == 0x61c ||
                              (number >= 0x202a && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069);
    const bool is_control = number >= 0x80 && number < 0xa0;
    const bool is_no_character = (number & 0xfffe) == 0xfffe || (number >= 0xfdd0 && number <= 0xfdef);
    return is_direction || is_control || is_no_character;
}

// U+2400 and the following are pictures of the control characters.
std::string picture_of(unsigned char control) {
    const unsigned number = control == 0x7f ? 0x21 : control;
    return {'\xe2', '\x90', static_cast<char>(0x80 + number)};
}

std::string escaped_ascii(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        case '\n':
        case '\t':
            return {c};
        default:
            return (c >= 0 && c < ' ') || c == 0x7f ? picture_of(static_cast<unsigned char>(c)) : std::string{c};
    }
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_of(text);
        if (character.length == 1)
            result += escaped_ascii(text.front());
        else if (character.length == 0 || is_deceptive(character.number))
            result += replacement;
        else
            result += text.substr(0, character.length);
        text.remove_prefix(character.length == 0 ? 1 : character.length);
    }
    return result;
}

void Html::start(const std::string& tag, const Attributes& attributes) {
    html_ += "<" + tag;
    for (const auto& [name, value] : attributes)
        html_ += " " + name + (value.empty() ? "" : "=\"" + escaped(value) + "\"");
    html_ += ">";
}

Html& Html::open(const std::string& tag, const Attributes& attributes) {
    start(tag, attributes);
    open_.push_back(tag);
    return *this;
}

Html& Html::close() {
    check(!open_.empty(), "an element that is closed was opened");
    html_ += "</" + open_.back() + ">";
    open_.pop_back();
    return *this;
}

Html& Html::text(std::string_view text) {
    html_ += escaped(text);
    return *this;
}

Html& Html::add(const Markup& markup) {
    html_ += markup.html;
    return *this;
}

Html& Html::element(const std::string& tag, std::string_view text, const Attributes& attributes) {
    return open(tag, attributes).text(text).close();
}

Html& Html::lone(const std::string& tag, const Attributes& attributes) {
    start(tag, attributes);
    return *this;
}

Html& Html::newline() {
    html_ += "\n";
    return *this;
}

Markup Html::finish() {
    check(open_.empty(), "every element that was opened is closed");
    return {std::move(html_)};
}

}  // namespace entryproof::checker::page
