// SPDX-License-Identifier: MIT
// nlohmann's SAX parser over an iterator that counts what was consumed: at each callback the token just read ends
// there, give or take one byte of look-ahead behind numbers, so its start is found by going back over it.
#include "checker/json_tree.h"

#include "checker/error.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace entryproof::checker {

namespace {

class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        ++at_;
        ++*consumed_;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator old = *this;
        ++*this;
        return old;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    std::size_t* consumed_;
};

constexpr std::size_t deepest = 16;

// Builds the tree; the names of the callbacks are nlohmann's.
class TreeBuilder {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    TreeBuilder(const std::string& text, const std::string& file_name, const std::size_t& consumed)
        : text_(text), file_name_(file_name), consumed_(consumed) {}

    bool null() { return leaf(JsonNode::Kind::null, consumed_ - 4); }
    bool boolean(bool value) { return leaf(JsonNode::Kind::boolean, consumed_ - (value ? 4 : 5), value ? 1 : 0); }
    bool number_integer(number_integer_t) { return other_number(); }
    bool number_unsigned(number_unsigned_t value) { return leaf(JsonNode::Kind::number, start_of_number(), value); }
    bool number_float(number_float_t, const string_t&) { return other_number(); }
    bool string(string_t& value) { return leaf(JsonNode::Kind::string, start_of_string(), 0, value); }
    bool binary(binary_t&) { return false; }  // not in text
    bool start_object(std::size_t) { return open(JsonNode::Kind::object); }
    bool start_array(std::size_t) { return open(JsonNode::Kind::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        const std::size_t offset = start_of_string();
        for (const JsonNode::Member& member : open_.back().members)
            if (member.key == name) fail(offset, "the key '" + name + "' is given twice");
        open_.back().members.push_back({name, offset, {}});
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
        const std::string message = error.what();
        const std::size_t place = message.find("column");
        const std::size_t words = place == std::string::npos ? std::string::npos : message.find(": ", place);
        fail(position == 0 ? 0 : position - 1,
             "not JSON: " + (words == std::string::npos ? message : message.substr(words + 2)));
    }

    JsonNode take() { return std::move(root_); }

private:
    [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
        const auto [line, column] = line_and_column(text_, offset);
        throw InputError(file_name_, line, column, message);
    }

    bool other_number() {
        const std::size_t start = start_of_number();
        std::size_t end = start;
        while (end < text_.size() && is_of_number(text_[end])) ++end;
        return leaf(JsonNode::Kind::other_number, start, 0, text_.substr(start, end - start));
    }

    bool leaf(JsonNode::Kind kind, std::size_t offset, std::uint64_t number = 0, const std::string& text = "") {
        place({kind, offset, number, text, {}, {}});
        return true;
    }

    bool open(JsonNode::Kind kind) {
        if (open_.size() == deepest) fail(consumed_ - 1, "nested more than 16 levels deep");
        open_.push_back({kind, consumed_ - 1, 0, "", {}, {}});
        return true;
    }

    bool close() {
        JsonNode finished = std::move(open_.back());
        open_.pop_back();
        place(std::move(finished));
        return true;
    }

    void place(JsonNode node) {
        if (open_.empty())
            root_ = std::move(node);
        else if (open_.back().kind == JsonNode::Kind::object)
            open_.back().members.back().value = std::move(node);
        else
            open_.back().items.push_back(std::move(node));
    }

    static bool is_of_number(char letter) {
        return (letter >= '0' && letter <= '9') || letter == '+' || letter == '-' || letter == '.' || letter == 'e' ||
               letter == 'E';
    }

    std::size_t start_of_number() const {
        std::size_t end = consumed_;
        if (end > 0 && !is_of_number(text_[end - 1])) --end;
        while (end > 0 && is_of_number(text_[end - 1])) --end;
        return end;
    }

    // Back from the closing quote to the first quote without a backslash before it: inside a string each quote has one,
    // and the opening quote never does.
    std::size_t start_of_string() const {
        std::size_t quote = consumed_ - 1;
        while (quote-- > 1)
            if (text_[quote] == '"' && text_[quote - 1] != '\\') return quote;
        return 0;
    }

    const std::string& text_;
    const std::string& file_name_;
    const std::size_t& consumed_;
    std::vector<JsonNode> open_;
    JsonNode root_;
};

}  // namespace

std::pair<unsigned, unsigned> line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')) + 1,
            static_cast<unsigned>(before.size() - line_start) + 1};
}

JsonNode parse_json(const std::string& text, const std::string& file_name) {
    std::size_t consumed = 0;
    TreeBuilder builder(text, file_name, consumed);
    const char* begin = text.data();
    nlohmann::json::sax_parse(CountingIterator(begin, &consumed), CountingIterator(begin + text.size(), &consumed),
                              &builder);
    return builder.take();
}

}  // namespace entryproof::checker
