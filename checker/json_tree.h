// SPDX-License-Identifier: MIT
// JSON that remembers where each value stands, for files that people write and must be told where they went wrong.
//
// Stricter than JSON: a key given twice and nesting beyond 16 levels are errors. A number is kept as text when it is no
// unsigned 64-bit integer, so that the reader can say so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace entryproof::checker {

struct JsonNode {
    enum class Kind { null, boolean, number, other_number, string, array, object } kind = Kind::null;
    std::size_t offset = 0;    // of its first byte in the text
    std::uint64_t number = 0;  // of `number`; `boolean`: 0 or 1
    std::string text;          // of `string` and `other_number`
    std::vector<JsonNode> items;
    struct Member;
    std::vector<Member> members;  // in the order of the text
};

struct JsonNode::Member {
    std::string key;
    std::size_t key_offset;
    JsonNode value;
};

// 1-based line and column (in bytes) of an offset.
std::pair<unsigned, unsigned> line_and_column(std::string_view text, std::size_t offset);

// Throws InputError (checker/error.h).
JsonNode parse_json(const std::string& text, const std::string& file_name);

}  // namespace entryproof::checker
