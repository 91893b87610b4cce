// SPDX-License-Identifier: MIT
// A recursive-descent parser, one function a precedence level, straight from text to IR.
//
//   either := both ("||" both)*            both := equality ("&&" equality)*
//   equality := order (("=="|"!=") order)?     order := unary (("<"|"<="|">"|">=") unary)?
//   unary := "!" unary | "(" either ")" | name | ["-"] (number | constant's name)
//
// Comparisons do not chain: a < b < c is refused, since it never means what it says. Nesting, operands and the length
// of a name are bounded, so hostile text ends in an error.
#include "spec/condition.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "model/ir/builder.h"

namespace entryproof::spec {

namespace {

constexpr unsigned deepest = 200;
constexpr unsigned most_operands = 1000;
constexpr std::size_t longest_name = 200;

[[noreturn]] void fail(std::size_t offset, const std::string& message) {
    throw ConditionError{static_cast<unsigned>(offset), message};
}

// Steps of insertion, removal and exchange of one letter.
std::size_t edit_distance(const std::string& left, const std::string& right) {
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t exchanged = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::string nearest_name(const std::string& name, const ConditionVocabulary& vocabulary) {
    std::string nearest;
    std::size_t smallest = 0;
    const auto consider = [&](const std::string& known) {
        const std::size_t distance = edit_distance(name, known);
        if (!nearest.empty() && distance >= smallest) return;
        nearest = known;
        smallest = distance;
    };
    for (const auto& [known, width] : vocabulary.names) consider(known);
    for (const auto& [known, value] : vocabulary.constants) consider(known);
    return nearest;
}

// A number as it was written, or a value with a width.
struct Operand {
    std::size_t offset;
    ir::ExpressionRef value;  // null for a number
    std::uint64_t magnitude = 0;
    bool is_negative = false;
};

// The number in `width` bits; a negative one wraps as in C, but must be one that a signed value of that width can have.
ir::ExpressionRef fitted(const Operand& operand, ir::Width width) {
    const std::string spelled = (operand.is_negative ? "-" : "") + std::to_string(operand.magnitude);
    const std::uint64_t limit = operand.is_negative ? std::uint64_t{1} << (width - 1) : ir::mask_of(width);
    if (operand.magnitude > limit)
        fail(operand.offset, spelled + " does not fit into " + std::to_string(width) + (width == 1 ? " bit" : " bits"));
    return ir::constant(width, operand.is_negative ? std::uint64_t{0} - operand.magnitude : operand.magnitude);
}

ir::ExpressionRef as_condition(const Operand& operand) {
    if (operand.value == nullptr) return ir::truth(operand.magnitude != 0);
    return operand.value->width == 1 ? operand.value : ir::is_nonzero(operand.value);
}

ir::ExpressionRef compared(const std::string& sign, ir::ExpressionRef left, ir::ExpressionRef right) {
    using Op = ir::BinaryOperator;
    if (sign == "==") return ir::equal(left, right);
    if (sign == "!=") return ir::differs(left, right);
    if (sign == "<") return ir::binary(Op::unsigned_less, left, right);
    if (sign == "<=") return ir::binary(Op::unsigned_less_equal, left, right);
    if (sign == ">") return ir::binary(Op::unsigned_less, right, left);
    return ir::binary(Op::unsigned_less_equal, right, left);
}

Operand comparison(const Operand& left, const std::string& sign, const Operand& right) {
    ir::Width width = 64;  // of two numbers
    if (left.value != nullptr && right.value != nullptr)
        width = std::max(left.value->width, right.value->width);
    else if (left.value != nullptr)
        width = left.value->width;
    else if (right.value != nullptr)
        width = right.value->width;
    const auto widened = [&](const Operand& operand) {
        return operand.value == nullptr ? fitted(operand, width) : ir::zero_extend(operand.value, width);
    };
    const ir::ExpressionRef left_value = widened(left);
    const ir::ExpressionRef right_value = widened(right);
    return {left.offset, compared(sign, left_value, right_value)};
}

class Parser {
public:
    Parser(const std::string& text, const ConditionVocabulary& vocabulary) : text_(text), vocabulary_(vocabulary) {}

    ir::ExpressionRef parse() {
        skip_space();
        if (at_end()) fail(0, "the condition is empty");
        const Operand whole = either();
        if (!at_end()) fail(position_, "an operator is expected here, not '" + rest() + "'");
        return as_condition(whole);
    }

private:
    Operand either() {
        Operand left = both();
        while (take("||")) {
            const Operand right = both();
            left = {left.offset, ir::either(as_condition(left), as_condition(right))};
        }
        return left;
    }

    Operand both() {
        Operand left = equality();
        while (take("&&")) {
            const Operand right = equality();
            left = {left.offset, ir::both(as_condition(left), as_condition(right))};
        }
        return left;
    }

    Operand equality() {
        return optional_comparison({"==", "!="}, [this] { return order(); });
    }

    Operand order() {
        return optional_comparison({"<=", ">=", "<", ">"}, [this] { return unary(); });
    }

    template <typename Part>
    Operand optional_comparison(const std::vector<std::string>& signs, Part&& part) {
        const Operand left = part();
        const std::optional<std::string> sign = take_one_of(signs);
        if (!sign.has_value()) return left;
        const Operand result = comparison(left, *sign, part());
        const std::size_t offset = position_;
        if (take_one_of(signs).has_value()) fail(offset, "comparisons do not chain: use && or parentheses");
        return result;
    }

    Operand unary() {
        const std::size_t offset = position_;
        if (take("!")) {
            enter();
            const Operand operand = unary();
            --depth_;
            return {offset, ir::negation(as_condition(operand))};
        }
        if (take("(")) {
            enter();
            const Operand inside = either();
            --depth_;
            if (!take(")")) fail(position_, "')' is missing for the '(' at column " + std::to_string(offset + 1));
            return {offset, as_condition(inside)};
        }
        return primary();
    }

    void enter() {
        if (++depth_ > deepest) fail(position_, "nested more than " + std::to_string(deepest) + " levels deep");
    }

    Operand primary() {
        if (++operands_ > most_operands) fail(position_, "more than " + std::to_string(most_operands) + " operands");
        const std::size_t offset = position_;
        const bool is_negative = take("-");
        if (at_end()) fail(position_, "a name or number is missing at the end");
        if (is_digit(text_[position_])) return {offset, nullptr, number(), is_negative};
        if (!is_name_start(text_[position_]))
            fail(position_, "a name or number is expected here, not '" + rest() + "'");
        return named(offset, word(), is_negative);
    }

    Operand named(std::size_t offset, const std::string& name, bool is_negative) {
        const auto known = vocabulary_.names.find(name);
        if (known != vocabulary_.names.end()) {
            if (is_negative) fail(offset, "'-' stands before numbers only");
            return {offset, ir::read(name, known->second)};
        }
        const auto constant = vocabulary_.constants.find(name);
        if (constant != vocabulary_.constants.end()) return {offset, nullptr, constant->second, is_negative};
        const std::string nearest = nearest_name(name, vocabulary_);
        fail(offset, "unknown name '" + name + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    }

    // Words.

    static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
    static bool is_name_start(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
    }
    static bool is_of_word(char letter) {
        return is_name_start(letter) || is_digit(letter) || letter == '.' || letter == '[' || letter == ']';
    }

    std::string word() {
        const std::size_t start = position_;
        while (!at_end() && is_of_word(text_[position_])) ++position_;
        if (position_ - start > longest_name) fail(start, "a name of more than 200 letters");
        std::string found = text_.substr(start, position_ - start);
        skip_space();
        return found;
    }

    std::uint64_t number() {
        const std::size_t offset = position_;
        const std::string spelled = word();
        const bool is_hexadecimal =
            spelled.size() >= 2 && spelled[0] == '0' && (spelled[1] == 'x' || spelled[1] == 'X');
        const std::string digits = is_hexadecimal ? spelled.substr(2) : spelled;
        const std::uint64_t base = is_hexadecimal ? 16 : 10;
        if (!is_hexadecimal && digits.size() > 1 && digits[0] == '0') fail(offset, "a decimal number starts with 0");
        if (digits.empty()) fail(offset, "'" + spelled + "' is not a number");
        std::uint64_t value = 0;
        for (const char letter : digits) {
            const std::uint64_t digit = digit_value(letter);
            if (digit >= base) fail(offset, "'" + spelled + "' is not a number");
            if (value > (~std::uint64_t{0} - digit) / base) fail(offset, spelled + " does not fit into 64 bits");
            value = value * base + digit;
        }
        return value;
    }

    static std::uint64_t digit_value(char letter) {
        if (is_digit(letter)) return static_cast<std::uint64_t>(letter - '0');
        if (letter >= 'a' && letter <= 'f') return static_cast<std::uint64_t>(letter - 'a' + 10);
        if (letter >= 'A' && letter <= 'F') return static_cast<std::uint64_t>(letter - 'A' + 10);
        return 99;
    }

    bool take(std::string_view sign) {
        if (text_.compare(position_, sign.size(), sign) != 0) return false;
        position_ += sign.size();
        skip_space();
        return true;
    }

    std::optional<std::string> take_one_of(const std::vector<std::string>& signs) {
        for (const std::string& sign : signs)
            if (take(sign)) return sign;
        return std::nullopt;
    }

    void skip_space() {
        while (!at_end() && (text_[position_] == ' ' || text_[position_] == '\t' || text_[position_] == '\n' ||
                             text_[position_] == '\r'))
            ++position_;
    }

    bool at_end() const { return position_ >= text_.size(); }
    std::string rest() const { return text_.substr(position_, 20); }

    const std::string& text_;
    const ConditionVocabulary& vocabulary_;
    std::size_t position_ = 0;
    unsigned depth_ = 0;
    unsigned operands_ = 0;
};

}  // namespace

ir::ExpressionRef parse_condition(const std::string& text, const ConditionVocabulary& vocabulary) {
    return Parser(text, vocabulary).parse();
}

}  // namespace entryproof::spec
