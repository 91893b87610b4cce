// SPDX-License-Identifier: MIT
#include "checker/premerge/subject.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace entryproof::checker::premerge {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

void skip_blanks(const std::string& text, std::size_t& at) {
    while (at < text.size() && text[at] == ' ') ++at;
}

// "Re:" and its relatives, of which there may be several.
bool skip_reply_mark(const std::string& text, std::size_t& at) {
    for (const std::string mark : {"re:", "aw:", "sv:", "fwd:", "fw:"})
        if (lower(text.substr(at, mark.size())) == mark) {
            at += mark.size();
            return true;
        }
    return false;
}

// At most four digits: no series is longer, and nothing overflows.
bool is_number(const std::string& text) {
    return !text.empty() && text.size() <= 4 && std::all_of(text.begin(), text.end(), is_digit);
}

// "v3", "v3.1"
bool is_revision(const std::string& word) {
    return word.size() > 1 && word.size() < 12 && (word[0] == 'v' || word[0] == 'V') && is_digit(word[1]) &&
           is_digit(word.back()) &&
           std::all_of(word.begin() + 1, word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

void read_word(Subject& subject, const std::string& word) {
    const std::string small = lower(word);
    if (small.rfind("patch", 0) == 0) {
        subject.has_patch = true;
        if (is_revision(word.substr(5))) subject.revision = word.substr(6);
    } else if (is_revision(word)) {
        subject.revision = word.substr(1);
    } else if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
        const std::string number = word.substr(0, slash), total = word.substr(slash + 1);
        if (!is_number(number) || !is_number(total)) return;
        subject.number = static_cast<unsigned>(std::stoul(number));
        subject.total = static_cast<unsigned>(std::stoul(total));
    }
}

void read_bracket(Subject& subject, const std::string& text) {
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ' && c != ',') {
            word += c;
            continue;
        }
        if (!word.empty()) read_word(subject, word);
        word.clear();
    }
}

std::vector<unsigned> parts_of(const std::string& revision) {
    std::vector<unsigned> parts(1);
    for (const char c : revision) {
        if (c == '.')
            parts.push_back(0);
        else if (is_digit(c))
            parts.back() = parts.back() * 10 + static_cast<unsigned>(c - '0');
    }
    return parts;
}

}  // namespace

Subject parse_subject(const std::string& text) {
    Subject subject;
    std::size_t at = 0;
    skip_blanks(text, at);
    while (at < text.size()) {
        if (skip_reply_mark(text, at)) {
            subject.is_reply = true;
        } else if (text[at] == '[') {
            const std::size_t close = text.find(']', at);
            if (close == std::string::npos) break;
            // A second bracket belongs to the title unless the first said nothing.
            if (subject.has_patch && subject.total != 0) break;
            read_bracket(subject, text.substr(at + 1, close - at - 1));
            at = close + 1;
        } else {
            break;
        }
        skip_blanks(text, at);
    }
    subject.title = text.substr(std::min(at, text.size()));
    return subject;
}

bool is_older(const std::string& left, const std::string& right) { return parts_of(left) < parts_of(right); }

}  // namespace entryproof::checker::premerge
