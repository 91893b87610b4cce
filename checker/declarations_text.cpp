// SPDX-License-Identifier: MIT
// Differences written as a person would declare them: --write-expect of `diff`.
#include "checker/diff.h"

#include <algorithm>
#include <set>

namespace entryproof::checker {

namespace {

// A basic string of TOML; what we write is printable ASCII, but reasons may have been written by anyone.
std::string quoted(const std::string& text) {
    static const char* digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\')
            result += std::string("\\") + letter;
        else if (code < 0x20 || code == 0x7f)
            result += std::string("\\u00") + digits[code >> 4] + digits[code & 15];
        else
            result += letter;
    }
    return result + "\"";
}

std::string list(const std::vector<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + quoted(text);
    return "[" + result + "]";
}

bool is_about(const spec::DeclaredDifference& declared, const Difference& difference) {
    return declared.observer == difference.observer && declared.left == difference.left &&
           declared.right == difference.right && declared.fields == difference.fields;
}

std::string word(std::string text) {
    std::replace(text.begin(), text.end(), ' ', '-');
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
}

void add(std::string& text, const std::string& key, const std::string& value) { text += key + " = " + value + "\n"; }

}  // namespace

std::string declarations_text(const Result& result, const std::string& left_pair, const std::string& right_pair,
                              const std::vector<spec::DeclaredDifference>& known) {
    std::string text = "# SPDX-License-Identifier: MIT\n# Where " + left_pair + " and " + right_pair +
                       " differ, and exactly when. Written by 'entryproof diff --write-expect'.\n";
    std::set<std::string> names;
    for (const Difference& one : result.differences) {
        const auto same = std::find_if(known.begin(), known.end(), [&](const spec::DeclaredDifference& declared) {
            return is_about(declared, one);
        });
        const bool is_known = same != known.end();
        const std::string made = word(one.observer + " " + one.left + " " + one.right);
        std::string name = is_known ? same->name : made;
        if (!names.insert(name).second) names.insert(name = made + "-" + one.id);
        text += "\n[[difference]]\n";
        add(text, "name", quoted(name));
        add(text, "pair", list({left_pair, right_pair}));
        add(text, "observer", quoted(one.observer));
        add(text, "left", quoted(one.left));
        add(text, "right", quoted(one.right));
        add(text, "fields", list(one.fields));
        if (!one.undecided.empty())
            text += "# It was not decided when: " + word(one.undecided) + "\n";
        else if (!one.is_exact)
            text += "# No exact condition is known; this one is wider than the truth.\n";
        add(text, "condition", quoted(one.is_exact ? one.condition : one.at_most));
        add(text, "reason", quoted(is_known ? same->reason : "not given yet"));
        if (is_known && !same->patch.empty()) add(text, "patch", quoted(same->patch));
        if (is_known && !same->link.empty()) add(text, "link", quoted(same->link));
    }
    return text;
}

}  // namespace entryproof::checker
