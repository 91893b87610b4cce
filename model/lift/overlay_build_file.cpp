// SPDX-License-Identifier: MIT
// Edits of Kconfig files and Makefiles, line by line. A Kconfig entry lasts until the next line that starts at column
// one with a word, as in model/lift/kconfig.cpp.
#include "model/lift/overlay_target.h"

#include <sstream>
#include <vector>

namespace entryproof::lift {

namespace {

using Action = OverlayEdit::Action;

struct Line {
    Offset begin;
    Offset end;  // behind the line end
    std::vector<std::string> words;
};

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    for (Offset begin = 0; begin < text.size();) {
        const std::size_t newline = text.find('\n', begin);
        const Offset end = static_cast<Offset>(newline == std::string_view::npos ? text.size() : newline + 1);
        Line line{begin, end, {}};
        std::istringstream stream{std::string(text.substr(begin, end - begin))};
        for (std::string word; stream >> word;) line.words.push_back(word);
        lines.push_back(line);
        begin = end;
    }
    return lines;
}

bool starts_at_column_one(const Line& line, std::string_view text) {
    return !line.words.empty() && text[line.begin] != ' ' && text[line.begin] != '\t' && text[line.begin] != '#';
}

bool is_entry(const Line& line, const std::string& symbol) {
    return line.words.size() == 2 && (line.words[0] == "config" || line.words[0] == "menuconfig") &&
           line.words[1] == symbol;
}

// The lines of the only entry of the symbol, from the one that names it.
std::vector<Line> entry_of(const OverlayEdit& edit, const std::vector<Line>& lines, std::string_view text) {
    std::vector<Line> entry;
    bool inside = false;
    for (const Line& line : lines) {
        if (starts_at_column_one(line, text)) {
            inside = is_entry(line, edit.to);
            if (inside && !entry.empty()) refuse(edit, "there is more than one entry '" + edit.to + "'");
        }
        if (inside) entry.push_back(line);
    }
    if (entry.empty()) refuse(edit, "there is no entry '" + edit.to + "'");
    return entry;
}

std::vector<Line> selects(const std::vector<Line>& entry, const std::string& symbol) {
    std::vector<Line> found;
    for (const Line& line : entry) {
        if (!line.words.empty() && line.words[0] == "help") break;
        if (line.words.size() >= 2 && line.words[0] == "select" && line.words[1] == symbol) found.push_back(line);
    }
    return found;
}

Replacement select(const OverlayEdit& edit, const std::vector<Line>& lines, std::string_view text) {
    const std::vector<Line> entry = entry_of(edit, lines, text);
    const std::vector<Line> found = selects(entry, edit.name);
    if (edit.action == Action::add_select) {
        if (!found.empty()) refuse(edit, "'" + edit.to + "' selects '" + edit.name + "' already");
        const std::string end_of_line = text[entry.front().end - 1] == '\n' ? "" : "\n";
        return {entry.front().end, entry.front().end, end_of_line + "\tselect " + edit.name + "\n"};
    }
    if (found.size() != 1)
        refuse(edit, "'" + edit.to + "' selects '" + edit.name + "' " + (found.empty() ? "nowhere" : "more than once"));
    return {found.front().begin, found.front().end, ""};
}

Replacement added_object(const OverlayEdit& edit, const std::vector<Line>& lines, std::string_view text) {
    bool has_list = false;
    for (const Line& line : lines) {
        has_list = has_list || (!line.words.empty() && line.words[0] == edit.to);
        for (const std::string& word : line.words)
            if (word == edit.name) refuse(edit, "'" + edit.name + "' is built already");
    }
    if (!has_list) refuse(edit, "there is no list '" + edit.to + "'");
    const Offset end = static_cast<Offset>(text.size());
    return {end, end, (text.back() == '\n' ? "" : "\n") + edit.to + " += " + edit.name + "\n"};
}

Replacement removed_object(const OverlayEdit& edit, const std::vector<Line>& lines, std::string_view text) {
    std::vector<Offset> found;
    for (const Line& line : lines) {
        if (line.words.empty() || line.words[0][0] == '#') continue;
        Offset at = line.begin;
        for (const std::string& word : line.words) {
            at = static_cast<Offset>(text.find(word, at));
            if (word == edit.name) found.push_back(at);
            at += static_cast<Offset>(word.size());
        }
    }
    if (found.size() != 1)
        refuse(edit, "'" + edit.name + "' is named " + (found.empty() ? "nowhere" : "more than once"));
    return {found[0], found[0] + static_cast<Offset>(edit.name.size()), ""};
}

}  // namespace

Replacement replacement_in_build_file(const OverlayEdit& edit, std::string_view text) {
    const std::vector<Line> lines = lines_of(text);
    if (edit.action == Action::add_object) return added_object(edit, lines, text);
    if (edit.action == Action::remove_object) return removed_object(edit, lines, text);
    return select(edit, lines, text);
}

}  // namespace entryproof::lift
