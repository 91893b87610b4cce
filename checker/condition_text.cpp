// SPDX-License-Identifier: MIT
#include "checker/condition_text.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string joined_by(const std::vector<std::string>& parts, const std::string& sign) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : sign) + part;
    return text;
}

}  // namespace

std::string any_of_text(const std::vector<std::vector<std::string>>& conjunctions) {
    if (conjunctions.empty()) return "";
    std::vector<std::string> shared;
    for (const std::string& word : conjunctions.front())
        if (std::all_of(conjunctions.begin(), conjunctions.end(),
                        [&](const std::vector<std::string>& one) { return contains(one, word); }))
            shared.push_back(word);
    std::vector<std::string> rests;
    for (const std::vector<std::string>& one : conjunctions) {
        std::vector<std::string> rest;
        for (const std::string& word : one)
            if (!contains(shared, word)) rest.push_back(word);
        if (rest.empty()) return joined_by(shared, " && ");
        rests.push_back(joined_by(rest, " && "));
    }
    const std::string any = joined_by(rests, " || ");
    if (shared.empty()) return any;
    shared.push_back(rests.size() == 1 ? any : "(" + any + ")");
    return joined_by(shared, " && ");
}

}  // namespace entryproof::checker
