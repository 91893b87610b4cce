// SPDX-License-Identifier: MIT
#include "tests/kernel/damage.h"

#include "model/lift/token.h"

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>

namespace entryproof::damage {

namespace {

std::string quoted(const std::string& token) { return "'" + token + "'"; }

std::string other_number(std::mt19937_64& random, const std::string& number) {
    static const std::vector<std::string> some = {"0", "1", "2", "3", "7", "8", "31", "63", "0xff", "0x80000000"};
    const std::string other = some[random() % some.size()];
    return other == number ? number + "1" : other;
}

std::string other_operator(std::mt19937_64& random, const std::string& token) {
    static const std::vector<std::vector<std::string>> groups = {{"==", "!=", "<", ">", "<=", ">="},
                                                                 {"&", "|", "^", "&&", "||", "+", "-"},
                                                                 {"!", "~", "-", "*", "&"},
                                                                 {"=", "|=", "&=", "+=", "^="},
                                                                 {"<<", ">>"},
                                                                 {"->", "."},
                                                                 {"++", "--"},
                                                                 {",", ";"}};
    for (const auto& group : groups) {
        if (std::find(group.begin(), group.end(), token) == group.end()) continue;
        const std::string other = group[random() % group.size()];
        if (other != token) return other;
    }
    return "";
}

}  // namespace

Damager::Damager(const lift::SourceTree& tree, const lift::Lifted& lifted) {
    std::set<std::tuple<std::string, unsigned, unsigned>> ranges;  // a function may be lifted for several constants
    for (const lift::LiftedFunction& function : lifted.functions)
        ranges.emplace(function.file, function.first_line, function.last_line);
    for (const auto& [path, first, last] : ranges) {
        if (files_.empty() || files_.back().first != path) {
            File file{tree.read(path).value(), {}};
            const auto end = static_cast<lift::Offset>(file.text.size());
            for (const lift::Token& token : lift::tokenise(file.text, 0, 0, end)) file.words.emplace_back(token.text);
            files_.emplace_back(path, std::move(file));
        }
        const std::string& text = files_.back().second.text;
        std::vector<std::uint32_t> lines = {0};
        for (std::size_t at = 0; at < text.size(); ++at)
            if (text[at] == '\n') lines.push_back(static_cast<std::uint32_t>(at + 1));
        Function function{path, {}};
        for (const lift::Token& token : lift::tokenise(text, 0, lines.at(first - 1), lines.at(last) - 1)) {
            const auto after = std::upper_bound(lines.begin(), lines.end(), token.offset);
            function.tokens.push_back(
                {token.offset, std::string(token.text), static_cast<unsigned>(after - lines.begin())});
        }
        if (function.tokens.size() > 2) functions_.push_back(std::move(function));
    }
}

const Damager::File& Damager::file(const std::string& path) const {
    for (const auto& [name, file] : files_)
        if (name == path) return file;
    throw std::logic_error("a function is in a file that was read");
}

Damage Damager::damage(std::uint64_t seed) const {
    std::mt19937_64 random(seed);
    const Function& function = functions_[random() % functions_.size()];
    const File& whole = file(function.file);
    const std::size_t at = random() % function.tokens.size();
    const Place& token = function.tokens[at];
    Damage damage{function.file, token.line, token.line, "", whole.text};
    const auto put = [&](const Place& place, const std::string& instead) {
        damage.text.replace(place.offset, place.text.size(), instead);
    };
    const std::uint64_t kind = random() % 7;
    if (kind == 0) {
        damage.description = "deletes " + quoted(token.text);
        put(token, " ");
    } else if (kind == 1) {
        damage.description = "doubles " + quoted(token.text);
        put(token, token.text + " " + token.text);
    } else if (kind == 2) {
        const std::size_t far = random() % function.tokens.size();
        const Place& next = function.tokens[at + 1 < function.tokens.size() ? at + 1 : at - 1];
        const Place& other = random() % 2 ? next : function.tokens[far];
        damage.description =
            "swaps " + quoted(token.text) + " and " + quoted(other.text) + " of line " + std::to_string(other.line);
        damage.line = std::min(token.line, other.line);
        damage.last_line = std::max(token.line, other.line);
        const bool is_first = token.offset < other.offset;
        put(is_first ? other : token, is_first ? token.text : other.text);  // the later one first: offsets stay true
        put(is_first ? token : other, is_first ? other.text : token.text);
    } else {
        std::string instead;
        if (kind == 3 && lift::is_identifier_part(token.text[0])) instead = other_number(random, token.text);
        if (kind == 4 || kind == 5) instead = other_operator(random, token.text);
        if (instead.empty()) instead = whole.words[random() % whole.words.size()];
        damage.description = "puts " + quoted(instead) + " for " + quoted(token.text);
        put(token, instead);
    }
    return damage;
}

}  // namespace entryproof::damage
