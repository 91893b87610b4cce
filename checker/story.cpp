// SPDX-License-Identifier: MIT
// Lays a story out. It is told with less and less detail until it fits: first without the places of steps that both
// sides share, then without what follows the disagreement, then with the shared steps by title alone.
#include "checker/story.h"

#include "checker/event_text.h"
#include "checker/layout.h"
#include "checker/start_text.h"

#include <algorithm>

namespace entryproof::checker {

namespace {

constexpr std::size_t left_width = 36;
constexpr std::size_t right_width = 37;

enum class Detail { everything, no_shared_places, no_aftermath, titles };

using Column = std::vector<std::string>;

void append(Column& column, const std::string& text, std::size_t indent, std::size_t width) {
    for (const std::string& line : wrap(text, width - indent, 2)) column.push_back(std::string(indent, ' ') + line);
}

// "file:" and "function@version" on two lines when one is too narrow.
void append_place(Column& column, const std::string& place, std::size_t width) {
    const std::size_t colon = place.find(':');
    if (place.size() + 5 <= width || colon == std::string::npos) return append(column, "at " + place, 2, width);
    append(column, "at " + place.substr(0, colon + 1), 2, width);
    append(column, place.substr(colon + 1), 5, width);
}

class StoryTeller {
public:
    StoryTeller(const StoryView& view, Detail detail) : view_(view), detail_(detail) {}

    std::vector<std::string> tell() {
        tell_start();
        lines_.push_back("");
        line(" ", view_.left, view_.right);
        lines_.push_back("  " + std::string(left_width, '-') + "-+-" + std::string(right_width, '-'));
        const std::vector<Row> rows = align(view_.replay, view_.marked);
        const auto marked = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return row.is_marked; });
        for (auto row = rows.begin(); row != rows.end(); ++row) {
            const bool is_aftermath = marked != rows.end() && row > marked;
            if (is_aftermath && detail_ >= Detail::no_aftermath) {
                lines_.push_back("  (" + std::to_string(rows.end() - row) + " later steps are not shown)");
                break;
            }
            tell_row(*row, is_aftermath);
        }
        if (!view_.marked) lines_.push_back("  (both sides see the same)");
        return std::move(lines_);
    }

private:
    void tell_start() {
        std::vector<std::string> start = start_text(view_.scenario.initial);
        if (start.empty()) start = {"everything is 0 and off"};
        const std::vector<std::string> wrapped = wrap(joined(start, "; "), page_width - 10);
        for (std::size_t i = 0; i < wrapped.size(); ++i)
            lines_.push_back((i == 0 ? "  start:  " : "          ") + wrapped[i]);
        for (const auto& [variable, value] : view_.scenario.undefined)
            lines_.push_back("          " + variable.first + ":" + variable.second + " happens to hold " +
                             std::to_string(value));
    }

    void line(const std::string& margin, const std::string& left, const std::string& right) {
        std::string text = margin + " " + padded(left, left_width) + " | " + right;
        text.erase(text.find_last_not_of(' ') + 1);
        lines_.push_back(text);
    }

    const Event* event(const Run& run, int index) const {
        return index < 0 ? nullptr : &run.events[static_cast<std::size_t>(index)];
    }

    void tell_row(const Row& row, bool is_aftermath) {
        const Event* left = event(view_.replay.left, row.left);
        const Event* right = event(view_.replay.right, row.right);
        const bool is_shared = left != nullptr && right != nullptr && same_event(*left, *right) &&
                               left->observer == right->observer && deeds(*left) == deeds(*right);
        const bool is_silent =
            (left == nullptr || left->observer.empty()) && (right == nullptr || right->observer.empty());
        if (is_silent && (is_idle(left) && is_idle(right))) return;
        Column left_column;
        Column right_column;
        if (is_shared && !row.is_marked) {
            left_column =
                told(*left, left, !is_aftermath && detail_ < Detail::no_shared_places, is_aftermath, left_width);
            right_column = {"the same"};
            if (!is_aftermath && detail_ < Detail::no_shared_places && place_of(*left) != place_of(*right)) {
                right_column.resize(1 + place_offset_);
                append_place(right_column, place_of(*right), right_width);
            }
        } else {
            left_column = side(left, right, row.is_marked, is_aftermath, left_width);
            right_column = side(right, left, row.is_marked, is_aftermath, right_width);
        }
        const std::size_t height = std::max(left_column.size(), right_column.size());
        left_column.resize(height);
        right_column.resize(height);
        for (std::size_t i = 0; i < height; ++i) line(row.is_marked ? "!" : " ", left_column[i], right_column[i]);
    }

    bool is_idle(const Event* event) const { return event == nullptr || deeds(*event).empty(); }

    Column side(const Event* own, const Event* other, bool is_marked, bool is_aftermath, std::size_t width) {
        if (own == nullptr) return is_marked ? Column{"nothing"} : Column{};
        return told(*own, other, is_marked, is_aftermath, width);
    }

    // Title, fields (those that tell the event and those that differ), deeds, place.
    Column told(const Event& own, const Event* other, bool with_place, bool title_only, std::size_t width) {
        Column column;
        append(column, title_of(own), 0, width);
        place_offset_ = 0;
        if (title_only || (detail_ == Detail::titles && !with_place)) return column;
        append_fields(column, own, other, width);
        for (const std::string& deed : deeds(own)) append(column, "-> " + deed, 2, width);
        place_offset_ = column.size() - 1;
        if (with_place) append_place(column, place_of(own), width);
        return column;
    }

    void append_fields(Column& column, const Event& own, const Event* other, std::size_t width) const {
        std::vector<std::string> names = own.observer.empty() ? std::vector<std::string>{} : telling_fields(own);
        if (other != nullptr && other->observer == own.observer && other->kind == own.kind)
            for (const std::string& name : all_shown_fields(own))
                if (field_text(own, name, Spelling::plain) != field_text(*other, name, Spelling::plain) &&
                    std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(name);
        std::vector<std::string> texts;
        for (const std::string& name : names) texts.push_back(field_text(own, name, Spelling::symbolic));
        if (!texts.empty()) append(column, joined(texts, " "), 2, width);
    }

    const StoryView& view_;
    Detail detail_;
    std::size_t place_offset_ = 0;  // of the place in the column told last
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> story_lines(const StoryView& view) {
    std::vector<std::string> lines;
    for (const Detail detail : {Detail::everything, Detail::no_shared_places, Detail::no_aftermath, Detail::titles}) {
        lines = StoryTeller(view, detail).tell();
        if (lines.size() <= story_lines_wanted) break;
    }
    return lines;
}

}  // namespace entryproof::checker
