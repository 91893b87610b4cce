// SPDX-License-Identifier: MIT
#include "model/lift/syntax.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstring>

extern "C" const TSLanguage* tree_sitter_c();

namespace entryproof::lift {

struct Syntax::Tree {
    TSTree* tree = nullptr;
    ~Tree() { ts_tree_delete(tree); }
};

namespace {

template <typename Raw>
TSNode node_of(const Raw& raw) {
    static_assert(sizeof(TSNode) == sizeof(Raw));
    TSNode node;
    std::memcpy(&node, &raw, sizeof node);
    return node;
}

template <typename Raw>
Raw raw_of(const TSNode& node) {
    Raw raw;
    std::memcpy(&raw, &node, sizeof raw);
    return raw;
}

}  // namespace

Syntax::Syntax(std::vector<Token> tokens) : tokens_(std::move(tokens)), tree_(std::make_unique<Tree>()) {
    for (const Token& token : tokens_) {
        starts_.push_back(static_cast<std::uint32_t>(text_.size()));
        text_ += token.text;
        text_ += ' ';
    }
    const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), &ts_parser_delete);
    ts_parser_set_language(parser.get(), tree_sitter_c());
    tree_->tree = ts_parser_parse_string(parser.get(), nullptr, text_.data(), static_cast<std::uint32_t>(text_.size()));
}

Syntax::~Syntax() = default;

Node Syntax::root() const { return Node(this, raw_of<Node::Raw>(ts_tree_root_node(tree_->tree))); }

const Token& Syntax::token_at(std::uint32_t byte) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), byte);
    const auto index = after == starts_.begin() ? 0 : after - starts_.begin() - 1;
    return tokens_[static_cast<std::size_t>(index)];
}

Node Syntax::first_error() const {
    Node node = root();
    if (!node.has_error()) return Node();
    while (!node.is("ERROR") && !node.is_missing()) {
        Node next;
        for (const Node& child : node.all_children())
            if (!next && (child.has_error() || child.is_missing() || child.is("ERROR"))) next = child;
        if (!next) break;
        node = next;
    }
    return node;
}

std::string_view Node::type() const { return is_there_ ? ts_node_type(node_of(raw_)) : std::string_view(); }

std::string_view Node::text() const {
    if (!is_there_) return {};
    const TSNode node = node_of(raw_);
    const std::uint32_t start = ts_node_start_byte(node);
    return std::string_view(syntax_->text()).substr(start, ts_node_end_byte(node) - start);
}

bool Node::is_named() const { return is_there_ && ts_node_is_named(node_of(raw_)); }
bool Node::is_missing() const { return is_there_ && ts_node_is_missing(node_of(raw_)); }
bool Node::has_error() const { return is_there_ && ts_node_has_error(node_of(raw_)); }

std::vector<Node> Node::all_children() const {
    std::vector<Node> nodes;
    if (!is_there_) return nodes;
    TSTreeCursor cursor = ts_tree_cursor_new(node_of(raw_));
    for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor))
        nodes.push_back(Node(syntax_, raw_of<Raw>(ts_tree_cursor_current_node(&cursor))));
    ts_tree_cursor_delete(&cursor);
    return nodes;
}

std::vector<Node> Node::children() const {
    std::vector<Node> nodes;
    for (const Node& child : all_children())
        if (child.is_named() && !child.is("comment")) nodes.push_back(child);
    return nodes;
}

Node Node::field(std::string_view name) const {
    if (!is_there_) return *this;
    const TSNode child =
        ts_node_child_by_field_name(node_of(raw_), name.data(), static_cast<std::uint32_t>(name.size()));
    return ts_node_is_null(child) ? Node(syntax_, raw_, false) : Node(syntax_, raw_of<Raw>(child));
}

Node Node::first_child(std::string_view type) const {
    for (const Node& child : children())
        if (child.is(type)) return child;
    return Node();
}

std::string_view Node::operator_text() const {
    const Node op = field("operator");
    return op ? op.text() : std::string_view();
}

const Token& Node::token() const { return syntax_->token_at(ts_node_start_byte(node_of(raw_))); }

}  // namespace entryproof::lift
