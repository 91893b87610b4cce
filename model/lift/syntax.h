// SPDX-License-Identifier: MIT
// The parse tree of one piece of C that has been through macro expansion, with its way back to the original text.
// The one file pair that sees tree-sitter.
#pragma once

#include "model/lift/token.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace entryproof::lift {

class Syntax;

// A node of the tree; as cheap as a pointer, valid as long as its Syntax. A null node is `!node`: it has no type, text
// or children, and its token is that of the node it is missing in.
class Node {
public:
    Node() = default;
    explicit operator bool() const { return is_there_; }

    std::string_view type() const;
    bool is(std::string_view type) const { return this->type() == type; }
    std::string_view text() const;
    bool is_named() const;
    bool is_missing() const;
    bool has_error() const;

    std::vector<Node> children() const;       // named ones, without comments
    std::vector<Node> all_children() const;   // with operators and punctuation
    Node field(std::string_view name) const;  // null when there is none
    Node first_child(std::string_view type) const;
    std::string_view operator_text() const;  // of the field "operator"

    const Token& token() const;  // the first token of the node

private:
    friend class Syntax;
    struct Raw {
        std::uint32_t context[4];
        const void* id;
        const void* tree;
    };
    Node(const Syntax* syntax, const Raw& raw, bool is_there = true)
        : syntax_(syntax), raw_(raw), is_there_(is_there) {}
    const Syntax* syntax_ = nullptr;
    Raw raw_{};
    bool is_there_ = false;
};

class Syntax {
public:
    explicit Syntax(std::vector<Token> tokens);
    ~Syntax();
    Syntax(const Syntax&) = delete;

    Node root() const;
    const std::string& text() const { return text_; }
    const std::vector<Token>& tokens() const { return tokens_; }
    // The first ERROR or MISSING node, or null.
    Node first_error() const;
    const Token& token_at(std::uint32_t byte) const;

private:
    struct Tree;
    std::vector<Token> tokens_;
    std::vector<std::uint32_t> starts_;
    std::string text_;
    std::unique_ptr<Tree> tree_;
};

}  // namespace entryproof::lift
