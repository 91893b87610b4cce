// SPDX-License-Identifier: MIT
#include "tests/lab/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace entryproof::lab {

namespace {

constexpr std::size_t column = 36;
constexpr std::size_t shown_before = 8;  // events told before the first difference, and from it on
constexpr std::size_t shown_after = 3;

std::string observer_of(const std::string& line) { return line.substr(0, line.find(':')); }

Lines events_of(const std::string& observer, const Lines& lines) {
    Lines events;
    for (const std::string& line : lines)
        if (observer_of(line) == observer) events.push_back(line);
    return events;
}

// In the order of their first event, the predicted ones first.
Lines observers(const Lines& predicted, const Lines& seen) {
    Lines names;
    for (const Lines* lines : {&predicted, &seen})
        for (const std::string& line : *lines)
            if (std::find(names.begin(), names.end(), observer_of(line)) == names.end())
                names.push_back(observer_of(line));
    return names;
}

// Folded to the column's width, further lines indented.
Lines folded(const std::string& text) {
    Lines lines = {""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (lines.back().size() + 1 + word.size() > column) lines.push_back(" ");
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

std::string row(char mark, const std::string& left, const std::string& right) {
    const Lines a = folded(left);
    const Lines b = folded(right);
    std::string text;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        text += fmt::format("{} {:<{}} | {}\n", i == 0 ? mark : ' ', i < a.size() ? a[i] : "", column,
                            i < b.size() ? b[i] : "");
    return text;
}

// The fields that differ of two events of one kind. Fields are pairs of words behind two of observer and kind.
std::string differing_fields(const std::string& left, const std::string& right) {
    std::istringstream a(left);
    std::istringstream b(right);
    std::string before;
    std::string fields;
    std::size_t position = 0;
    for (std::string x, y; a >> x && b >> y; before = x, ++position)
        if (x != y && position < 2)
            return "";
        else if (x != y)
            fields += fmt::format("    {}: {} predicted, {} seen\n", before, x, y);
    return fields;
}

std::string event_at(const Lines& events, std::size_t index) {
    return index < events.size() ? events[index] : "(nothing)";
}

std::size_t first_difference(const Lines& predicted, const Lines& seen) {
    std::size_t index = 0;
    while (event_at(predicted, index) == event_at(seen, index)) ++index;
    return index;
}

std::string story(const std::string& observer, const Lines& predicted, const Lines& seen) {
    std::string text =
        row(' ', "predicted", "seen") + "  " + std::string(column + 1, '-') + "+" + std::string(column + 1, '-') + "\n";
    const std::size_t most = std::max(predicted.size(), seen.size());
    const std::size_t first = first_difference(predicted, seen);
    const std::size_t begin = first > shown_before ? first - shown_before : 0;
    const std::size_t end = std::min(most, first + shown_after);
    if (begin > 0) text += fmt::format("  ({} events before, the same)\n", begin);
    for (std::size_t i = begin; i < end; ++i) {
        const std::string left = event_at(predicted, i);
        const std::string right = event_at(seen, i);
        text += row(i == first ? '!' : ' ', left, left == right ? "the same" : right);
    }
    if (end < most) text += fmt::format("  ({} events more)\n", most - end);
    const std::string fields = differing_fields(event_at(predicted, first), event_at(seen, first));
    return "  observer " + observer + ", first difference marked\n" + text + fields;
}

}  // namespace

std::optional<std::string> difference(const std::string& title, const Lines& predicted, const Lines& seen) {
    std::string text;
    for (const std::string& observer : observers(predicted, seen)) {
        const Lines left = events_of(observer, predicted);
        const Lines right = events_of(observer, seen);
        if (left != right) text += story(observer, left, right);
    }
    if (text.empty()) return std::nullopt;
    return title + "\n" + text;
}

}  // namespace entryproof::lab
