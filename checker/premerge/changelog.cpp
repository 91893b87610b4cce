// SPDX-License-Identifier: MIT
#include "checker/premerge/changelog.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace entryproof::checker::premerge {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Lower case, every run of blanks one blank; `origin` tells where each character stood.
struct Normal {
    std::string text;
    std::vector<std::size_t> origin;
};

Normal normal(const std::string& text) {
    Normal result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_blank = static_cast<unsigned char>(text[at]) <= ' ';
        if (is_blank && (result.text.empty() || result.text.back() == ' ')) continue;
        result.text += is_blank ? ' ' : lower(text[at]);
        result.origin.push_back(at);
    }
    return result;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::size_t find_words(const std::string& text, const std::string& words, std::size_t from = 0) {
    for (std::size_t at = text.find(words, from); at != std::string::npos; at = text.find(words, at + 1)) {
        const bool begins = at == 0 || !is_word(text[at - 1]);
        const std::size_t end = at + words.size();
        if (begins && (end >= text.size() || !is_word(text[end]) || !is_word(words.back()))) return at;
    }
    return std::string::npos;
}

// The spellings met in changelogs of the kernel. Each begins and ends at a word.
const std::array<const char*, 37> no_change_words = {
    "no functional change",
    "no functional changes",
    "no functionality change",
    "no functionality changes",
    "no functional impact",
    "no functional effect",
    "no functional difference",
    "no functional differences",
    "no intended functional change",
    "no intended functional changes",
    "no change in functionality",
    "no changes in functionality",
    "no change of functionality",
    "no change to functionality",
    "no change in behavior",
    "no change in behaviour",
    "no change of behavior",
    "no change of behaviour",
    "no change to behavior",
    "no change to behaviour",
    "no behavior change",
    "no behaviour change",
    "no behavior changes",
    "no behaviour changes",
    "no behavioral change",
    "no behavioural change",
    "no behavioral changes",
    "no behavioural changes",
    "no semantic change",
    "no semantic changes",
    "no user-visible change",
    "no visible change",
    "not intended to change behaviour",
    "not change any behaviour",
    "not change any behavior",
    "semantics are unchanged",
    "semantics identical",
};

std::string cut(std::string text) {
    std::string line;
    for (const char c : text) {
        const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\177';
        if (!is_blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (line.size() > 200) line = line.substr(0, 197) + "...";
    return line;
}

// From the sentence's beginning to its end, around `at`. A blank line or a full stop before a blank ends one.
std::string sentence(const std::string& text, std::size_t at) {
    std::size_t begin = at;
    const auto ends_before = [&](std::size_t here) {
        if (here >= 2 && text[here - 1] == '\n' && text[here - 2] == '\n') return true;
        return here >= 2 && static_cast<unsigned char>(text[here - 1]) <= ' ' &&
               (text[here - 2] == '.' || text[here - 2] == '!');
    };
    while (begin > 0 && !ends_before(begin)) --begin;
    std::size_t end = at;
    while (end < text.size() && !ends_before(end + 1)) ++end;
    return cut(text.substr(begin, end - begin));
}

void find_no_change(std::vector<ChangelogStatement>& found, const std::string& text) {
    const Normal plain = normal(text);
    std::size_t first = std::string::npos;
    for (const char* words : no_change_words) first = std::min(first, find_words(plain.text, words));
    // NFC: in capitals only, as a word.
    std::size_t nfc = std::string::npos;
    for (std::size_t at = text.find("NFC"); at != std::string::npos && nfc == std::string::npos;
         at = text.find("NFC", at + 1))
        if ((at == 0 || !is_word(text[at - 1])) && (at + 3 >= text.size() || !is_word(text[at + 3]))) nfc = at;
    const std::size_t place = std::min(first == std::string::npos ? first : plain.origin[first], nfc);
    if (place != std::string::npos) found.push_back({Said::no_change, sentence(text, place), ""});
}

// The lines below "[Impact]" up to the next heading in brackets, or the end of the paragraph.
void find_impact(std::vector<ChangelogStatement>& found, const std::string& text) {
    std::istringstream lines(text);
    std::string impact;
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        std::string small = line;
        std::transform(small.begin(), small.end(), small.begin(), lower);
        const bool is_heading = !line.empty() && line.front() == '[' && line.find(']') != std::string::npos;
        if (small.rfind("[impact]", 0) == 0) {
            is_inside = true;
            impact += line.substr(8) + "\n";
        } else if (is_inside && (is_heading || (line.empty() && !cut(impact).empty()))) {
            is_inside = false;
        } else if (is_inside) {
            impact += line + "\n";
        }
    }
    if (!cut(impact).empty()) found.push_back({Said::impact, cut(impact), ""});
}

void find_tags(std::vector<ChangelogStatement>& found, const std::string& subject, const std::string& text) {
    if (subject.rfind("Revert \"", 0) == 0 && subject.back() == '"')
        found.push_back({Said::reverts, cut(subject), subject.substr(8, subject.size() - 9)});
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.rfind("Fixes:", 0) == 0) found.push_back({Said::fixes, cut(line), cut(line.substr(6))});
}

struct ObserverWords {
    const char* observer;
    std::array<const char*, 10> words;
};

const std::array<ObserverWords, 7> observer_words = {{
    {"tracer",
     {"ptrace", "tracer", "tracers", "strace", "gdb", "debugger", "debuggers", "report", "single-step", "stop"}},
    {"seccomp", {"seccomp", "filter", "filters", "secure_computing", "", "", "", "", "", ""}},
    {"audit", {"audit", "auditd", "audit_syscall_entry", "audit_syscall_exit", "", "", "", "", "", ""}},
    {"tracepoints",
     {"tracepoint", "tracepoints", "sys_enter", "sys_exit", "trace event", "ftrace", "perf", "", "", ""}},
    {"rseq", {"rseq", "restartable", "", "", "", "", "", "", "", ""}},
    {"order", {"order", "before", "after", "earlier", "later", "move", "reorder", "", "", ""}},
    {"undefined", {"uninitialised", "uninitialized", "undefined", "garbage", "", "", "", "", "", ""}},
}};

}  // namespace

std::vector<ChangelogStatement> changelog_statements(const std::string& subject, const std::string& message) {
    std::vector<ChangelogStatement> found;
    find_no_change(found, subject + "\n\n" + message);
    find_impact(found, message);
    find_tags(found, subject, message);
    return found;
}

bool speaks_of(const std::string& text, const std::string& observer) {
    const std::string plain = normal(text).text;
    for (const ObserverWords& row : observer_words) {
        if (row.observer != observer) continue;
        for (const char* word : row.words)
            if (*word != '\0' && find_words(plain, word) != std::string::npos) return true;
        return false;
    }
    return find_words(plain, observer) != std::string::npos;
}

}  // namespace entryproof::checker::premerge
