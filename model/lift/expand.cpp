// SPDX-License-Identifier: MIT
// The algorithm is the usual one (a stack of tokens still to be read; each carries the macros it came out of); limits
// on steps and on nesting of arguments bound hostile input.
#include "model/lift/expand.h"

#include <algorithm>
#include <optional>

namespace entryproof::lift {

namespace {

constexpr unsigned max_steps = 400000;
constexpr std::size_t max_tokens = 200000;
constexpr unsigned max_nesting = 64;

using Tokens = std::vector<Token>;

bool is_hidden(const Token& token, std::string_view name) {
    for (const Hidden* hidden = token.hidden.get(); hidden; hidden = hidden->rest.get())
        if (hidden->name == name) return true;
    return false;
}

class Expander {
public:
    explicit Expander(const Expansion& expansion) : expansion_(expansion) {}

    Tokens run(Tokens tokens, unsigned nesting) {
        if (nesting > max_nesting) fail(tokens.front(), "macro calls are nested too deeply");
        Tokens output;
        std::reverse(tokens.begin(), tokens.end());
        while (!tokens.empty()) {
            const Token token = tokens.back();
            tokens.pop_back();
            if (++steps_ > max_steps || output.size() + tokens.size() > max_tokens)
                fail(token, "macro expansion does not end");
            if (!replace(token, tokens, nesting)) output.push_back(token);
        }
        return output;
    }

private:
    [[noreturn]] void fail(const Token& token, const std::string& reason) const {
        throw expansion_.unit.sources().error(token.file, token.offset, reason, "");
    }

    const Macro* macro_of(const Token& token) const {
        if (token.kind != Token::Kind::identifier || is_hidden(token, token.text) || expansion_.keeps(token.text))
            return nullptr;
        return expansion_.unit.macro(token.text, {expansion_.instance, token.offset}, expansion_.assumption);
    }

    // Puts the replacement of `token` on top of `rest`; false when it is no macro call.
    bool replace(const Token& token, Tokens& rest, unsigned nesting) {
        const Macro* macro = macro_of(token);
        if (!macro) return false;
        std::vector<Tokens> arguments;
        if (macro->takes_arguments) {
            if (rest.empty() || rest.back().text != "(") return false;
            arguments = take_arguments(token, rest, *macro);
        }
        Tokens replacement = substitute(*macro, arguments, token, nesting);
        const auto hidden = std::make_shared<const Hidden>(Hidden{token.text, token.hidden});
        for (Token& part : replacement) {
            part.hidden = part.hidden ? with(part.hidden, token.text) : hidden;
            part.file = token.file;
            part.offset = token.offset;
        }
        if (!replacement.empty()) replacement.front().space_before = token.space_before;
        rest.insert(rest.end(), replacement.rbegin(), replacement.rend());
        return true;
    }

    static std::shared_ptr<const Hidden> with(std::shared_ptr<const Hidden> hidden, std::string_view name) {
        return std::make_shared<const Hidden>(Hidden{name, std::move(hidden)});
    }

    std::vector<Tokens> take_arguments(const Token& name, Tokens& rest, const Macro& macro) const {
        std::vector<Tokens> arguments(1);
        rest.pop_back();
        for (int depth = 0;;) {
            if (rest.empty()) fail(name, "the arguments of this macro do not end");
            Token token = rest.back();
            rest.pop_back();
            if (token.text == ")" && depth == 0) break;
            if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
            if (token.text == ")" || token.text == "]" || token.text == "}") --depth;
            const bool all_rest = macro.variadic && arguments.size() > macro.parameters.size();
            if (token.text == "," && depth == 0 && !all_rest) {
                arguments.emplace_back();
            } else {
                arguments.back().push_back(std::move(token));
            }
        }
        check_count(name, arguments, macro);
        return arguments;
    }

    void check_count(const Token& name, std::vector<Tokens>& arguments, const Macro& macro) const {
        const std::size_t wanted = macro.parameters.size() + (macro.variadic ? 1 : 0);
        if (wanted == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (macro.variadic && arguments.size() + 1 == wanted) arguments.emplace_back();
        if (arguments.size() != wanted) fail(name, "wrong number of arguments for this macro");
    }

    static std::optional<std::size_t> parameter(const Macro& macro, const Token& token) {
        if (token.kind != Token::Kind::identifier) return std::nullopt;
        if (macro.variadic && token.text == "__VA_ARGS__") return macro.parameters.size();
        const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
        if (found == macro.parameters.end()) return std::nullopt;
        return static_cast<std::size_t>(found - macro.parameters.begin());
    }

    Tokens substitute(const Macro& macro, const std::vector<Tokens>& arguments, const Token& call, unsigned nesting) {
        const Tokens& body = macro.body;
        Tokens result;
        for (std::size_t at = 0; at < body.size(); ++at) {
            const bool pasted_right = at + 1 < body.size() && body[at + 1].text == "##";
            const bool pasted_left = at > 0 && body[at - 1].text == "##";
            if (body[at].text == "##" && at > 0 && at + 1 < body.size()) continue;
            Tokens part{body[at]};
            if (macro.takes_arguments && body[at].text == "#" && at + 1 < body.size() &&
                parameter(macro, body[at + 1])) {
                part = {string_of(arguments[*parameter(macro, body[++at])], call)};
            } else if (const auto index = parameter(macro, body[at])) {
                part = arguments[*index];
                if (!pasted_left && !pasted_right && !part.empty()) part = run(part, nesting + 1);
                if (!part.empty()) part.front().space_before = body[at].space_before;
            }
            if (pasted_left) {
                paste(result, part, call);
            } else {
                result.insert(result.end(), part.begin(), part.end());
            }
            if (result.size() > max_tokens) fail(call, "macro expansion does not end");
        }
        return result;
    }

    Token string_of(const Tokens& tokens, const Token& call) const {
        std::string text = "\"";
        for (const Token& token : tokens) {
            if (token.space_before && text.size() > 1) text += ' ';
            text += token.text;
        }
        return {Token::Kind::text, expansion_.unit.sources().keep(text + "\""), call.file, call.offset};
    }

    // `left ## part`; an empty side pastes as nothing. `, ## __VA_ARGS__` drops the comma with empty arguments.
    void paste(Tokens& result, const Tokens& part, const Token& call) const {
        if (part.empty()) {
            if (!result.empty() && result.back().text == ",") result.pop_back();
            return;
        }
        std::size_t first = 0;
        if (!result.empty() && result.back().text != ",") {
            const Token left = result.back();
            result.pop_back();
            const std::string_view joined =
                expansion_.unit.sources().keep(std::string(left.text) + std::string(part.front().text));
            Tokens pasted = tokenise(joined, call.file, 0, static_cast<Offset>(joined.size()));
            if (pasted.size() != 1) fail(call, "pasting does not give a token here");
            pasted.front().space_before = left.space_before;
            result.push_back(pasted.front());
            first = 1;
        }
        result.insert(result.end(), part.begin() + static_cast<std::ptrdiff_t>(first), part.end());
    }

    const Expansion& expansion_;
    unsigned steps_ = 0;
};

}  // namespace

std::vector<Token> expand(const Expansion& expansion, std::vector<Token> tokens) {
    return Expander(expansion).run(std::move(tokens), 0);
}

}  // namespace entryproof::lift
