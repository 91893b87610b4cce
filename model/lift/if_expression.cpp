// SPDX-License-Identifier: MIT
#include "model/lift/if_expression.h"

#include "model/lift/expand.h"

#include <array>
#include <charconv>
#include <optional>

namespace entryproof::lift {

namespace {

constexpr unsigned max_depth = 100;
constexpr unsigned max_splits = 12;

// A number, or a truth value that depends on options.
struct Value {
    bool is_number = true;
    std::int64_t number = 0;
    Conditions::Id truth = Conditions::never;
};

bool is_option(std::string_view name) { return name.rfind("CONFIG_", 0) == 0; }

bool is_option_test(std::string_view name) {
    return name == "IS_ENABLED" || name == "IS_BUILTIN" || name == "IS_REACHABLE";
}

// What the compiler defines for every kernel file written in C.
std::optional<bool> predefined(const kernel::Arch& arch, std::string_view name) {
    if (const auto own = arch.macros.find(std::string(name)); own != arch.macros.end()) return own->second;
    static constexpr std::array<std::string_view, 2> on = {"__KERNEL__", "__STDC__"};
    static constexpr std::array<std::string_view, 6> off = {"__ASSEMBLY__", "__ASSEMBLER__", "__CHECKER__",
                                                            "__cplusplus",  "__ILP32__",     "__s390__"};
    for (const std::string_view known : on)
        if (name == known) return true;
    for (const std::string_view known : off)
        if (name == known) return false;
    return std::nullopt;
}

// Depends on the compiler, which is not known here.
bool is_compilers(std::string_view name) {
    static constexpr std::array<std::string_view, 12> prefixes = {
        "__GNUC", "__GCC_",     "__clang", "__SIZEOF_", "__has_",         "__OPTIMIZE",
        "__ARM_", "__AARCH64E", "__CHAR_", "__SANIT",   "__BYTE_ORDER__", "__VERSION__"};
    for (const std::string_view prefix : prefixes)
        if (name.rfind(prefix, 0) == 0) return true;
    return name == "MODULE" || name == "__GENKSYMS__";
}

class Evaluator {
public:
    Evaluator(Unit& unit, std::uint32_t instance, const Arm& arm)
        : unit_(unit), conditions_(unit.conditions()), instance_(instance), arm_(arm) {}

    Conditions::Id run() {
        const FileId file = unit_.file(instance_);
        std::vector<Token> tokens = tokenise(unit_.sources().text(file), file, arm_.begin, arm_.end);
        if (tokens.empty()) return opaque().truth;
        if (arm_.kind == Arm::Kind::when_defined) return defined(tokens.front());
        if (arm_.kind == Arm::Kind::when_undefined) return conditions_.negation(defined(tokens.front()));
        return under(Conditions::always, without_tests(tokens), 0);
    }

private:
    // Evaluates under an assumption; where macros differ, on both sides.
    Conditions::Id under(Conditions::Id assumption, const std::vector<Token>& tokens, unsigned splits) {
        if (splits > max_splits) return opaque().truth;
        try {
            const Expansion expansion{unit_, instance_, assumption,
                                      [](std::string_view name) { return is_option(name) || name == "defined"; }};
            tokens_ = expand(expansion, tokens);
            at_ = 0;
            const Value value = conditional(0);
            return at_ == tokens_.size() ? truth(value) : opaque().truth;
        } catch (const Undecided& open) {
            const Conditions::Id yes = under(conditions_.both(assumption, open.condition), tokens, splits + 1);
            const Conditions::Id negated = conditions_.negation(open.condition);
            const Conditions::Id no = under(conditions_.both(assumption, negated), tokens, splits + 1);
            return conditions_.choose(open.condition, yes, no);
        }
    }

    Value of(Conditions::Id truth) const {
        if (truth == Conditions::always) return {true, 1, truth};
        if (truth == Conditions::never) return {true, 0, truth};
        return {false, 0, truth};
    }

    Value opaque() {
        const FileId file = unit_.file(instance_);
        const Position where = unit_.sources().position(file, arm_.begin);
        return of(conditions_.atom("?" + unit_.sources().path(file) + ":" + std::to_string(where.line) + ":" +
                                   std::to_string(where.column)));
    }

    Conditions::Id truth(const Value& value) const {
        if (!value.is_number) return value.truth;
        return value.number != 0 ? Conditions::always : Conditions::never;
    }

    Conditions::Id defined(const Token& name) {
        if (name.kind != Token::Kind::identifier) return opaque().truth;
        if (is_option(name.text)) return unit_.kconfig().option(std::string(name.text));
        if (const auto known = predefined(unit_.kconfig().arch(), name.text))
            return *known ? Conditions::always : Conditions::never;
        if (is_compilers(name.text) && unit_.sources().first_named(name.text) == Sources::none) return opaque().truth;
        return unit_.defined(name.text, {instance_, arm_.begin});
    }

    // Replaces defined(X) and IS_ENABLED(CONFIG_X) before macros are expanded: their operand must not be.
    std::vector<Token> without_tests(const std::vector<Token>& tokens) {
        std::vector<Token> result;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            const bool tests = tokens[at].text == "defined" || is_option_test(tokens[at].text);
            const bool in_parentheses =
                at + 3 < tokens.size() && tokens[at + 1].text == "(" && tokens[at + 3].text == ")";
            const bool bare = tokens[at].text == "defined" && at + 1 < tokens.size() && tokens[at + 1].text != "(";
            if (tests && (in_parentheses || bare)) {
                const Token& name = tokens[at + (bare ? 1 : 2)];
                Token truth = tokens[at];
                truth.kind = Token::Kind::character;
                truth.text = unit_.sources().keep("@" + std::to_string(defined(name)));
                result.push_back(truth);
                at += bare ? 1 : 3;
            } else {
                result.push_back(tokens[at]);
            }
        }
        return result;
    }

    bool take(std::string_view text) {
        if (at_ >= tokens_.size() || tokens_[at_].text != text) return false;
        ++at_;
        return true;
    }

    Value conditional(unsigned depth) {
        const Value condition = binary(0, depth);
        if (!take("?")) return condition;
        const Value yes = conditional(depth + 1);
        if (!take(":")) return opaque();
        const Value no = conditional(depth + 1);
        if (condition.is_number) return condition.number ? yes : no;
        return of(conditions_.choose(condition.truth, truth(yes), truth(no)));
    }

    static int precedence(std::string_view op) {
        static constexpr std::array<std::array<std::string_view, 4>, 10> levels = {{{"||"},
                                                                                    {"&&"},
                                                                                    {"|"},
                                                                                    {"^"},
                                                                                    {"&"},
                                                                                    {"==", "!="},
                                                                                    {"<", ">", "<=", ">="},
                                                                                    {"<<", ">>"},
                                                                                    {"+", "-"},
                                                                                    {"*", "/", "%"}}};
        for (std::size_t level = 0; level < levels.size(); ++level)
            for (const std::string_view candidate : levels[level])
                if (!candidate.empty() && candidate == op) return static_cast<int>(level);
        return -1;
    }

    Value binary(int lowest, unsigned depth) {
        Value left = unary(depth);
        while (at_ < tokens_.size()) {
            const std::string_view op = tokens_[at_].text;
            const int level = precedence(op);
            if (level < lowest) break;
            ++at_;
            left = apply(op, left, binary(level + 1, depth + 1));
        }
        return left;
    }

    Value apply(std::string_view op, const Value& left, const Value& right) {
        if (op == "&&") return of(conditions_.both(truth(left), truth(right)));
        if (op == "||") return of(conditions_.either(truth(left), truth(right)));
        if (!left.is_number || !right.is_number) return opaque();
        const auto a = static_cast<std::uint64_t>(left.number), b = static_cast<std::uint64_t>(right.number);
        const auto number = [](std::uint64_t value) { return Value{true, static_cast<std::int64_t>(value), 0}; };
        if (op == "|") return number(a | b);
        if (op == "^") return number(a ^ b);
        if (op == "&") return number(a & b);
        if (op == "==") return number(a == b);
        if (op == "!=") return number(a != b);
        if (op == "<") return number(left.number < right.number);
        if (op == ">") return number(left.number > right.number);
        if (op == "<=") return number(left.number <= right.number);
        if (op == ">=") return number(left.number >= right.number);
        if (op == "<<") return b < 64 ? number(a << b) : opaque();
        if (op == ">>") return b < 64 ? number(a >> b) : opaque();
        if (op == "+") return number(a + b);
        if (op == "-") return number(a - b);
        if (op == "*") return number(a * b);
        if (left.number < 0 || right.number <= 0) return opaque();
        return number(op == "/" ? a / b : a % b);
    }

    Value unary(unsigned depth) {
        if (depth > max_depth)
            throw unit_.sources().error(unit_.file(instance_), arm_.begin, "#if is nested too deeply", "");
        if (take("!")) return of(conditions_.negation(truth(unary(depth + 1))));
        if (take("-")) return negated(unary(depth + 1), false);
        if (take("~")) return negated(unary(depth + 1), true);
        if (take("+")) return unary(depth + 1);
        if (take("(")) {
            const Value inner = conditional(depth + 1);
            return take(")") ? inner : opaque();
        }
        if (at_ >= tokens_.size()) return opaque();
        return primary(tokens_[at_++]);
    }

    Value negated(const Value& value, bool bitwise) {
        if (!value.is_number) return opaque();
        const auto bits = static_cast<std::uint64_t>(value.number);
        return {true, static_cast<std::int64_t>(bitwise ? ~bits : 0 - bits), 0};
    }

    Value primary(const Token& token) {
        if (token.text[0] == '@') return of(static_cast<Conditions::Id>(std::stoul(std::string(token.text.substr(1)))));
        if (token.kind == Token::Kind::number) return literal(token.text);
        if (token.kind != Token::Kind::identifier) return opaque();
        if (is_option(token.text)) return of(unit_.kconfig().option(std::string(token.text)));
        const bool is_call = at_ < tokens_.size() && tokens_[at_].text == "(";
        if (is_call || is_compilers(token.text)) {
            at_ = tokens_.size();
            return opaque();
        }
        const auto known = predefined(unit_.kconfig().arch(), token.text);
        return {true, known.value_or(false) ? 1 : 0, 0};
    }

    Value literal(std::string_view text) {
        while (!text.empty() && (text.back() == 'u' || text.back() == 'U' || text.back() == 'l' || text.back() == 'L'))
            text.remove_suffix(1);
        int base = 10;
        if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
            base = 16;
            text.remove_prefix(2);
        } else if (text.size() > 1 && text[0] == '0') {
            base = 8;
        }
        std::uint64_t value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value, base);
        if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return opaque();
        return {true, static_cast<std::int64_t>(value), 0};
    }

    Unit& unit_;
    Conditions& conditions_;
    std::uint32_t instance_;
    const Arm& arm_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace

Conditions::Id evaluate_if(Unit& unit, std::uint32_t instance, const Arm& arm) {
    return Evaluator(unit, instance, arm).run();
}

bool is_opaque(const std::string& atom) { return !atom.empty() && atom.front() == '?'; }

}  // namespace entryproof::lift
